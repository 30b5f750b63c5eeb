import { LIMITS } from "../../contract/limits.ts";
import { IpaError, ipaWords } from "../../engine/synthesis/ipa.ts";
import { normalize } from "../normalize/normalize.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PronunciationRule } from "./pronunciation.ts";
import { tidyWord } from "./text-units.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The only language there is. */
export const PRONUNCIATION_LANGUAGE = "tr";

/** Reads a pronunciation as a client writes it; throws Refusal (invalid_pronunciations) that begins with `where`. */
export function parsePronunciation(json: unknown, where = ""): PronunciationRule {
  const fields = asFields(json, where);
  const { language } = fields;
  if (language !== undefined && language !== PRONUNCIATION_LANGUAGE) {
    throw invalid(where, "language", `language has to be "${PRONUNCIATION_LANGUAGE}"`);
  }
  const rule = {
    word: wordOf(fields, where),
    caseSensitive: flagOf(fields, "case_sensitive", false, where),
    wordBoundaries: flagOf(fields, "word_boundaries", true, where),
  };
  const { alias, ipa } = fields;
  if ((alias === undefined) === (ipa === undefined)) {
    throw invalid(where, "alias", "exactly one of alias and ipa has to be there");
  }
  return alias === undefined
    ? { ...rule, ipa: ipaOf(fields, where) }
    : { ...rule, alias: aliasOf(fields, where) };
}

/** Reads a change of a pronunciation: what is absent stays, alias and ipa take each other's place; throws Refusal. */
export function parseChange(json: unknown, current: PronunciationRule): PronunciationRule {
  const change = asFields(json, "");
  const says = change["alias"] !== undefined || change["ipa"] !== undefined;
  return parsePronunciation({
    word: current.word,
    case_sensitive: current.caseSensitive,
    word_boundaries: current.wordBoundaries,
    ...(says ? {} : { alias: current.alias, ipa: current.ipa }),
    ...change,
  });
}

/** Makes the refusal of a pronunciation; of several in the field `pronunciations`, `where` says which it is. */
export function invalid(where: string, param: string | null, problem: string): Refusal {
  const field = where === "" ? param : "pronunciations";
  return new Refusal("invalid_pronunciations", `${where}${problem}.`, field);
}

function asFields(json: unknown, where: string): Fields {
  if (typeof json === "object" && json !== null && !Array.isArray(json)) {
    // Some clients send null for what they leave out.
    return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
  }
  throw invalid(where, null, "a pronunciation has to be a JSON object");
}

function wordOf(fields: Fields, where: string): string {
  const word = tidyWord(textOf(fields, "word", LIMITS.pronouncedWordCharacters, where));
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(word) || /^\p{M}/u.test(word)) {
    throw invalid(where, "word", "word has nothing that could be found in a text");
  }
  return word;
}

function aliasOf(fields: Fields, where: string): string {
  const alias = textOf(fields, "alias", LIMITS.pronunciationCharacters, where).normalize("NFC");
  if (normalize(alias).length > 0) return alias.trim().replaceAll(/\s+/gu, " ");
  throw invalid(where, "alias", "alias has nothing that can be spoken");
}

/** The sounds without the slashes or brackets that dictionaries put around them, one space between words. */
function ipaOf(fields: Fields, where: string): string {
  const ipa = textOf(fields, "ipa", LIMITS.pronunciationCharacters, where)
    .normalize("NFC")
    .trim()
    .replace(/^\/(.*)\/$|^\[(.*)\]$/su, "$1$2")
    .trim()
    .replaceAll(/\s+/gu, " ");
  try {
    ipaWords(ipa);
    return ipa;
  } catch (error) {
    if (error instanceof IpaError) throw invalid(where, "ipa", error.message);
    throw error;
  }
}

function textOf(fields: Fields, name: string, most: number, where: string): string {
  const text = fields[name];
  if (typeof text === "string" && Array.from(text).length <= most) return text;
  throw invalid(where, name, `${name} has to be a text of at most ${most} characters`);
}

function flagOf(fields: Fields, name: string, standard: boolean, where: string): boolean {
  const flag = fields[name] ?? standard;
  if (typeof flag === "boolean") return flag;
  throw invalid(where, name, `${name} has to be true or false`);
}
