import { signal, type ReadonlySignal } from "@preact/signals";
import { ApiError } from "#web-kit/api/api-error.ts";
import { callApi } from "#web-kit/api/call-api.ts";
import { isGoodFor, minutesLeft, planOf, type Session } from "./session-plan.ts";

/** What the reader is told of the demo session. */
export type SessionView =
  | { readonly kind: "none" | "ended" }
  | { readonly kind: "open"; readonly minutesLeft: number };

const LOOK_EVERY_MS = 15_000;
const TOO_MANY_REQUESTS = 429;

/** The page's demo session: begun when it is first needed, renewed before it ends while the page is used. */
export class DemoSession {
  readonly #view = signal<SessionView>({ kind: "none" });
  #session: Session | undefined;
  #beginning: Promise<Session> | undefined;

  constructor() {
    setInterval(() => void this.#look(), LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", () => void this.#look());
  }

  get view(): ReadonlySignal<SessionView> {
    return this.#view;
  }

  /** Returns a token that a request may begin with; rejects with ApiError. */
  async token(): Promise<string> {
    const session = isGoodFor(this.#session, Date.now()) ? this.#session : await this.#begin();
    this.#session = { ...session, wasUsed: true };
    return session.token;
  }

  /** Forgets a session that the service no longer takes. */
  forget(): void {
    this.#session = undefined;
  }

  /** Begins a session; whoever asks meanwhile gets the same. */
  #begin(): Promise<Session> {
    this.#beginning ??= beginSession()
      .then((session) => {
        this.#session = session;
        this.#show();
        return session;
      })
      .finally(() => {
        this.#beginning = undefined;
      });
    return this.#beginning;
  }

  async #look(): Promise<void> {
    if (this.#session === undefined) return;
    const plan = planOf(this.#session, Date.now(), document.visibilityState === "visible");
    if (plan === "end") this.#session = undefined;
    // What keeps it from being renewed is told when it is needed.
    if (plan === "renew") await this.#begin().catch(() => undefined);
    this.#show();
  }

  #show(): void {
    const session = this.#session;
    const isOver = session === undefined || session.endsAtMs <= Date.now();
    this.#view.value = isOver
      ? { kind: "ended" }
      : { kind: "open", minutesLeft: minutesLeft(session, Date.now()) };
  }
}

let session: DemoSession | undefined;

/** Returns the one demo session of this page. */
export function pageSession(): DemoSession {
  session ??= new DemoSession();
  return session;
}

async function beginSession(): Promise<Session> {
  const answer = await callApi("/v1/sessions", { method: "POST" }).catch((error: unknown) => {
    const isLimited = error instanceof ApiError && error.status === TOO_MANY_REQUESTS;
    throw isLimited ? new ApiError({ ...error.problem, code: "session_limit" }) : error;
  });
  const { token, expires_in } = (await answer.json()) as {
    readonly token: string;
    readonly expires_in: number;
  };
  return { token, endsAtMs: Date.now() + expires_in * 1000, wasUsed: false };
}
