import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { glossary, GLOSSARY_FILE } from "./glossary.ts";
import sample from "#service/web/website/sample.json" with { type: "json" };

const root = path.resolve(import.meta.dirname, "../..");

/** What people read: texts of pages, mails, feeds and commands, guides, documents, the configuration that is shipped. */
const TEXTS = [/^languages\//, /texts\.(ts|json)$/, /\.md$/, /^monitor\.yaml$/, /^\.env\.example$/];
/** What was said at its time stays as it was said, and readers type words that we do not say. */
const NOT_OURS = [/^CHANGELOG\.md$/, /^docs\/decisions\//, /^languages\/\w+\/site\/search\.json$/];

/** Folds case as Turkish does, on both sides alike. */
const folded = (text: string) => text.toLocaleLowerCase("tr");

const WORD_START = "(?<![\\p{L}\\p{N}])";
const WORD_END = "(?![\\p{L}\\p{N}])";

/** Returns where a phrase stands, or, when it ends in a hyphen, where one of its forms does, as `file:line: phrase`. */
function usesOf(phrases: readonly string[], file: string, text: string): string[] {
  const patterns = phrases.map((phrase) => ({
    phrase,
    pattern: phrase.endsWith("-")
      ? new RegExp(`${WORD_START}${folded(phrase.slice(0, -1))}`, "u")
      : new RegExp(`${WORD_START}${folded(phrase)}${WORD_END}`, "u"),
  }));
  return text.split("\n").flatMap((line, index) => {
    const plain = folded(line);
    return patterns
      .filter(({ pattern }) => pattern.test(plain))
      .map(({ phrase }) => `${file}:${index + 1}: ${phrase}`);
  });
}

/** Returns the text without what the website's sample says, which is quoted as it was transcribed. */
const withoutSample = (text: string) => text.replaceAll(sample.text, "");

const phrases = glossary.phrases;

describe("the glossary", () => {
  test("names phrases in every row", () => {
    expect(phrases.length).toBeGreaterThan(60);
  });

  test("is kept by every text that people read", () => {
    const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
      .split("\n")
      .filter((file) => TEXTS.some((pattern) => pattern.test(file)))
      .filter((file) => file !== GLOSSARY_FILE && !NOT_OURS.some((pattern) => pattern.test(file)));
    expect(files.length).toBeGreaterThan(30);
    const found = files.flatMap((file) =>
      usesOf(phrases, file, withoutSample(readFileSync(path.join(root, file), "utf8"))),
    );
    expect(found).toEqual([]);
  });
});

test("a planted word is found, with endings and whatever its case, but not inside another word", () => {
  expect(
    usesOf(
      ["denetim-", "word times", "mend-"],
      "a.md",
      "İlk satır\nDENETİMLER ve\nrecommended word timestamps",
    ),
  ).toEqual(["a.md:2: denetim-"]);
});
