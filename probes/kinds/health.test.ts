import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CheckFailure } from "../check/report.ts";
import { Trace } from "../check/trace.ts";
import { health } from "./health.ts";

let answer: { readonly status: number; readonly body: unknown };
const server = createServer((_request, response) =>
  response.writeHead(answer.status).end(JSON.stringify(answer.body)),
);
let url: string;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/health`;
});
afterAll(() => server.close());

/** Returns result, reason and message of a check of models on what the service answers. */
async function found(models: readonly string[], body: unknown, status = 200) {
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
    const { result, reason, message } = await health.run({ url, models: [...models] }, context);
    return [result, reason, message?.replace(url, "URL")];
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    return ["failed", error.reason, error.message.replace(url, "URL")];
  }
}

const models = { a: { status: "ok" }, b: { status: "slow" }, c: { status: "down" } };

test.each<[string, readonly string[], unknown, readonly (string | undefined)[]]>([
  ["all models ok", ["a"], { models }, ["ok", undefined, undefined]],
  [
    "one of them impaired",
    ["a", "b"],
    { models },
    ["degraded", "model_degraded", "GET URL: b is slow"],
  ],
  [
    "all of them impaired",
    ["b", "c"],
    { models },
    ["failed", "model_degraded", "GET URL: b is slow, c is down"],
  ],
  [
    "some that are not listed",
    ["a", "x", "y"],
    { models },
    ["failed", "bad_body", "GET URL: no state of x, y"],
  ],
  ["no models", ["a"], {}, ["failed", "bad_body", "GET URL: no state of a"]],
  ["null for models", ["a"], { models: null }, ["failed", "bad_body", "GET URL: no state of a"]],
  ["a text for models", ["a"], { models: "a" }, ["failed", "bad_body", "GET URL: no state of a"]],
  [
    "states that are none",
    ["a", "b", "c"],
    { models: { a: null, b: "ok", c: { status: 1 } } },
    ["failed", "bad_body", "GET URL: no state of a, b, c"],
  ],
])("a health document with %s", async (_name, names, body, expected) => {
  expect(await found(names, body)).toEqual(expected);
});

test("a health document has status 200", async () => {
  expect(await found(["a"], { models }, 503)).toEqual([
    "failed",
    "unavailable",
    "GET URL: status 503 instead of 200",
  ]);
});
