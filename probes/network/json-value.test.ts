import { describe, expect, test } from "vitest";
import { isExpected, isObject, jsonOf, shown, valueAt } from "./json-value.ts";

const largest = String(Number.MAX_SAFE_INTEGER);
const above = "9007199254740993";

test.each<[string, unknown]>([
  ['{"a":[1,2.5,"x",null]}', { a: [1, 2.5, "x", null] }],
  [`[${largest},-${largest}]`, [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]],
  [`[${above},-${above}]`, [BigInt(above), -BigInt(above)]],
  [`["${above}",1.${above}]`, [above, Number(`1.${above}`)]],
  [`[${above}.5,${above}e2]`, [Number(`${above}.5`), Number(`${above}e2`)]],
  [`[${"1".repeat(400)}]`, [BigInt("1".repeat(400))]],
  [`[${"1".repeat(401)}]`, [Infinity]],
  ["", undefined],
  ["{", undefined],
  [`{"${above}"`, undefined],
])("%s is parsed with its long integers exact", (text, value) => {
  expect(jsonOf(text)).toEqual(value);
});

describe("a value is read by its path", () => {
  const document = {
    a: { b: [10, { c: "x" }], n: null },
    "a.b": { d: 1 },
    "v1.2": { "x.y": true },
    "01": "key",
  };

  test.each<[string, unknown]>([
    ["a.b.0", 10],
    ["a.b.1.c", "x"],
    ["a.n", null],
    ["a.b.d", 1],
    ["v1.2.x.y", true],
    ["01", "key"],
    ["a.b.2", undefined],
    ["a.b.-1", undefined],
    ["a.b.0x0", undefined],
    ["a.b.length", undefined],
    ["a.b.0.toString", undefined],
    ["toString", undefined],
    ["a.n.x", undefined],
    ["b", undefined],
  ])("%s", (path, value) => {
    expect(valueAt(document, path)).toEqual(value);
  });
});

test.each<[unknown, string | number | boolean, boolean]>([
  ["1", "1", true],
  ["1", 1, false],
  [1, 1, true],
  [true, true, true],
  [false, true, false],
  [5n, 5, true],
  [5n, 6, false],
  [5n, 5.5, false],
  [BigInt(above), above, true],
  [BigInt(above), `${above}0`, false],
  [5n, true, false],
  [null, "null", false],
])("%s where %j is expected: %s", (found, expected, is) => {
  expect(isExpected(found, expected)).toBe(is);
});

test.each<[unknown, string]>([
  [12n, "12"],
  [1.5, "1.5"],
  [null, "null"],
  [undefined, "not there"],
  [[1, 2], "a list of 2"],
  [{ a: 1 }, "an object"],
  ['say "x"', String.raw`"say \"x\""`],
  ["x".repeat(200), `"${"x".repeat(200)}"`],
  ["x".repeat(201), `"${"x".repeat(200)}…"`],
])("%s is shown", (value, text) => {
  expect(shown(value)).toBe(text);
});

test("an object is neither a list nor null", () => {
  expect([{}, [], null, "x", undefined].map(isObject)).toEqual([true, false, false, false, false]);
});
