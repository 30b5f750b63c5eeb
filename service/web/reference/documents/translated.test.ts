import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ERRORS } from "#service/contract/errors.ts";
import { ALL_TEXTS } from "../../texts/texts.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

/** The sentences of a document's parts, but for those of errors, which are taken from their table. */
function sentencesOf(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(sentencesOf);
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]): readonly string[] => {
    const isProse = ["description", "summary", "title"].includes(name);
    if (isProse && typeof value === "string") return [value];
    return name === "examples" ? [] : sentencesOf(value);
  });
}

function documentOf(name: string): unknown {
  return JSON.parse(readFileSync(path.join(root, "docs", name), "utf8"), (key, value: unknown) =>
    /^[45]\d\d$/.test(key) || key === "info" ? undefined : value,
  );
}

const sentences = new Set([
  ...["openapi.json", "asyncapi.json"].flatMap((name) => sentencesOf(documentOf(name))),
  ...Object.values(ERRORS).flatMap(({ sentence, advice }) => [sentence, advice]),
]);
const ofErrors = /^(?:\w+: .+\n\n)+/s;
const { language: _, ...turkish } = ALL_TEXTS.docsSentences.tr;

test("every sentence of the contract is there in Turkish", () => {
  const missing = [...sentences].filter((text) => !(text in turkish) && !ofErrors.test(text));
  expect(missing).toEqual([]);
});

test("nothing is translated that the contract does not say", () => {
  expect(Object.keys(turkish).filter((text) => !sentences.has(text))).toEqual([]);
});
