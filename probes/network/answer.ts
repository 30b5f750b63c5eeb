import { BODY_LIMITS, type Answer } from "./exchange.ts";
import { CheckFailure } from "../check/report.ts";
import type { Reason } from "#monitor/domain/reason.ts";
import { isObject, jsonOf, valueAt } from "./json-value.ts";
import { quoted } from "./quoted.ts";

/** Throws a `CheckFailure` with the fitting reason unless the answer has the expected status. */
export function expectStatus(answer: Answer, expected: number): void {
  if (answer.status === expected) return;
  const { code, message } = errorOf(answer);
  const said = [code, message].filter((part) => part !== undefined).join(": ");
  throw new CheckFailure(
    reasonOfStatus(answer.status, code, answer.headers),
    `${answer.what}: status ${answer.status} instead of ${expected}${said ? ` (${said})` : ""}${requestId(answer)}`,
    { phases: answer.phases },
  );
}

/** Parses the answer's body as JSON, integers of any length exactly; throws `bad_body` if it is not JSON. */
export function jsonValue(answer: Answer): unknown {
  const value = jsonOf(textOf(answer));
  if (value !== undefined) return value;
  throw badBody(answer, `not JSON: ${quoted(textOf(answer))}`);
}

/** Parses the answer's body as a JSON object, or throws `bad_body`. */
export function jsonObject(answer: Answer): Readonly<Record<string, unknown>> {
  const value = parseObject(wholeBody(answer));
  if (value !== undefined) return value;
  throw badBody(answer, `not a JSON object: ${quoted(textOf(answer))}`);
}

/** Reads a text field of a JSON answer, or throws `bad_body`. */
export function textField(answer: Answer, name: string): string {
  const value = jsonObject(answer)[name];
  if (typeof value === "string") return value;
  throw badBody(answer, `field ${name} is not a text: ${quoted(textOf(answer))}`);
}

/**
 * Decodes the answer's body as browsers do: by its byte order mark, else by the charset of its Content-Type, else as UTF-8. Throws
 * `bad_body` for one that is too long to be read.
 */
export function textOf(answer: Answer): string {
  const body = wholeBody(answer);
  const type = answer.headers["content-type"];
  const charset = typeof type === "string" ? /charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] : "";
  return decoderOf(markedCharset(body) ?? charset).decode(body);
}

/** Returns the failure of an answer whose body is not what the interface promises. */
export function badBody(answer: Answer, detail: string): CheckFailure {
  return new CheckFailure("bad_body", `${answer.what}: ${detail}${requestId(answer)}`, {
    phases: answer.phases,
  });
}

/**
 * Returns the reason for an unexpected HTTP status with the error code in its body. A refusal with status 429 is `rate_limited`
 * unless the answer itself shows that no limit was reached.
 */
export function reasonOfStatus(
  status: number,
  code: string | undefined,
  headers: Answer["headers"] = {},
): Reason {
  if (code === "model_loading") return "model_loading";
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 429) return saysRoom(code, headers) ? "bad_status" : "rate_limited";
  if (status === 503) return "unavailable";
  return "bad_status";
}

/** Parses a JSON object in UTF-8, with or without a byte order mark; returns undefined for anything else. */
export function parseObject(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder();

/**
 * Error codes for a limit of the account. They take precedence over headers, since at a limit on concurrent requests the other
 * limits still have room.
 */
const LIMIT_CODES = /limit|quota|too_many/i;
const REMAINING_HEADER = /^(x-)?rate-?limit-remaining(-\w+)?$/;

function saysRoom(code: string | undefined, headers: Answer["headers"]): boolean {
  if (code !== undefined && LIMIT_CODES.test(code)) return false;
  const remaining = Object.entries(headers).filter(([name]) => REMAINING_HEADER.test(name));
  return remaining.length > 0 && remaining.every(([, value]) => Number(value) > 0);
}

function errorOf(answer: Answer): { code: string | undefined; message: string | undefined } {
  const body = parseObject(answer.body);
  const text = (path: string): string | undefined => {
    const value = valueAt(body, path);
    return typeof value === "string" ? value : undefined;
  };
  return { code: text("error.code"), message: text("error.message") };
}

function wholeBody(answer: Answer): Buffer {
  if (!answer.isTooLong) return answer.body;
  const mebibytes = BODY_LIMITS.document / 1024 / 1024;
  throw badBody(answer, `the body has more than the ${mebibytes} MiB that are read of a document`);
}

function markedCharset(body: Buffer): string | undefined {
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? "utf-8" : undefined;
}

function decoderOf(charset: string | undefined): TextDecoder {
  if (!charset) return utf8;
  try {
    return new TextDecoder(charset);
  } catch {
    return utf8;
  }
}

function requestId(answer: Answer): string {
  const id = answer.headers["x-request-id"];
  return typeof id === "string" ? `, request ${id}` : "";
}
