import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { DEFAULT_LANGUAGE, languages } from "#web-kit/language/languages.ts";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * Files of texts in the first language, but for those that translate what others say in English, which other tests hold to it,
 * and what readers type into the search, which is other in each language.
 */
const parts = globSync(`languages/${DEFAULT_LANGUAGE}/**/*.json`, { cwd: root })
  .filter((file) => !/\/(?:docs-sentences|reference-renderer|search)\.json$/.test(file))
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
  const file = part.replace(`/${DEFAULT_LANGUAGE}/`, `/${language}/`);
  return textsOf(JSON.parse(readFileSync(path.join(root, file), "utf8")));
}

function shapeOf(texts: readonly [string, Text][]): string[][] {
  return texts.map(([name, text]) => [name, ...placesOf(text)]);
}

function placesOf(text: Text): string[] {
  const whole = typeof text === "string" ? text : text.other;
  const places = [...whole.matchAll(/\{(\w+)\}/g)].map(([, place = ""]) => place);
  return [...new Set(places)].toSorted();
}

/** All code that shows texts, and the reasons, whose texts are looked up by their names. */
const code = globSync(
  [
    "{mail,monitor,service,status-api,status-page,web-kit}/**/*.{ts,tsx}",
    "monitor/domain/reasons.json",
  ],
  { cwd: root },
)
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(root, file), "utf8"))
  .join("\n");

test("the texts are found", () => {
  expect(parts).toContain("languages/en/monitor/incidents.json");
  expect(parts).toContain("languages/en/site/frame.json");
  expect(parts).toContain("languages/en/status-page/page.json");
});

describe.each(parts)("%s", (part) => {
  // Texts get the language that they are in under this name when they are loaded.
  test("names no text `language`", () => {
    expect(read(part, DEFAULT_LANGUAGE).map(([name]) => name)).not.toContain("language");
  });

  test.each(languages)("has the same texts in %s, with the same places, none empty", (language) => {
    const texts = read(part, language);
    expect(shapeOf(texts)).toEqual(shapeOf(read(part, DEFAULT_LANGUAGE)));
    expect(texts.filter(([, text]) => text === "")).toEqual([]);
  });

  test("has no text that nothing shows", () => {
    // Texts below a name that is looked up by a value, as `texts.products[product]`, are all used.
    const names = new Set(read(part, DEFAULT_LANGUAGE).map(([name]) => name.split(".")[0]!));
    const unused = [...names].filter(
      (name) => !new RegExp(`\\.${name}\\b|[{,]\\s*${name}\\s*[,:}]|"${name}"`).test(code),
    );
    expect(unused).toEqual([]);
  });
});

test("a text is filled with the values of its places", () => {
  const places = new Map<string, Set<string>>();
  for (const [name, text] of parts.flatMap((part) => read(part, DEFAULT_LANGUAGE))) {
    const leaf = name.split(".").at(-1)!;
    places.set(leaf, new Set([...(places.get(leaf) ?? []), placesOf(text).join()]));
  }
  const calls = [...code.matchAll(/\bfill\(\s*[\w.]+\.(\w+),\s*\{([^{}]*)\},?\s*\)/g)];
  const wrong = calls.filter(([, leaf = "", values = ""]) => {
    const given = [...withoutCalls(values).matchAll(/(?:^|,)\s*(\w+)/g)].map(
      ([, name = ""]) => name,
    );
    return (
      places.get(leaf)?.has(given.toSorted((one, other) => one.localeCompare(other)).join()) !==
      true
    );
  });
  expect(calls.length).toBeGreaterThan(20);
  expect(wrong.map(([call]) => call)).toEqual([]);
});

/** Values without the arguments of what is called to make them. */
function withoutCalls(values: string): string {
  const without = values.replaceAll(/\([^()]*\)/g, "");
  return without === values ? values : withoutCalls(without);
}
