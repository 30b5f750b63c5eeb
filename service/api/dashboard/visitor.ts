import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  DASHBOARD_SESSION_SECONDS,
  type Entrant,
  type SignedIn,
} from "../../accounts/dashboard-sessions.ts";
import { PasswordsBusy } from "../../accounts/password.ts";
import { may, type Action } from "../../accounts/roles.ts";
import { StoreUnavailable } from "../../accounts/store-unavailable.ts";
import { ApiError } from "../../contract/errors.ts";
import { LIMITS } from "../../contract/limits.ts";
import type { SignInContent, SignUpContent } from "../../web/dashboard/frame/content.ts";
import { isOwnOrigin } from "../http/own-origin.ts";
import { sendPage } from "../pages/send-page.ts";
import { sendView } from "./send-view.ts";
import type { SiteServices } from "../pages/site-services.ts";

/** Value of Retry-After while too many passwords are being hashed. */
const BUSY_SECONDS = 3;
const COOKIE = "dashboard_session";
export const STATUS_OF_PROBLEM: Readonly<
  Record<SignInContent["problem"] | SignUpContent["problem"], number>
> = {
  none: 200,
  empty: 400,
  wrong: 401,
  email: 400,
  taken: 409,
  "too-short": 400,
  "too-long": 400,
  "too-common": 400,
  "like-email": 400,
  "too-many": 429,
  "too-late": 401,
  provider: 502,
  unverified: 403,
  "connect-first": 403,
  "no-account": 403,
  "other-person": 403,
  away: 503,
  busy: 503,
};
export const DASHBOARD = "/dashboard";
/** Matches the URLs of dashboard pages, with their query parameters. */
const PAGE_OF_DASHBOARD =
  /^\/dashboard(?:\/(?:keys|usage|jobs|voices|pronunciations|members|account|two-step|confirm-address|new-address|invitation))?(?:\?[\w=&-]*)?$/;

/** Answers a signed-in person; others get the sign-in page, as everybody does while the database is unavailable. */
export function forSignedIn(
  services: SiteServices,
  reply: FastifyReply,
  answer: (who: SignedIn, token: string) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { request } = reply;
  return unlessAway(services, reply, async () => {
    const token = sessionToken(request);
    const who = token === undefined ? undefined : await services.sessions.find(token);
    if (token !== undefined && who !== undefined) return answer(who, token);
    const { notice, next: requestedPage } = request.query as Readonly<Record<string, unknown>>;
    if (notice === "password-set" || notice === "account-deleted") {
      return sendSignIn(services, reply, {
        problem: "none",
        notice,
        next: pageAfterSignIn(requestedPage),
      });
    }
    const next = request.method === "GET" ? request.url : "";
    return sendSignIn(services, reply, { problem: "none", next });
  });
}

/** Answers a signed-in person whose role allows an action; others who are signed in get a page saying that it does not. */
export function forAllowed(
  services: SiteServices,
  reply: FastifyReply,
  action: Action,
  answer: (who: SignedIn, token: string) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  return forSignedIn(services, reply, async (who, token) =>
    may(who.role, action)
      ? answer(who, token)
      : sendView(services, reply.status(403), who, { view: "not-allowed" }),
  );
}

/**
 * Runs work that needs the database or hashes a password. If the database is unavailable or too many passwords are being
 * hashed, `again` answers, by default with the sign-in page.
 */
export async function unlessAway(
  services: SiteServices,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
  again: (problem: "away" | "busy") => FastifyReply = (problem) =>
    sendSignIn(services, reply, { problem }),
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasswordsBusy) {
      void reply.header("retry-after", BUSY_SECONDS);
      return again("busy");
    }
    if (!(error instanceof StoreUnavailable)) throw error;
    reply.request.log.error({ err: error.cause }, "the dashboard cannot reach the database");
    return again("away");
  }
}

export function sendSignIn(
  services: SiteServices,
  reply: FastifyReply,
  shown: Pick<SignInContent, "problem"> & Partial<Pick<SignInContent, "email" | "next" | "notice">>,
): FastifyReply {
  const { problem, email = "", next = "", notice } = shown;
  return sendPage(services, reply.status(STATUS_OF_PROBLEM[problem]), {
    page: "sign-in",
    problem,
    email,
    next: pageAfterSignIn(next),
    notice,
    signUpIsOpen: services.signUpIsOpen,
    sendsMail: services.mails !== undefined,
    provider: services.provider?.name,
  });
}

export function sendSignUp(
  services: SiteServices,
  reply: FastifyReply,
  shown: Pick<SignUpContent, "problem" | "email" | "next">,
): FastifyReply {
  const { signUpIsOpen, signUpContact, mails } = services;
  void reply.status(signUpIsOpen ? STATUS_OF_PROBLEM[shown.problem] : 403);
  return sendPage(services, reply, {
    page: "sign-up",
    ...shown,
    isOpen: signUpIsOpen,
    sendsMail: mails !== undefined,
    contact: signUpContact,
    minPasswordCharacters: LIMITS.passwordCharacters.min,
  });
}

/** Begins a session and redirects to a page of the dashboard. */
export async function enter(
  { sessions, publicUrl }: SiteServices,
  reply: FastifyReply,
  entrant: Entrant,
  next = DASHBOARD,
): Promise<FastifyReply> {
  const token = await sessions.begin(entrant, reply.request.headers["user-agent"] ?? "");
  setSessionToken(reply, token, publicUrl());
  return reply.redirect(next, 303);
}

/** Returns where signing in leads: `next` if it is a page of the dashboard, else its start page. */
export function pageAfterSignIn(next: unknown): string {
  return typeof next === "string" && PAGE_OF_DASHBOARD.test(next) ? next : DASHBOARD;
}

/** Returns the URL of a sign-in page that leads to `next` in the end. */
export function leadingTo(next: string, address: string): string {
  if (next === DASHBOARD) return address;
  return `${address}${address.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
}

/** Throws ApiError unless one of the service's own pages sent the request. */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (isOwnOrigin(request, publicUrl)) return;
  throw new ApiError("invalid_request", "The request was sent from another site.");
}

/** Returns a function that reads the fields of the submitted form; absent fields are empty. */
export function formOf({ body }: FastifyRequest): (name: string) => string {
  return (name) => (body instanceof URLSearchParams ? (body.get(name) ?? "") : "");
}

export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[COOKIE];
}

function setSessionToken(reply: FastifyReply, token: string, publicUrl: string): void {
  void reply.setCookie(COOKIE, token, {
    ...cookieOptions(publicUrl),
    maxAge: DASHBOARD_SESSION_SECONDS,
  });
}

export function clearSessionToken(reply: FastifyReply, publicUrl: string): void {
  void reply.clearCookie(COOKIE, cookieOptions(publicUrl));
}

export function cookieOptions(publicUrl: string) {
  return {
    path: "/dashboard",
    httpOnly: true,
    sameSite: "lax" as const,
    secure: publicUrl.startsWith("https:"),
  };
}
