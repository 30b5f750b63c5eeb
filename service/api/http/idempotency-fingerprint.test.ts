import { expect, test } from "vitest";
import { fingerprintOf } from "./idempotency-fingerprint.ts";

const bytes = (...values: readonly number[]) => Uint8Array.from(values);

test.each<[unknown, unknown]>([
  [
    { a: 1, b: [{ c: "d", e: null }] },
    { b: [{ e: null, c: "d" }], a: 1 },
  ],
  [{ a: 1, b: undefined }, { a: 1 }],
  [{ file: bytes(1, 2) }, { file: Buffer.from([1, 2]) }],
])("%j and %j ask for the same", (one, other) => {
  expect(fingerprintOf(one)).toBe(fingerprintOf(other));
});

test.each<[unknown, unknown]>([
  [{ a: 1 }, { a: "1" }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], { 0: 1 }],
  [{ a: null }, {}],
  [bytes(1), bytes(2)],
  [{ bytes: 1 }, [{ bytes: 1 }]],
  [{ a: { b: 1 } }, { a: 1, b: 1 }],
  [{ fields: [] }, {}],
])("%j and %j do not", (one, other) => {
  expect(fingerprintOf(one)).not.toBe(fingerprintOf(other));
});
