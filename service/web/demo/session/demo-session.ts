import { signal, type ReadonlySignal } from "@preact/signals";
import { apiProblem, connectionProblem, objectOf, ProblemError } from "../api/problem.ts";
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

  /** Returns a token that a request may begin with; rejects with ProblemError. */
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

async function beginSession(): Promise<Session> {
  const answer = await fetch("/v1/sessions", { method: "POST" }).catch(() => {
    throw new ProblemError(connectionProblem());
  });
  const body: unknown = await answer.json().catch(() => undefined);
  const { token, expires_in: seconds } = objectOf(body) ?? {};
  if (answer.ok && typeof token === "string" && typeof seconds === "number") {
    return { token, endsAtMs: Date.now() + seconds * 1000, wasUsed: false };
  }
  const problem = apiProblem(body, answer.status, answer.headers.get("retry-after"));
  throw new ProblemError(
    answer.status === TOO_MANY_REQUESTS ? { ...problem, code: "session_limit" } : problem,
  );
}
