import { expect, test } from "vitest";
import { displayPrefix, generateApiKey, hashSecret, isSameSecret } from "./api-key.ts";

test("a key is random, and is displayed by its first ten characters alone", () => {
  const key = generateApiKey();
  expect(key).toMatch(/^sk_[\w-]{32,}$/);
  expect(generateApiKey()).not.toBe(key);
  expect(displayPrefix(key)).toBe(key.slice(0, 10));
});

test("secrets are stored by their SHA-256, and are the same or not", () => {
  expect(hashSecret("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  expect(isSameSecret("one", "one")).toBe(true);
  expect(isSameSecret("one", "two")).toBe(false);
  expect(isSameSecret("one", "one and more")).toBe(false);
});
