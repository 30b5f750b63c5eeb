import type { FastifyReply, FastifyRequest } from "fastify";
import type { DashboardSessions, SignedIn } from "../../accounts/dashboard-sessions.ts";
import { LIMITS } from "../../contract/limits.ts";
import { StoreUnavailable } from "../../accounts/store-unavailable.ts";
import { ApiError } from "../../contract/errors.ts";
import { isOwnOrigin } from "../http/own-origin.ts";
import type { SignInContent, SignUpContent } from "../../web/dashboard/frame/content.ts";
import { sendPage, type PageServices } from "../pages/send-page.ts";
import { sessionToken } from "./session-cookie.ts";

/** What it takes to tell who visits the dashboard, and to let them in. */
export interface VisitorServices extends PageServices {
  readonly sessions: DashboardSessions;
  /** Whether anybody may make an account. */
  readonly signUpIsOpen: boolean;
  /** Whom to ask for one otherwise. */
  readonly signUpContact: string | undefined;
}

const STATUS_OF_SIGN_IN: Readonly<Record<SignInContent["problem"], number>> = {
  none: 200,
  wrong: 401,
  "too-many": 429,
  away: 503,
};
const STATUS_OF_SIGN_UP: Readonly<Record<SignUpContent["problem"], number>> = {
  none: 200,
  email: 400,
  taken: 409,
  "too-short": 400,
  "too-long": 400,
  "too-common": 400,
  "like-email": 400,
  "too-many": 429,
  away: 503,
};
/** A page of the dashboard, with what chooses its days and its key. */
const PAGE_OF_DASHBOARD =
  /^\/dashboard(?:\/(?:keys|usage|voices|pronunciations|account))?(?:\?[\w=&-]*)?$/;

/** Answers somebody who is signed in; anybody else gets the sign-in page, as everybody does while the database is away. */
export function forSignedIn(
  services: VisitorServices,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (who: SignedIn, token: string) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const next = request.method === "GET" ? request.url : undefined;
  return unlessAway(services, request, reply, async () => {
    const token = sessionToken(request);
    const who = token === undefined ? undefined : await services.sessions.find(token);
    if (token === undefined || who === undefined) {
      return sendSignIn(services, request, reply, { problem: "none", next });
    }
    return answer(who, token);
  });
}

/** Does what needs the database; shows the sign-in page, which says so, while that is away. */
export async function unlessAway(
  services: VisitorServices,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
  away: () => FastifyReply = () => sendSignIn(services, request, reply, { problem: "away" }),
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    request.log.error({ err: error.cause }, "the dashboard cannot reach the database");
    return away();
  }
}

export function sendSignIn(
  services: VisitorServices,
  request: FastifyRequest,
  reply: FastifyReply,
  said: {
    readonly problem: SignInContent["problem"];
    readonly email?: string;
    readonly next?: string | undefined;
  },
): FastifyReply {
  const { problem, email = "" } = said;
  void reply.status(STATUS_OF_SIGN_IN[problem]);
  return sendPage(services, request, reply, {
    page: "sign-in",
    problem,
    email,
    next: pageAfterSignIn(said.next),
    signUpIsOpen: services.signUpIsOpen,
  });
}

export function sendSignUp(
  services: VisitorServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { problem, email }: Pick<SignUpContent, "problem" | "email">,
): FastifyReply {
  const { signUpIsOpen, signUpContact } = services;
  void reply.status(signUpIsOpen ? STATUS_OF_SIGN_UP[problem] : 403);
  return sendPage(services, request, reply, {
    page: "sign-up",
    problem,
    email,
    isOpen: signUpIsOpen,
    contact: signUpContact,
    leastPasswordCharacters: LIMITS.passwordCharacters.least,
  });
}

/** Where signing in leads: a page of the dashboard, whatever was asked for. */
export function pageAfterSignIn(next: string | null | undefined): string {
  return next !== null && next !== undefined && PAGE_OF_DASHBOARD.test(next) ? next : "/dashboard";
}

/** A browser always names the origin of a form; other programs send none and have no cookie to abuse. */
export function refuseForeignForm(request: FastifyRequest, publicUrl: string): void {
  if (request.headers.origin === undefined) return;
  requireOwnOrigin(request, publicUrl);
}

/** Throws ApiError unless one of the service's own pages sent the request. */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (isOwnOrigin(request, publicUrl)) return;
  throw new ApiError("invalid_request", "The request was sent from another site.");
}

/** What a form that was sent holds; absent fields are empty. */
export function formOf(request: FastifyRequest): (name: string) => string {
  const { body } = request;
  return (name) => (body instanceof URLSearchParams ? (body.get(name) ?? "") : "");
}
