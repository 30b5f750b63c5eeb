import type { FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import {
  codeOf,
  fieldIn,
  FormFault,
  Gone,
  isLanguageChange,
  keyIn,
  momentIn,
  neededMomentIn,
  numberBefore,
  outcomeOf,
  parameterIn,
  queryOf,
  readOne,
  refusalIn,
  textsIn,
  writtenTexts,
} from "./forms.ts";

type Answer = Awaited<ReturnType<Parameters<typeof outcomeOf>[0]>>;

const answerOf = (statusCode: number, body: unknown = {}) =>
  ({ statusCode, json: () => body }) as Answer;
const refused = (param: string | null, statusCode = 422) =>
  answerOf(statusCode, { error: { code: "invalid_field", param, message: "No.", type: "x" } });
const fields = (entries: Readonly<Record<string, string>>) => new URLSearchParams(entries);

test("a field is trimmed, with one kind of line end", () => {
  expect(fieldIn(fields({ body: " a\r\nb\n " }), "body")).toBe("a\nb");
  expect(fieldIn(fields({}), "body")).toBe("");
});

test("a parameter has nothing that no stored text has", () => {
  expect(parameterIn({ of: " a\u0000\u200bb " }, "of")).toBe("ab");
  expect(parameterIn({ of: " \u0000" }, "of")).toBeUndefined();
  expect(parameterIn({ of: ["a"] }, "of")).toBeUndefined();
  expect(parameterIn({}, "of")).toBeUndefined();
});

test.each([
  ["0", 0],
  ["9".repeat(15), 999_999_999_999_999],
  ["9".repeat(16), undefined],
  ["-1", undefined],
  ["1.5", undefined],
  ["", undefined],
])("a list goes on after %j: %s", (before, number) => {
  expect(numberBefore({ before })).toBe(number);
});

test("a query has no empty parameters", () => {
  expect(queryOf({ list: "a b", before: undefined, of: "" })).toBe("?list=a+b");
  expect(queryOf({ of: "" })).toBe("");
});

test("a form has its own key, or gets one", () => {
  expect(keyIn(fields({ key: " k " }))).toBe("k");
  expect(keyIn(fields({ key: "" }))).toMatch(/^[\da-f-]{36}$/);
});

test("a form that was sent for another language is no preview", () => {
  expect(isLanguageChange(fields({ lang: "tr" }))).toBe(true);
  expect(isLanguageChange(fields({ lang: "tr", previewed: "" }))).toBe(false);
  expect(isLanguageChange(fields({}))).toBe(false);
});

test("texts are names and bodies in all languages", () => {
  const texts = textsIn(fields({ name: " N ", name_tr: "", body: "B", bodyguard: "x", key: "k" }));
  expect(texts).toEqual({ name: "N", name_tr: "", body: "B" });
  expect(writtenTexts(texts)).toEqual({ name: "N", body: "B" });
});

describe("a time of a form", () => {
  test("is by the clock of its zone", () => {
    expect(momentIn("2026-11-21T15:00", "Europe/Istanbul")).toBe("2026-11-21T12:00:00.000Z");
    expect(neededMomentIn("2026-11-21T15:00", "Etc/UTC")).toBe("2026-11-21T15:00:00.000Z");
    expect(momentIn("", "Etc/UTC")).toBeUndefined();
  });

  test.each([
    [() => momentIn("", "Mars"), { kind: "unknownZone", zone: "Mars" }],
    [
      () => momentIn("2026-03-29T02:30", "Europe/Berlin"),
      { kind: "skippedTime", zone: "Europe/Berlin", time: "2026-03-29T02:30" },
    ],
    [() => neededMomentIn("", "Etc/UTC"), { kind: "missingTime" }],
  ])("%s is refused: %j", async (read, problem) => {
    const ask = async () => {
      read();
      return answerOf(200);
    };
    expect(read).toThrow(FormFault);
    expect(await outcomeOf(ask)).toEqual({ code: 400, problem });
    expect(await outcomeOf(ask, true)).toEqual({ code: 200, problem });
  });
});

test("what an address names is read from the admin API, and gone where there is none", async () => {
  const paths: string[] = [];
  const requestFor = (statusCode: number) =>
    ({
      params: { id: "i/1" },
      askAdmin: async (method: string, path: string) => {
        paths.push(`${method} ${path}`);
        return answerOf(statusCode, { id: "i/1" });
      },
    }) as unknown as FastifyRequest<{ Params: { id: string } }>;
  expect(await readOne(requestFor(200), "incident", "/incidents")).toEqual({ id: "i/1" });
  const gone = readOne(requestFor(404), "incident", "/incidents");
  await expect(gone).rejects.toEqual(new Gone("incident"));
  expect(paths).toEqual(["GET /incidents/i%2F1", "GET /incidents/i%2F1"]);
});

describe("an answer of the admin API", () => {
  test.each(["name", "components", null])("that refuses %s says why", (param) => {
    expect(refusalIn(refused(param))).toEqual({ code: "invalid_field", param, message: "No." });
  });

  test("that is a success has no refusal", async () => {
    const answer = answerOf(299);
    expect(refusalIn(answer)).toBeNull();
    expect(await outcomeOf(async () => answer)).toEqual({ answer, problem: null });
    expect(refusalIn(refused("name", 300))).not.toBeNull();
  });

  test.each([
    [422, false, 422],
    [422, true, 200],
    [499, true, 200],
    [500, true, 500],
    [503, false, 503],
  ])("of %i for a preview (%s) is a page of %i", async (statusCode, isPreview, code) => {
    expect(codeOf(answerOf(statusCode), isPreview)).toBe(code);
    expect(await outcomeOf(async () => refused("name", statusCode), isPreview)).toMatchObject({
      code,
      problem: { kind: "refused", refusal: { param: "name" } },
    });
  });

  test("that does not come fails the form", async () => {
    const broken = outcomeOf(() => Promise.reject(new TypeError("broken")));
    await expect(broken).rejects.toThrow("broken");
  });
});
