import { signal } from "@preact/signals";
import type { Sent } from "#service/contract/schema.ts";
import type { SessionBody } from "#service/contract/sessions.ts";
import { ApiError, type Problem } from "#web-kit/api/api-error.ts";
import { callApi, jsonBody } from "#web-kit/api/call-api.ts";
import { isGoodFor, minutesLeft, planOf, type Session } from "./session-plan.ts";

/** The state of the page's demo session, as shown to the reader. */
export type SessionView =
  | { readonly kind: "none" | "ended" }
  | { readonly kind: "open"; readonly minutesLeft: number };

const LOOK_EVERY_MS = 15_000;
const TOO_MANY_REQUESTS = 429;
const OUTLIVED: ReadonlySet<string> = new Set(["token_expired", "invalid_token"]);

/** The one demo session of this page: begun when it is first needed, renewed before it ends while the page is in use. */
export const sessionView = signal<SessionView>({ kind: "none" });
let session: Session | undefined;
let beginning: Promise<Session> | undefined;
let watching: ReturnType<typeof setInterval> | undefined;

/** Returns a token for a new request, of a new session where needed; rejects with ApiError. */
export async function sessionToken(): Promise<string> {
  const current = isGoodFor(session, Date.now()) ? session : await begin();
  session = { ...current, wasUsed: true };
  return current.token;
}

/** Discards the session if a problem says that its token is no longer accepted; returns whether it does. */
export function forgetIfOutlived({ code }: Problem): boolean {
  if (!OUTLIVED.has(code)) return false;
  session = undefined;
  return true;
}

/** Calls `act` with the session's token, and once more with a new token if the service no longer accepts the first. */
export async function withToken<Answer>(act: (token: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await act(await sessionToken());
  } catch (error) {
    if (!(error instanceof ApiError) || !forgetIfOutlived(error.problem)) throw error;
    return await act(await sessionToken());
  }
}

/** Requests speech; rejects with ApiError, or with the reason of an aborted signal. */
export function askForSpeech(
  fields: Readonly<Record<string, unknown>>,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const { headers, body } = jsonBody(fields);
  return withToken((token) =>
    callApi("/v1/audio/speech", {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${token}` },
      body,
      signal,
    }),
  );
}

/** Begins a session; concurrent callers share it. */
async function begin(): Promise<Session> {
  watch();
  beginning ??= requestSession().finally(() => (beginning = undefined));
  session = await beginning;
  show();
  return session;
}

async function requestSession(): Promise<Session> {
  const answer = await callApi("/v1/sessions", { method: "POST" }).catch((error: unknown) => {
    const isLimited = error instanceof ApiError && error.status === TOO_MANY_REQUESTS;
    throw isLimited ? new ApiError({ ...error.problem, code: "session_limit" }) : error;
  });
  const { token, expires_in } = (await answer.json()) as Sent<typeof SessionBody>;
  return { token, endsAtMs: Date.now() + expires_in * 1000, wasUsed: false };
}

function watch(): void {
  if (watching !== undefined) return;
  watching = setInterval(() => void look(), LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", () => void look());
}

async function look(): Promise<void> {
  if (session === undefined) return;
  const plan = planOf(session, Date.now(), document.visibilityState === "visible");
  if (plan === "end") session = undefined;
  // The reason for a failed renewal is reported when a session is next needed.
  if (plan === "renew") await begin().catch(() => undefined);
  show();
}

function show(): void {
  const nowMs = Date.now();
  sessionView.value =
    session === undefined || session.endsAtMs <= nowMs
      ? { kind: "ended" }
      : { kind: "open", minutesLeft: minutesLeft(session, nowMs) };
}
