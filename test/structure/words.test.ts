import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import sample from "#service/web/website/sample.json" with { type: "json" };

const root = path.resolve(import.meta.dirname, "../..");
const GLOSSARY = "docs/words.md";

/** What people read: texts of pages, mails, feeds and commands, guides, documents, the configuration that is shipped. */
const TEXTS = [/^languages\//, /texts\.(ts|json)$/, /\.md$/, /^monitor\.yaml$/, /^\.env\.example$/];
/** What was said at its time stays as it was said, and readers type words that we do not say. */
const NOT_OURS = [/^CHANGELOG\.md$/, /^docs\/decisions\//, /^languages\/\w+\/site\/search\.json$/];

/** Returns the phrases in backticks in the last column of the glossary's tables. */
function phrasesNotToUse(glossary: string): string[] {
  return glossary
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((line) =>
      [
        ...line
          .split("|")
          .at(-2)!
          .matchAll(/`([^`]+)`/g),
      ].map(([, said]) => said!),
    );
}

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

/** What the glossary says of texts, and of names in the code. */
const [ofTexts = "", ofNames = ""] = readFileSync(path.join(root, GLOSSARY), "utf8").split(
  "\n## Names in the code\n",
);
const phrases = phrasesNotToUse(ofTexts);
const partsNotToUse = new Set(phrasesNotToUse(ofNames));

/** The folders whose exported names are held to the glossary. */
const NAMED = /^(database|mail|monitor|openid|probes|settings|status-api|status-page|web-kit)\//;
/** Quantities that are measured, no bounds. */
const MEASURED = new Set(["longestGapSeconds"]);

/** Returns the exported names of a file that have a part which the glossary does not use. */
function namesToMend(text: string): string[] {
  const exported =
    /^export (?:declare )?(?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;
  return [...text.matchAll(exported)]
    .map(([, name]) => name!)
    .filter((name) => !MEASURED.has(name))
    .filter((name) =>
      name.split(/(?<=[a-z\d])(?=[A-Z])|_/).some((part) => partsNotToUse.has(part.toLowerCase())),
    );
}

describe("the glossary", () => {
  test("names phrases in every row", () => {
    expect(phrases.length).toBeGreaterThan(60);
  });

  test("is kept by exported names", () => {
    expect(partsNotToUse.size).toBeGreaterThan(8);
    const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], {
      cwd: root,
      encoding: "utf8",
    })
      .split("\n")
      .filter((file) => NAMED.test(file));
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) =>
      namesToMend(readFileSync(path.join(root, file), "utf8")).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
    expect(namesToMend("export const MOST_STORIES = 1;")).toEqual(["MOST_STORIES"]);
  });

  test("is kept by every text that people read", () => {
    const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
      .split("\n")
      .filter((file) => TEXTS.some((pattern) => pattern.test(file)))
      .filter((file) => file !== GLOSSARY && !NOT_OURS.some((pattern) => pattern.test(file)));
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
