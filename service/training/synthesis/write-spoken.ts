/**
 * Writes each line of standard input as the product speaks it, a line of JSON, for the training: the phrase, and the signs
 * that a teacher reads, each with the index of the symbol that it belongs to; null where the line is not one sentence.
 */

import { createInterface } from "node:readline";
import { isVowelPhoneme, WORD_PHONEMES } from "../../engine/synthesis/letters.ts";
import { phrases, SYMBOLS, type Phrase } from "../../engine/synthesis/phrase.ts";
import { KOKORO_IPA } from "../../engine/synthesis/spoken-ipa.ts";

/** A sign of the teacher's spelling, and the symbols of the phrase that its time belongs to. */
type Sign = readonly [sign: string, first: number, last: number];

const STRESSED = 1;
const FIRST_OF_WORD = 2;

process.stdout.write(`${JSON.stringify(SYMBOLS)}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const [phrase, ...more] = phrases(line);
  const written = phrase && more.length === 0 ? { ...phrase, signs: signsOf(phrase) } : null;
  process.stdout.write(`${JSON.stringify(written)}\n`);
}

function signsOf({ symbols, marks }: Phrase): Sign[] {
  const signs: Sign[] = [];
  for (const [at, number] of symbols.entries()) {
    const symbol = SYMBOLS[number - 1]!;
    const before = SYMBOLS[(symbols[at - 1] ?? 0) - 1];
    const mark = marks[at]!;
    if (!WORD_PHONEMES.includes(symbol)) {
      // A breath is no more than the space between two words.
      signs.push([symbol === "|" ? " " : symbol, at, at]);
      if (symbol !== "|" && at < symbols.length - 1) signs.push([" ", at, at]);
      continue;
    }
    const isFirst = (mark & FIRST_OF_WORD) !== 0;
    if (isFirst && before !== undefined && WORD_PHONEMES.includes(before))
      signs.push([" ", at - 1, at]);
    const isLength =
      !isFirst &&
      symbol === before &&
      isVowelPhoneme(symbol) &&
      (mark & STRESSED) === (marks[at - 1]! & STRESSED);
    if (isLength) {
      signs.push(["ː", at, at]);
      continue;
    }
    if ((mark & STRESSED) !== 0) signs.push(["ˈ", at, at]);
    for (const sign of KOKORO_IPA.written[symbol] ?? symbol) signs.push([sign, at, at]);
  }
  return signs;
}
