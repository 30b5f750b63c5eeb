import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../support/program.ts";

export const GLOSSARY_FILE = "docs/words.md";

/** What is not to be used, by docs/words.md: phrases in texts, and words of names in the code. */
export const glossary = readGlossary(readFileSync(path.join(projectRoot, GLOSSARY_FILE), "utf8"));

function readGlossary(text: string): { phrases: readonly string[]; names: readonly string[] } {
  const [texts, names] = text.split("\n## Names in the code\n");
  return { phrases: inLastColumn(texts!), names: inLastColumn(names!) };
}

/** Returns what stands in backticks in the last column of the tables. */
function inLastColumn(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .flatMap((line) => [
      ...line
        .split("|")
        .at(-2)!
        .matchAll(/`([^`]+)`/g),
    ])
    .map(([, phrase]) => phrase!);
}
