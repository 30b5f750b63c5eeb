import type { InterfaceItem } from "./interface/items.ts";
import { codeOf, DOCUMENTED_ERRORS, type DocumentedError } from "./interface/documented-errors.ts";
import type { DocumentedErrorName } from "./interface/documented-errors.ts";
import type { ConformanceSocket } from "./conformance-socket.ts";
import { matches, same, that } from "./mismatch.ts";
import type { Fault, Part, Row, RowContext } from "./row.ts";
import type { Answer, Json } from "./service-client.ts";

/** Client libraries try these again unless they are told not to. */
const RETRIED_UNASKED: ReadonlySet<number> = new Set([408, 409, 429]);

/** A refusal that a row expects. */
export interface Refused {
  readonly code: DocumentedErrorName;
  readonly param?: string | null;
  readonly part?: Part;
  readonly title: string;
  readonly sees?: readonly InterfaceItem[];
  readonly fault?: Fault;
  /** Of the message, where the interface says what it names. */
  readonly message?: RegExp;
}

type Expected = Pick<Refused, "code" | "param" | "message">;

/** Makes a row in which a request is refused. */
export function refused(expected: Refused, send: (context: RowContext) => Promise<Answer>): Row {
  return {
    ...refusalRow(expected, `${expected.code}: ${expected.title}`),
    check: async (context) => expectRefusal(await send(context), expected),
  };
}

/** Makes a row in which a socket is told an error and closed. */
export function refusedOnSocket(
  expected: Refused,
  open: (context: RowContext) => Promise<ConformanceSocket>,
): Row {
  return {
    ...refusalRow(expected, `${expected.code} on a socket: ${expected.title}`),
    isOnSocket: true,
    check: async (context) => expectSocketRefusal(await open(context), expected),
  };
}

function refusalRow(
  { code, part = "errors", sees = [], fault }: Refused,
  title: string,
): Omit<Row, "check"> {
  return { part, title, codes: [code], sees, ...(fault !== undefined && { fault }) };
}

/** Throws Mismatch unless the answer is this error with everything that belongs to it. */
export function expectRefusal(
  answer: Answer,
  { code, param = null, message = /\S/ }: Expected,
): void {
  const { status, type, isTemporary }: DocumentedError = DOCUMENTED_ERRORS[code];
  const text = answer.body.toString("utf8", 0, 300);
  same("status", [answer.status, answer.status === status ? "" : text], [status, ""]);
  matches("content-type", answer.headers["content-type"], /^application\/json\b/);
  matches("x-request-id", answer.headers["x-request-id"], /^\S{8,}$/);
  expectBody(answer.json["error"] as Json, { type, code: codeOf(code), param }, message);
  same("fields of the body", Object.keys(answer.json), ["error"]);
  const retryAfter = answer.headers["retry-after"];
  const shouldRetry = answer.headers["x-should-retry"];
  if (isTemporary) {
    expectSeconds("retry-after", Number(retryAfter));
    same("x-should-retry", shouldRetry, "true");
    return;
  }
  same("retry-after", retryAfter, undefined);
  same("x-should-retry", shouldRetry, RETRIED_UNASKED.has(status) ? "false" : undefined);
}

/** Throws Mismatch unless the socket says this error and closes with its code. */
export async function expectSocketRefusal(
  socket: ConformanceSocket,
  { code, param = null, message = /\S/ }: Expected,
): Promise<void> {
  const { status, type, isTemporary }: DocumentedError = DOCUMENTED_ERRORS[code];
  const said = await socket.message("error");
  const { request_id, retry_after, event_id, ...error } = said["error"] as Json;
  // The realtime dialect names the client's event that is at fault, and has no time to wait.
  const isRealtime = said["event_id"] !== undefined;
  if (isRealtime) same("event_id", event_id, null);
  expectBody(error, { type, code: codeOf(code), param }, message);
  matches("request_id", request_id, /^\S{8,}$/);
  if (isTemporary && !isRealtime) expectSeconds("retry_after", Number(retry_after));
  else same("retry_after", retry_after, undefined);
  same("close code", await socket.closed(), 4000 + status);
}

function expectBody(
  error: Json,
  expected: { readonly type: string; readonly code: string; readonly param: string | null },
  message: RegExp,
): void {
  const { message: sentence, ...rest } = error;
  same("error", rest, expected);
  matches("message", sentence, message);
}

function expectSeconds(what: string, seconds: number): void {
  const holds = Number.isInteger(seconds) && seconds >= 1 && seconds <= 60;
  that(what, holds, "whole seconds from 1 to 60", seconds);
}
