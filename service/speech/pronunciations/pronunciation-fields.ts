import {
  PronunciationInput,
  type PronunciationChange,
  type RequestedPronunciations as PronunciationsField,
} from "../../contract/pronunciations.ts";
import { read } from "../../contract/read.ts";
import { ApiError } from "../../contract/errors.ts";
import { nothingLeft, type Sent } from "../../contract/schema.ts";
import { IpaError, ipaWords } from "../../engine/synthesis/ipa.ts";
import { normalize } from "../normalize/normalize.ts";
import { plainIpa } from "./ipa-text.ts";
import { wordKey, type PronunciationRule } from "./pronunciation.ts";
import { composed, tidyWord } from "./text-units.ts";

/** The field `pronunciations` of a request: absent, or ids of dictionary entries and inline entries. */
export type RequestedPronunciations =
  | undefined
  | { readonly ids: readonly string[]; readonly own: readonly PronunciationRule[] };

const FIELD = "pronunciations";

/** Reads a client's pronunciation; throws ApiError (invalid_pronunciations) whose message begins with `where`. */
export function parsePronunciation(
  fields: Sent<typeof PronunciationInput>,
  where = "",
): PronunciationRule {
  const { word, alias, ipa, language: _only, case_sensitive, word_boundaries, ...rest } = fields;
  nothingLeft(rest);
  const rule = {
    word: wordOf(word, where),
    caseSensitive: case_sensitive,
    wordBoundaries: word_boundaries,
  };
  return alias === undefined
    ? { ...rule, ipa: ipaOf(ipa ?? "", where) }
    : { ...rule, alias: aliasOf(alias, where) };
}

/** Applies a change to a rule: absent fields stay, a new alias replaces ipa and vice versa; throws ApiError. */
export function parseChange(
  change: Sent<typeof PronunciationChange>,
  current: PronunciationRule,
): PronunciationRule {
  const says = change.alias !== undefined || change.ipa !== undefined;
  const changed = {
    word: current.word,
    case_sensitive: current.caseSensitive,
    word_boundaries: current.wordBoundaries,
    ...(says ? {} : { alias: current.alias, ipa: current.ipa }),
    ...change,
  };
  return parsePronunciation(read(PronunciationInput, changed));
}

/** Reads the field `pronunciations`; throws ApiError (invalid_pronunciations). */
export function parseRequestedPronunciations(
  sent: Sent<typeof PronunciationsField> | undefined,
): RequestedPronunciations {
  if (sent === undefined) return undefined;
  const ids = sent.filter((one) => typeof one === "string");
  const own = sent.flatMap((one, at) =>
    typeof one === "string" ? [] : [parsePronunciation(one, `${FIELD}[${at}]: `)],
  );
  refuseTwice(ids, (id) => `${FIELD} has ${id} twice`);
  refuseTwice(own.map(wordKey), (key) => `${FIELD} has the word "${key.slice(1)}" twice`);
  return { ids, own };
}

function refuseTwice(keys: readonly string[], problem: (key: string) => string): void {
  const twice = keys.find((key, at) => keys.indexOf(key) < at);
  if (twice !== undefined) throw invalid("", FIELD, problem(twice));
}

/** `where` says which of several pronunciations in the field `pronunciations` is refused. */
function invalid(where: string, param: string, problem: string): ApiError {
  return new ApiError(
    "invalid_pronunciations",
    `${where}${problem}.`,
    where === "" ? param : FIELD,
  );
}

function wordOf(sent: string, where: string): string {
  const word = tidyWord(sent);
  if (!/[\p{L}\p{N}\p{S}\p{P}]/u.test(word) || /^\p{M}/u.test(word)) {
    throw invalid(where, "word", "word has nothing that could be found in a text");
  }
  return word;
}

function aliasOf(sent: string, where: string): string {
  const alias = composed(sent);
  if (normalize(alias).length > 0) return alias.trim().replaceAll(/\s+/gu, " ");
  throw invalid(where, "alias", "alias has nothing that can be spoken");
}

function ipaOf(sent: string, where: string): string {
  const ipa = plainIpa(sent);
  try {
    ipaWords(ipa);
    return ipa;
  } catch (error) {
    if (error instanceof IpaError) throw invalid(where, "ipa", error.message);
    throw error;
  }
}
