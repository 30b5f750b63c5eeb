import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { errorTexts } from "../tables/error-texts.ts";
import { TURKISH } from "./turkish.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

/** The sentences of a document's parts, but for those of errors, which have texts of their own. */
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
    /^[45]\d\d$/.test(key) || key === "info" || key === "securitySchemes" ? undefined : value,
  );
}

const sentences = new Set(
  ["openapi.json", "asyncapi.json"].flatMap((name) => sentencesOf(documentOf(name))),
);
const ofErrors = /^(?:\w+: .+\n\n)+/s;

test("every sentence of the documents is there in Turkish", () => {
  const missing = [...sentences].filter((text) => !(text in TURKISH) && !ofErrors.test(text));
  expect(missing).toEqual([]);
});

test("nothing is translated that the documents do not say", () => {
  expect(Object.keys(TURKISH).filter((text) => !sentences.has(text))).toEqual([]);
});

test("a Turkish sentence about an error is no English one", () => {
  const { meanings, advice } = errorTexts.tr;
  for (const [name, text] of Object.entries(meanings ?? {})) {
    expect(text).not.toBe(errorTexts.en.advice[name as keyof typeof advice]);
  }
});
