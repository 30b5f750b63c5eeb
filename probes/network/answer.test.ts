import { describe, expect, test } from "vitest";
import { CheckFailure } from "../check/report.ts";
import {
  badBody,
  expectStatus,
  jsonObject,
  jsonValue,
  parseObject,
  reasonOfStatus,
  textField,
  textOf,
} from "./answer.ts";
import type { Answer } from "./exchange.ts";

const phases = { connect: 1 };

const answerOf = (body: string | Buffer, change: Partial<Answer> = {}): Answer => ({
  status: 200,
  headers: {},
  body: Buffer.from(body),
  isTooLong: false,
  phases,
  what: "GET x",
  ...change,
});

/** Returns reason and message of the failure that some work throws. */
function failureOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    if (error.phases !== phases) throw new Error("it has other phases", { cause: error });
    return [error.reason, error.message];
  }
  return [];
}

describe("a status", () => {
  test("that is expected is no failure", () => {
    expect(failureOf(() => expectStatus(answerOf("", { status: 204 }), 204))).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["", "bad_status", ""],
    ["[]", "bad_status", ""],
    ['{"error":{"code":"boom"}}', "bad_status", " (boom)"],
    ['{"error":{"message":"It broke."}}', "bad_status", " (It broke.)"],
    ['{"error":{"code":"boom","message":"It broke."}}', "bad_status", " (boom: It broke.)"],
    ['{"error":{"code":5,"message":null}}', "bad_status", ""],
    ['{"error":{"code":"model_loading"}}', "model_loading", " (model_loading)"],
  ])("that is another one is explained by the body %s", (body, reason, said) => {
    const answer = answerOf(body, { status: 500, headers: { "x-request-id": "r1" } });
    expect(failureOf(() => expectStatus(answer, 200))).toEqual([
      reason,
      `GET x: status 500 instead of 200${said}, request r1`,
    ]);
  });

  test.each<[number, string | undefined, Answer["headers"], string]>([
    [401, undefined, {}, "unauthorized"],
    [403, undefined, {}, "unauthorized"],
    [404, undefined, {}, "bad_status"],
    [503, undefined, {}, "unavailable"],
    [503, "model_loading", {}, "model_loading"],
    [500, "model_loading", {}, "model_loading"],
    [429, undefined, {}, "rate_limited"],
    [429, "other", { "x-ratelimit-remaining": "0" }, "rate_limited"],
    [429, "other", { "x-ratelimit-remaining": "1" }, "bad_status"],
    [429, undefined, { "ratelimit-remaining-requests": "2" }, "bad_status"],
    [429, undefined, { "x-rate-limit-remaining": "2", "ratelimit-remaining": "0" }, "rate_limited"],
    [429, undefined, { "x-ratelimit-limit": "5" }, "rate_limited"],
    [429, undefined, { "x-ratelimit-remaining": "many" }, "rate_limited"],
    [429, "too_many_requests", { "x-ratelimit-remaining": "5" }, "rate_limited"],
    [429, "quota_exceeded", { "x-ratelimit-remaining": "5" }, "rate_limited"],
    [429, "RATE_LIMITED", { "x-ratelimit-remaining": "5" }, "rate_limited"],
  ])("of %i with code %s and %j is %s", (status, code, headers, reason) => {
    expect(reasonOfStatus(status, code, headers)).toBe(reason);
  });
});

describe("a body", () => {
  const type = (contentType: string) => ({ headers: { "content-type": contentType } });

  test.each<[string, Answer, string]>([
    ["UTF-8 unless it says otherwise", answerOf("ğ"), "ğ"],
    ["by its charset", answerOf(Buffer.from([0xf0]), type("text/html; charset=iso-8859-9")), "ğ"],
    [
      "by a quoted charset",
      answerOf(Buffer.from([0xf0]), type('text/html; Charset = "windows-1254"; x=y')),
      "ğ",
    ],
    ["UTF-8 with an unknown charset", answerOf("ğ", type("text/html; charset=klingon")), "ğ"],
    ["without a charset", answerOf("ğ", type("text/html")), "ğ"],
    ["by its mark, UTF-16 of one order", answerOf(Buffer.from([0xff, 0xfe, 0x1f, 1])), "ğ"],
    ["by its mark, UTF-16 of the other", answerOf(Buffer.from([0xfe, 0xff, 1, 0x1f])), "ğ"],
    [
      "by its mark before its charset",
      answerOf(Buffer.from("\ufeffğ"), type("text/html; charset=iso-8859-9")),
      "ğ",
    ],
  ])("is read %s", (_name, answer, text) => {
    expect(textOf(answer)).toBe(text);
  });

  test("that is too long is not read", () => {
    const long = answerOf("", { isTooLong: true });
    const failure = [
      "bad_body",
      "GET x: the body has more than the 8 MiB that are read of a document",
    ];
    expect(failureOf(() => textOf(long))).toEqual(failure);
    expect(failureOf(() => jsonValue(long))).toEqual(failure);
    expect(failureOf(() => jsonObject(long))).toEqual(failure);
  });

  test("is read as JSON", () => {
    expect(jsonValue(answerOf("[9007199254740993]"))).toEqual([9_007_199_254_740_993n]);
    expect(jsonValue(answerOf("null"))).toBeNull();
    expect(jsonObject(answerOf('\ufeff{"a":1}'))).toEqual({ a: 1 });
    expect(textField(answerOf('{"text":""}'), "text")).toBe("");
    expect(parseObject(Buffer.from("[]"))).toBeUndefined();
    expect(parseObject(Buffer.from("{"))).toBeUndefined();
  });

  test.each<[string, () => unknown]>([
    ["not JSON: {", () => jsonValue(answerOf("{"))],
    ["not a JSON object: [1]", () => jsonObject(answerOf("[1]"))],
    ["not a JSON object: {", () => jsonObject(answerOf("{"))],
    ['field text is not a text: {"text":1}', () => textField(answerOf('{"text":1}'), "text")],
    ["field text is not a text: {}", () => textField(answerOf("{}"), "text")],
  ])("is refused: %s", (detail, work) => {
    expect(failureOf(work)).toEqual(["bad_body", `GET x: ${detail}`]);
  });

  test("is refused with the id of its request", () => {
    const answer = answerOf("", { headers: { "x-request-id": "r1" } });
    expect(badBody(answer, "odd")).toMatchObject({ message: "GET x: odd, request r1", phases });
  });
});
