import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { projectRoot } from "../support/program.ts";
import { declaredNames, wordsOf } from "./declared-names.ts";
import { glossary } from "./glossary.ts";
import { allFiles } from "./product-files.ts";

const unwanted = new Set(glossary.names);
/** Finds files that may have such a word; only these are parsed. */
const mayHaveWord = new RegExp(glossary.names.join("|"), "i");

/** Columns of released tables, whose names are those of the database. */
const COLUMNS = new Set([
  "migrations/status/evidence-tables.ts: asked",
  "migrations/status/schema.ts: stories",
]);

/** Returns the names of a file that have a word that docs/words.md replaces, as `file: name`. */
function unwantedNames(file: string, text: string): string[] {
  if (!mayHaveWord.test(text)) return [];
  return declaredNames(file, text)
    .filter((name) => wordsOf(name).some((word) => unwanted.has(word)))
    .map((name) => `${file}: ${name}`)
    .filter((place) => !COLUMNS.has(place));
}

test("names of the product and its tests have the words of the glossary", () => {
  const files = allFiles();
  expect(unwanted.size).toBeGreaterThan(9);
  expect(
    files.flatMap((file) =>
      unwantedNames(file, readFileSync(path.join(projectRoot, file), "utf8")),
    ),
  ).toEqual([]);
});

test("a planted name is found wherever it is declared, in either case, and not inside another word", () => {
  const planted = `
    const MOST_BYTES = 1;
    function f(usualSpeed: number, history: string) { return usualSpeed; }
    class C { #toldAtMs = 0; askedFor() {} }
    interface I { readonly least: number; readonly asked_at: Date }
  `;
  expect(unwantedNames("a.ts", planted)).toEqual([
    "a.ts: MOST_BYTES",
    "a.ts: usualSpeed",
    "a.ts: toldAtMs",
    "a.ts: askedFor",
    "a.ts: least",
  ]);
});
