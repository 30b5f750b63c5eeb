import { parsePronunciation } from "../../speech/pronunciations/pronunciation-fields.ts";
import {
  wordKey,
  type Pronunciation,
  type PronunciationRule,
} from "../../speech/pronunciations/pronunciation.ts";
import { ApiError } from "../../contract/errors.ts";
import type { ImportedLine } from "../../contract/dashboard.ts";
import { PronunciationInput } from "../../contract/pronunciations.ts";
import { read } from "../../contract/read.ts";

/** An entry from one line of a file, with the fields of the API. */
export interface SentLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** The planned outcome of a line; only added and changed lines have a rule. */
export interface PlannedLine extends ImportedLine {
  readonly rule: PronunciationRule | undefined;
  readonly id: string | undefined;
}

/** Decides the outcome of each line, given the dictionary and the maximum number of entries. */
export function planImport(
  lines: readonly SentLine[],
  dictionary: readonly Pronunciation[],
  limit: number,
): readonly PlannedLine[] {
  const known = new Map(dictionary.map((entry) => [wordKey(entry), entry]));
  const seen = new Set<string>();
  let room = limit - dictionary.length;
  return lines.map(({ line, entry }) => {
    const rule = parsed(entry);
    if (rule instanceof ApiError) return refusedLine(line, textOf(entry["word"]), rule);
    const key = wordKey(rule);
    const base = { line, word: rule.word, field: null, message: null };
    const untouched = { ...base, rule: undefined, id: undefined };
    if (seen.has(key)) return { ...untouched, outcome: "repeated" };
    seen.add(key);
    const current = known.get(key);
    if (current !== undefined) {
      return isSame(current, rule)
        ? { ...untouched, outcome: "same" }
        : { ...base, outcome: "changed", rule, id: current.id };
    }
    if (room <= 0) return { ...untouched, outcome: "full" };
    room -= 1;
    return { ...base, outcome: "added", rule, id: undefined };
  });
}

export function refusedLine(line: number, word: string, refusal: ApiError): PlannedLine {
  const { param: field, message } = refusal;
  return { line, word, outcome: "refused", field, message, rule: undefined, id: undefined };
}

function parsed(entry: SentLine["entry"]): PronunciationRule | ApiError {
  try {
    return parsePronunciation(read(PronunciationInput, entry));
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function isSame(current: PronunciationRule, rule: PronunciationRule): boolean {
  return (
    current.word === rule.word &&
    current.alias === rule.alias &&
    current.ipa === rule.ipa &&
    current.caseSensitive === rule.caseSensitive &&
    current.wordBoundaries === rule.wordBoundaries
  );
}

function textOf(word: unknown): string {
  return typeof word === "string" ? word : "";
}
