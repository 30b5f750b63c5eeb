import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LIMITS } from "../accounts/limits.ts";
import { DASHBOARD_SESSION_SECONDS, type SignIn } from "../accounts/sign-in.ts";
import { reaching, StoreUnavailable } from "../accounts/store-unavailable.ts";
import type { Account, AccountStore } from "../accounts/store.ts";
import type { UsageDay } from "../accounts/usage-sums.ts";
import type { UsageLedger } from "../accounts/usage.ts";
import { ApiError } from "../http/errors.ts";
import { isOwnOrigin } from "../http/own-origin.ts";
import type { RequestLimits } from "../http/limits/request-limits.ts";
import type { UsageRow } from "../web/dashboard/content.ts";
import type { PageContent } from "../web/page.ts";
import { sendPage, type PageServices } from "./pages.ts";
import { lastDays } from "./usage.ts";

export interface DashboardServices extends PageServices {
  readonly signIn: SignIn;
  readonly accounts: AccountStore;
  readonly usage: UsageLedger;
  readonly limits: RequestLimits;
}

type SignInProblem = Extract<PageContent, { page: "sign-in" }>["problem"];

const COOKIE = "dashboard_session";
const SIGN_IN_WINDOW_SECONDS = 600;
const PROBLEM_STATUS: Readonly<Record<SignInProblem, number>> = {
  none: 200,
  wrong: 401,
  "too-many": 429,
  away: 503,
};

/**
 * The dashboard: `GET /dashboard` is the sign-in page or, with a session cookie, the keys and the usage of the account;
 * `POST /dashboard/sign-in` takes the form fields email and password, `POST /dashboard/sign-out` ends the session.
 */
export async function dashboardRoutes(
  app: FastifyInstance,
  services: DashboardServices,
): Promise<void> {
  const { signIn, limits, publicUrl } = services;
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  const cookieOptions = () => ({
    path: "/dashboard",
    httpOnly: true,
    sameSite: "lax" as const,
    secure: publicUrl().startsWith("https:"),
  });

  app.get("/dashboard", async (request, reply) => {
    const token = request.cookies[COOKIE];
    return unlessAway(request, reply, async () => {
      const account = token === undefined ? undefined : await signIn.accountOf(token);
      if (account === undefined) return signInPage(request, reply, "none");
      return sendPage(services, request, reply, await overview(services, account));
    });
  });

  app.post("/dashboard/sign-in", async (request, reply) => {
    checkOrigin(request);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const email = form.get("email")?.trim() ?? "";
    const name = `sign-in ${request.ip} ${email.toLowerCase()}`;
    const count = await limits.count(name, LIMITS.signInAttempts, SIGN_IN_WINDOW_SECONDS);
    if (!count.allowed) return signInPage(request, reply, "too-many");
    return unlessAway(request, reply, async () => {
      const token = await signIn.signIn(email, form.get("password") ?? "");
      if (token === undefined) return signInPage(request, reply, "wrong");
      return reply
        .setCookie(COOKIE, token, { ...cookieOptions(), maxAge: DASHBOARD_SESSION_SECONDS })
        .redirect("/dashboard", 303);
    });
  });

  app.post("/dashboard/sign-out", async (request, reply) => {
    checkOrigin(request);
    const token = request.cookies[COOKIE];
    return unlessAway(request, reply, async () => {
      if (token !== undefined) await signIn.signOut(token);
      return reply.clearCookie(COOKIE, cookieOptions()).redirect("/dashboard", 303);
    });
  });

  /** Shows the sign-in page, which says so, while the database is away. */
  async function unlessAway(
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      request.log.error({ err: error.cause }, "the dashboard cannot reach the database");
      return signInPage(request, reply, "away");
    }
  }

  /** A browser always names the origin of a form; other programs send none and have no cookie to abuse. */
  function checkOrigin(request: FastifyRequest): void {
    if (request.headers.origin === undefined || isOwnOrigin(request, publicUrl())) return;
    throw new ApiError("invalid_request", { message: "The form was sent from another site." });
  }

  function signInPage(
    request: FastifyRequest,
    reply: FastifyReply,
    problem: SignInProblem,
  ): FastifyReply {
    void reply.status(PROBLEM_STATUS[problem]);
    return sendPage(services, request, reply, { page: "sign-in", problem });
  }
}

async function overview(
  { accounts, usage }: DashboardServices,
  account: Account,
): Promise<PageContent> {
  const keys = await reaching("accounts", accounts.keysOf(account.id));
  const days = await usage.read(account.id, lastDays(new Date()));
  return {
    page: "dashboard",
    email: account.email,
    keys: keys.map(({ name, prefix, createdAt, lastUsedAt, revokedAt }) => ({
      name,
      prefix,
      createdAt,
      lastUsedAt,
      isRevoked: revokedAt !== null,
    })),
    usage: usageRows(days),
  };
}

/** Sums the keys of an account by day and product. */
function usageRows(days: readonly UsageDay[]): readonly UsageRow[] {
  const rows = new Map<string, UsageRow>();
  for (const { day, product, requests, audioSeconds, characters } of days) {
    const id = `${day} ${product}`;
    const before = rows.get(id);
    rows.set(id, {
      day,
      product,
      requests: requests + (before?.requests ?? 0),
      audioSeconds: audioSeconds + (before?.audioSeconds ?? 0),
      characters: characters + (before?.characters ?? 0),
    });
  }
  return [...rows.values()];
}
