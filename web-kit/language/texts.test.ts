import { describe, expect, test } from "vitest";
import { languages } from "./languages.ts";
import { byLanguage, fill, plural } from "./texts.ts";

describe("fill", () => {
  test("puts values where their names stand", () => {
    expect(fill("{count} of {max} keys, {count}!", { count: 2, max: "10" })).toBe(
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
  const paths = languages.map((language) => `/languages/${language}/home.json`);
  const files = Object.fromEntries(paths.map((path) => [path, { title: path }]));
  const tr = { title: "/languages/tr/home.json", language: "tr" };
  expect(byLanguage(files)).toMatchObject({ tr });
  delete files["/languages/tr/home.json"];
  expect(() => byLanguage(files)).toThrow("no texts in tr");
});
