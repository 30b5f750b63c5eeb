import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const folder = import.meta.dirname;
const web = path.dirname(folder);

/** Files of texts, but for the translations of the contract, which another test holds to the contract. */
const parts = readdirSync(path.join(folder, "en")).filter(
  (name) => name.endsWith(".json") && name !== "docs-sentences.json",
);

type Text = string | { readonly other: string };

/** Every text of a file with the names that lead to it; a text with plural forms is one. */
function textsOf(value: unknown, trail: readonly string[] = []): [string, Text][] {
  if (typeof value === "string") return [[trail.join("."), value]];
  if (isPlural(value)) return [[trail.join("."), value]];
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

function read(language: string, part: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, language, part), "utf8"));
}

const placesOf = (text: Text): string[] => {
  const whole = typeof text === "string" ? text : text.other;
  return [...new Set([...whole.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name))].toSorted();
};

const sources = readdirSync(web, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => readFileSync(path.join(web, name), "utf8"))
  .join("\n");

describe.each(parts)("%s", (part) => {
  test("has no text that nothing shows", () => {
    // Texts below a name that is looked up by a value, as `texts.products[product]`, are all used.
    const unused = Object.keys(read("en", part) as object).filter(
      (name) => !new RegExp(`\\.${name}\\b|[{,]\\s*${name}\\s*[,:}]|"${name}"`).test(sources),
    );
    expect(unused).toEqual([]);
  });
});

test("a text is filled with the values of its places", () => {
  const places = new Map<string, Set<string>>();
  for (const [name, text] of parts.flatMap((part) => textsOf(read("en", part)))) {
    const leaf = name.split(".").at(-1) ?? "";
    places.set(leaf, new Set([...(places.get(leaf) ?? []), placesOf(text).join()]));
  }
  const calls = [...sources.matchAll(/\bfill\(\s*[\w.]+\.(\w+),\s*\{([^{}]*)\},?\s*\)/g)];
  const wrong = calls.filter(([, leaf = "", values = ""]) => {
    const given = [...withoutCalls(values).matchAll(/(?:^|,)\s*(\w+)/g)]
      .map(([, name = ""]) => name)
      .toSorted();
    return places.get(leaf)?.has(given.join()) !== true;
  });
  expect(calls.length).toBeGreaterThan(20);
  expect(wrong.map(([call]) => call)).toEqual([]);
});

/** Values without the arguments of what is called to make them. */
function withoutCalls(values: string): string {
  const without = values.replaceAll(/\([^()]*\)/g, "");
  return without === values ? values : withoutCalls(without);
}
