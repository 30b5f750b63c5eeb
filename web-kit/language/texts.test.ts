import { describe, expect, test } from "vitest";
import { byLanguage, fill, plural } from "./texts.ts";

describe("fill", () => {
  test("puts values where their names stand", () => {
    expect(fill("{count} of {most} keys, {count}!", { count: 2, most: "10" })).toBe(
      "2 of 10 keys, 2!",
    );
  });

  test("leaves a place that has no value", () => {
    expect(fill("Bearer {key}", {})).toBe("Bearer {key}");
  });
});

describe("plural", () => {
  const english = { one: "{count} key", other: "{count} keys" };

  test("takes the form of the count", () => {
    expect(plural("en", english, 1)).toBe("1 key");
    expect(plural("en", english, 2)).toBe("2 keys");
    expect(plural("tr", { other: "{count} anahtar" }, 1)).toBe("1 anahtar");
  });

  test("takes the count as the caller writes it", () => {
    expect(plural("en", english, 1200, { count: "1,200" })).toBe("1,200 keys");
  });
});

test("texts are found by the folder of their language, and each language needs them", () => {
  const files = {
    "/languages/en/home.json": { title: "Home" },
    "/languages/tr/home.json": { title: "Ana sayfa" },
  };
  expect(byLanguage(files).tr).toEqual({ title: "Ana sayfa", language: "tr" });
  expect(() => byLanguage({ "/languages/en/home.json": {} })).toThrow("no texts in tr");
});
