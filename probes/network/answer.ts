import type { Answer } from "./exchange.ts";
import { cutText } from "#monitor/domain/cut-text.ts";
import { CheckFailure } from "../check/report.ts";
import type { Reason } from "#monitor/domain/reason.ts";

const MAX_QUOTED_CHARACTERS = 200;

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

/** Parses the answer's body as a JSON object, or throws `bad_body`. */
export function jsonObject(answer: Answer): Readonly<Record<string, unknown>> {
  const value = parseObject(answer.body);
  if (value !== undefined) return value;
  throw badBody(answer, `not a JSON object: ${quote(answer.body)}`);
}

/** Reads a text field of a JSON answer, or throws `bad_body`. */
export function textField(answer: Answer, name: string): string {
  const value = jsonObject(answer)[name];
  if (typeof value === "string") return value;
  throw badBody(answer, `field ${name} is not a text: ${quote(answer.body)}`);
}

/** Throws a `CheckFailure` unless the page says by `<meta name="page" content="…">` that it is `marker`. */
export function expectMarker({ body, what, phases }: Answer, marker: string): void {
  const isThere = [...body.toString("utf8").matchAll(/<meta\b[^>]*>/g)].some(
    ([tag]) => /\bname="page"/.test(tag) && tag.includes(`content="${marker}"`),
  );
  if (isThere) return;
  throw new CheckFailure("marker_missing", `${what}: no page marker "${marker}"`, { phases });
}

/** The failure of an answer whose body is not what the interface promises. */
export function badBody(answer: Answer, detail: string): CheckFailure {
  return new CheckFailure("bad_body", `${answer.what}: ${detail}${requestId(answer)}`, {
    phases: answer.phases,
  });
}

/** Reads a value inside parsed JSON by a path of names joined with dots; undefined where it ends early. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

/**
 * The reason that an unexpected HTTP status, with the error code in its body, stands for. A refusal because of limits is one
 * unless the answer itself says that there was room.
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

/** What services name a limit of the account by; one of what runs at once leaves room in others. */
const limitCodes = /limit|quota|too_many/i;
const remainingHeader = /^(x-)?rate-?limit-remaining(-\w+)?$/;

function saysRoom(code: string | undefined, headers: Answer["headers"]): boolean {
  if (code !== undefined && limitCodes.test(code)) return false;
  const remaining = Object.entries(headers).filter(([name]) => remainingHeader.test(name));
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

function requestId(answer: Answer): string {
  const id = answer.headers["x-request-id"];
  return typeof id === "string" ? `, request ${id}` : "";
}

/** Parses a JSON object; undefined when it is none. */
export function parseObject(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function quote(body: Buffer): string {
  return cutText(body.toString("utf8"), MAX_QUOTED_CHARACTERS);
}
