import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { defaultLanguage, languages } from "#web-kit/language/languages.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Files of texts in the first language, but for the translations of the contract, which another test holds to it. */
const parts = globSync(`*/{,*/}texts/${defaultLanguage}/*.json`, { cwd: root })
  .filter((file) => !/^(?:build|node_modules)\/|\/docs-sentences\.json$/.test(file))
  .toSorted();

type Text = string | { readonly other: string };

/** Every text of a file with the names that lead to it; a text with plural forms is one. */
function textsOf(value: unknown, trail: readonly string[] = []): [string, Text][] {
  if (typeof value === "string" || isPlural(value)) return [[trail.join("."), value]];
  return Object.entries(value as object).flatMap(([name, inner]) =>
    textsOf(inner, [...trail, name]),
  );
}

function isPlural(value: unknown): value is { readonly other: string } {
  const forms = Object.keys(value as object);
  return (
    forms.includes("other") && forms.every((form) => /^(zero|one|two|few|many|other)$/.test(form))
  );
}

function read(part: string, language: string): [string, Text][] {
  const file = part.replace(`/texts/${defaultLanguage}/`, `/texts/${language}/`);
  return textsOf(JSON.parse(readFileSync(path.join(root, file), "utf8")));
}

function shapeOf(texts: readonly [string, Text][]): string[][] {
  return texts.map(([name, text]) => {
    const whole = typeof text === "string" ? text : text.other;
    const places = [...whole.matchAll(/\{(\w+)\}/g)].map(([, place = ""]) => place);
    return [name, ...new Set(places.toSorted())];
  });
}

test("the texts are found", () => {
  expect(parts).toContain("monitor/domain/texts/en/incidents.json");
  expect(parts).toContain("service/web/texts/en/frame.json");
  expect(parts).toContain("status-page/texts/en/page.json");
});

describe.each(parts)("%s", (part) => {
  // Texts get the language that they are in under this name when they are loaded.
  test("names no text `language`", () => {
    expect(read(part, defaultLanguage).map(([name]) => name)).not.toContain("language");
  });

  test.each(languages)("has the same texts in %s, with the same places, none empty", (language) => {
    const texts = read(part, language);
    expect(shapeOf(texts)).toEqual(shapeOf(read(part, defaultLanguage)));
    expect(texts.filter(([, text]) => text === "")).toEqual([]);
  });
});
