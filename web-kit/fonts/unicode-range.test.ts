import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { charactersOf, unicodeRangeOf } from "./unicode-range.ts";

const root = path.resolve(import.meta.dirname, "../..");
const ofFont = charactersOf(
  unicodeRangeOf(readFileSync(path.join(import.meta.dirname, "inter.css"), "utf8")),
);

/** Letters of the phonetic alphabet and the spaces of files are not written in our font. */
const elsewhere = /[\n\u0250-\u02af\u02c8\u02d0]/;

test("our font has every character that our texts are written with", () => {
  const folder = path.join(root, "languages");
  const missing = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:json|md)$/.test(file))
    .flatMap((file) =>
      [...new Set(readFileSync(path.join(folder, file), "utf8"))]
        .filter((character) => !ofFont.includes(character) && !elsewhere.test(character))
        .map((character) => `${file}: ${character}`),
    );
  expect(missing).toEqual([]);
});

test("a range names characters one by one and from one to another", () => {
  expect(charactersOf("U+61-63, U+131")).toBe("abcı");
  expect(() => charactersOf("a-z")).toThrow('"a-z" is no part of a unicode-range');
});
