import type { Place } from "../places.ts";

/** Somebody who comes again and again. */
export interface Client {
  readonly place: Place;
  /** From the end of a visit to the beginning of the next. */
  readonly everyMs: number;
  /** Rejects when it was not served as it should be. */
  visit(): Promise<void>;
}

/** As long as people wait. */
export const TIMEOUT_MS = 15_000;

/** Sends a request, and reads the whole answer; rejects when it is not one of success, or takes too long. */
export async function ask(address: string | URL, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
  return text;
}

/** As `ask`, for JSON that an API answers with. */
export async function askApi<Body>(
  address: URL,
  credential: string,
  sent: {
    readonly method?: string;
    readonly body?: unknown;
    readonly idempotencyKey?: string;
  } = {},
): Promise<Body> {
  const { method = "GET", body, idempotencyKey } = sent;
  const isForm = body instanceof FormData;
  const text = await ask(address, {
    method,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return JSON.parse(text) as Body;
}

/** The address of a client, as the proxy in front of the programs would tell it; each number has its own. */
export function addressOf(number: number): string {
  return `10.0.${Math.floor(number / 256) % 256}.${number % 256}`;
}
