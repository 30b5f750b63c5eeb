import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CheckFailure } from "../check/report.ts";
import { Trace } from "../check/trace.ts";
import { session } from "./session.ts";

let answer: { readonly status: number; readonly body: unknown };
let origins: (string | undefined)[] = [];
const server = createServer(({ headers }, response) => {
  origins.push(headers.origin);
  response.writeHead(answer.status).end(JSON.stringify(answer.body));
});
let url: string;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/session`;
});
afterAll(() => server.close());

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** A good session of ten minutes, with some fields changed. */
const made = (change: object = {}) => ({
  token: "st_~!",
  expires_in: 600,
  expires_at: inSeconds(600),
  ...change,
});

/** Returns result, reason and message of a check that gets this answer. */
async function found(body: unknown, status = 201) {
  answer = { status, body };
  const context = {
    signal: AbortSignal.timeout(10_000),
    trace: new Trace("s"),
    apiKey: "",
    account: undefined,
    seed: "s",
    turn: 0,
  };
  try {
    const options = { url, origin: "https://example.com/path", lifetime_seconds: 600 };
    const { result } = await session.run(options, context);
    return [result];
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    return ["failed", error.reason, error.message.replace(`POST ${url}: `, "")];
  }
}

test("a session is made for the website's origin", async () => {
  origins = [];
  expect(await found(made())).toEqual(["ok"]);
  expect(origins).toEqual(["https://example.com"]);
});

test.each([
  ["up to two minutes more", 715, ["ok"]],
  ["up to two minutes less", 485, ["ok"]],
  ["more", 725, ["failed", "bad_session", "expires_at is 725 s away"]],
  ["less", 475, ["failed", "bad_session", "expires_at is 475 s away"]],
])("a session may last %s than it says by this clock", async (_name, seconds, expected) => {
  expect(await found(made({ expires_at: inSeconds(seconds) }))).toEqual(expected);
});

test.each<[object, string, string]>([
  [{ token: "sk_1" }, "bad_session", "the token does not begin with st_"],
  [{ token: "st_" }, "bad_session", "the token has characters that no header takes"],
  [{ token: "st_a b" }, "bad_session", "the token has characters that no header takes"],
  [{ token: "st_\u007f" }, "bad_session", "the token has characters that no header takes"],
  [{ expires_in: 599 }, "bad_session", "expires_in is 599"],
  [{ expires_in: undefined }, "bad_session", "expires_in is not there"],
  [{ expires_at: "soon" }, "bad_session", "expires_at is NaN s away"],
])("a session with %j is refused", async (change, reason, message) => {
  expect(await found(made(change))).toEqual(["failed", reason, message]);
});

test("a session has a token as a text, and status 201", async () => {
  expect((await found(made({ token: 1 }))).slice(0, 2)).toEqual(["failed", "bad_body"]);
  expect(await found(made(), 200)).toEqual(["failed", "bad_status", "status 200 instead of 201"]);
});
