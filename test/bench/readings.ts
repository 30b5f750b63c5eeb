/**
 * Examines the front end of speech synthesis by the field's open exam, `turkce-tts-sinav`: stress from the literature and from
 * Wiktionary, with our lists and for words that no list of ours has, and readings. `npm run bench:readings`.
 *
 * The exam is not in the repository, as its lists are under CC BY-SA 4.0.
 */

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { StressRules } from "#service/engine/synthesis/stress/stress.ts";
import { syllableStarts } from "#service/engine/synthesis/stress/syllables.ts";
import { WORD_LISTS, type WordLists } from "#service/engine/synthesis/words/word-lists.ts";
import { normalize } from "#service/speech/normalize/normalize.ts";
import { markdownTable } from "../kit/table.ts";
import different from "./readings/different.json" with { type: "json" };

const PACKAGE = "turkce-tts-sinav==0.1.1";
const FOLDS = 5;
/** Words of the exam that the literature stresses in two ways, or that need their sentence. */
const AMBIGUOUS = "belirsiz";
/** Readings that stay as they are, with the reason. */
const ON_PURPOSE: Readonly<Record<string, string>> = different;

const folder = await examFolder();
if (folder === undefined) {
  process.stdout.write(`Skipped: python3 has no exam. pip install ${PACKAGE}\n`);
} else {
  process.stdout.write(
    `${markdownTable([["what", "right", "of", ""], ...(await stressRows(folder))])}\n\n`,
  );
  await reportReadings(folder);
}

async function examFolder(): Promise<string | undefined> {
  const code = "import turkce_tts_sinav as exam; print(exam.VERI)";
  try {
    return (await promisify(execFile)("python3", ["-c", code])).stdout.trim();
  } catch {
    return undefined;
  }
}

async function rowsOf(exam: string, name: string): Promise<string[][]> {
  const text = await readFile(path.join(exam, `${name}.tsv`), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
}

interface Count {
  right: number;
  all: number;
}

async function stressRows(exam: string): Promise<string[][]> {
  const ours = new StressRules(WORD_LISTS);
  const counts = new Map<string, Count>();
  for (const [marked = "", kind = "", , name] of await rowsOf(exam, "vurgu_literatur")) {
    const word = lowerCase(marked);
    const capital = Array.from(marked).findIndex((letter) => /[AEIİOÖUÜ]/u.test(letter));
    const wanted = syllableStarts(word.slice(0, capital + 1)).length - 1;
    if (kind === AMBIGUOUS) continue;
    add(
      counts,
      `literature: ${kind}`,
      ours.stressedSyllable(word, { name: name ?? "" }) === wanted,
    );
  }
  const words = await rowsOf(exam, "vurgu_vikisozluk");
  for (const row of words) add(counts, `Wiktionary, ${certainty(row)}`, isRight(ours, row));
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const held = words.filter(([word = ""]) => foldOf(word) === fold);
    const rules = new StressRules(without(new Set(held.map(([word = ""]) => lowerCase(word)))));
    for (const row of held) add(counts, `${certainty(row)}, in no list`, isRight(rules, row));
  }
  return [...counts].map(([what, { right, all }]) => [
    what,
    String(right),
    String(all),
    `${((100 * right) / all).toFixed(1)} %`,
  ]);
}

function add(counts: Map<string, Count>, what: string, isRightOne: boolean): void {
  const count = counts.get(what) ?? { right: 0, all: 0 };
  count.all += 1;
  if (isRightOne) count.right += 1;
  counts.set(what, count);
}

/** A mark on the last syllable may be the template's own. */
function certainty([, , , sure]: readonly string[]): string {
  return sure === "kesin" ? "certain" : "last syllable";
}

function isRight(rules: StressRules, [written = "", syllable]: readonly string[]): boolean {
  const word = lowerCase(written);
  const name = /^\p{Lu}/u.test(written) ? word : "";
  return rules.stressedSyllable(word, { name }) === Number(syllable);
}

/** The same fold for the same word on every run. */
function foldOf(word: string): number {
  let sum = 0;
  for (const letter of word) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % FOLDS;
}

function without(held: ReadonlySet<string>): WordLists {
  const words = (list: ReadonlySet<string>) => new Set([...list].filter((word) => !held.has(word)));
  const syllables = (list: ReadonlyMap<string, number>) =>
    new Map([...list].filter(([word]) => !held.has(word)));
  return {
    stems: words(WORD_LISTS.stems),
    verbs: WORD_LISTS.verbs,
    names: words(WORD_LISTS.names),
    people: words(WORD_LISTS.people),
    stressed: syllables(WORD_LISTS.stressed),
    stressedNames: syllables(WORD_LISTS.stressedNames),
  };
}

async function reportReadings(exam: string): Promise<void> {
  const rows = await rowsOf(exam, "normalizasyon");
  const wrong = rows.filter(
    ([written = "", wanted = ""]) => heard(normalize(written).join(" ")) !== heard(wanted),
  );
  process.stdout.write(`Readings: ${rows.length - wrong.length} of ${rows.length}\n`);
  for (const [written = "", wanted = ""] of wrong) {
    const reason = ON_PURPOSE[written] ?? "wrong";
    const ours = normalize(written).join(" ");
    process.stdout.write(`- ${written}: "${ours}", the exam "${wanted}": ${reason}\n`);
  }
}

/** What a voice makes of a reading: its letters, without case, marks, and where words end. */
function heard(text: string): string {
  return lowerCase(text).replaceAll(/[.,?!:;'\s-]/gu, "");
}

function lowerCase(word: string): string {
  return word.normalize("NFC").toLocaleLowerCase("tr");
}
