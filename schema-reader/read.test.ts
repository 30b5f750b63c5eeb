import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { accepts } from "./accepts.ts";
import { pathOf, placeOf, schemaOf } from "./fault.ts";
import { fromText } from "./from-text.ts";
import { type Reading, readBySchema } from "./read.ts";
import type { Stated } from "./stated.ts";

const Closed = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 3 }),
    port: Type.Integer({ minimum: 1, default: 80 }),
    tags: Type.Optional(Type.Array(Type.Enum(["a", "b"]), { maxItems: 2, uniqueItems: true })),
    weights: Type.Object({ major: Type.Number({ default: 1 }) }, { default: {} }),
    text: Type.Optional(
      Type.Union([
        Type.String(),
        Type.Object({ en: Type.String() }, { additionalProperties: false }),
      ]),
    ),
    form: Type.Optional(Type.Record(Type.String({ pattern: "^[a-z]+$" }), Type.String())),
    even: Type.Optional(
      Type.Refine(
        Type.Integer(),
        (value) => value % 2 === 0,
        () => "is odd",
      ),
    ),
    mode: Type.Optional(Type.Literal("fast")),
  },
  { additionalProperties: false },
);

function readingOf(schema: Stated, value: unknown, reading: Partial<Reading> = {}) {
  const faults: [string, string, string][] = [];
  const read = readBySchema(schema, value, {
    ...reading,
    onFault: ({ trail, keyword, message }) =>
      faults.push([pathOf(placeOf(trail)), keyword, message]),
  });
  return { read, faults };
}

test("defaults are filled in at any depth, and what was given stays as it is", () => {
  const given = Object.freeze({ name: "x" });
  expect(readingOf(Closed, given)).toEqual({
    read: { name: "x", port: 80, weights: { major: 1 } },
    faults: [],
  });
  const { read } = readingOf(Closed, given);
  (read as { weights: { major: number } }).weights.major = 2;
  expect(readingOf(Closed, given).read).toMatchObject({ weights: { major: 1 } });
});

describe("every fault is found at its place", () => {
  test.each<[unknown, [string, string, string][]]>([
    [5, [["", "type", "must be object"]]],
    [{}, [["", "required", "must have required properties name"]]],
    [{ name: "" }, [["name", "minLength", "must not have fewer than 1 characters"]]],
    [{ name: "abcd" }, [["name", "maxLength", "must not have more than 3 characters"]]],
    [
      { name: "a", port: 0, tags: ["a", "c"] },
      [
        ["port", "minimum", "must be >= 1"],
        ["tags[1]", "enum", "must be equal to one of the allowed values"],
      ],
    ],
    [{ name: "a", tags: ["a", "a"] }, [["tags", "uniqueItems", "must not have duplicate items"]]],
    [
      { nam: "a", port: "x" },
      [
        ["", "additionalProperties", "must not have additional properties: nam"],
        ["", "required", "must have required properties name"],
        ["port", "type", "must be integer"],
      ],
    ],
    [{ name: "a", text: 5 }, [["text", "anyOf", "must be a string or a JSON object"]]],
    [
      { name: "a", text: { xx: "a" } },
      [
        ["text", "additionalProperties", "must not have additional properties: xx"],
        ["text", "required", "must have required properties en"],
      ],
    ],
    [{ name: "a", form: { a: 1 } }, [["form.a", "type", "must be string"]]],
    [{ name: "a", even: 3 }, [["even", "~refine", "is odd"]]],
    [{ name: "a", mode: "slow" }, [["mode", "const", 'must be "fast"']]],
    [{ name: "a", weights: null }, [["weights", "type", "must be object"]]],
  ])("%j", (value, faults) => {
    expect(readingOf(Closed, value).faults).toEqual(faults);
  });
});

test("characters are counted as code points, and not at all in a text that is far too long", () => {
  const family = "👩‍👩‍👧";
  expect(readingOf(Closed, { name: "𝄞𝄞𝄞" }).faults).toEqual([]);
  expect(readingOf(Closed, { name: family }).faults).toHaveLength(1);
  expect(readingOf(Closed, { name: "e\u0301".repeat(10_000_000) }).faults).toHaveLength(1);
});

test("exactly one of some fields is there", () => {
  const One: Stated = Type.Object(
    { a: Type.Optional(Type.String()), b: Type.Optional(Type.String()) },
    { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
  );
  expect(readingOf(One, { a: "x" }).faults).toEqual([]);
  for (const value of [{}, { a: "x", b: "y" }]) {
    expect(readingOf(One, value).faults).toEqual([
      ["", "oneOf", "must have exactly one of a and b"],
    ]);
  }
});

test("null and unknown keys count or not, as the caller has it", () => {
  const Open = Type.Object({
    a: Type.Optional(Type.String()),
    b: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  });
  const value = { a: null, b: null, other: 1 };
  expect(readingOf(Open, value, { isNullAbsent: true, dropsUnknown: true })).toEqual({
    read: { b: null },
    faults: [],
  });
  expect(readingOf(Open, { other: 1 }).read).toEqual({ other: 1 });
  expect(readingOf(Open, value).faults).toEqual([["a", "type", "must be string"]]);
  const inherited = readingOf(Type.Object({ toString: Type.Optional(Type.String()) }), {});
  expect(inherited).toEqual({ read: {}, faults: [] });
});

test("values are converted before they are checked, by their schema", () => {
  const Query = Type.Object({
    limit: Type.Integer({ maximum: 9 }),
    isFull: Type.Boolean(),
    ids: Type.Array(Type.Number()),
  });
  const convert: Reading["convert"] = (value, trail) =>
    typeof value === "string" ? fromText(schemaOf(trail), value) : value;
  expect(readingOf(Query, { limit: "5", isFull: "1", ids: "[1, 2]" }, { convert })).toEqual({
    read: { limit: 5, isFull: true, ids: [1, 2] },
    faults: [],
  });
  expect(readingOf(Query, { limit: "5x", isFull: "yes", ids: "1" }, { convert }).faults).toEqual([
    ["limit", "type", "must be integer"],
    ["isFull", "type", "must be boolean"],
    ["ids", "type", "must be array"],
  ]);
});

test.each<[Stated, string]>([
  [Type.Integer({ minimum: 1, maximum: 5 }), "an integer from 1 to 5"],
  [Type.Number({ minimum: 1 }), "a number of at least 1"],
  [Type.Enum(["a", "b"]), "one of a, b"],
  [Type.Union([Type.String({ minLength: 1 }), Type.Null()]), "a string that is not empty or null"],
  [Type.Array(Type.String(), { maxItems: 2 }), "an array of at most 2 items"],
  [Type.Object({}), "a JSON object"],
])("%j accepts %s", (schema, text) => {
  expect(accepts(schema)).toBe(text);
});
