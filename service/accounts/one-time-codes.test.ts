import { expect, test } from "vitest";
import {
  counterOf,
  newRecoveryCodes,
  newSecret,
  recoveryCodeOf,
  secretPicture,
} from "./one-time-codes.ts";

/** `12345678901234567890`, of which RFC 6238 has codes in its appendix B. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [20_000_000_000, "353130"],
])("at %i s the code is %s, and right for half a minute more on either side", (seconds, code) => {
  const counter = Math.floor(seconds / 30);
  expect(counterOf(secret, code, at(seconds))).toBe(counter);
  expect(counterOf(secret, code, at(seconds + 30))).toBe(counter);
  expect(counterOf(secret, code, at(seconds - 30))).toBe(counter);
  expect(counterOf(secret, code, at(seconds + 60))).toBeUndefined();
});

test.each(["", "28708", "2870822", "abcdef", "\u0662\u0668\u0667\u0660\u0668\u0662"])(
  "%j is no code",
  (code) => {
    expect(counterOf(secret, code, at(59))).toBeUndefined();
  },
);

test("secrets have 160 bits, and a picture in which an app reads them", () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(secretPicture(secret, { issuer: "Türkçe", label: "ada@example.com" })).toMatch(/^<svg /);
});

test("recovery codes are ten different ones, read however they are typed", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/);
  const [code = ""] = codes;
  expect(recoveryCodeOf(` ${code.toUpperCase().replaceAll("-", " ")} `)).toBe(code);
});
