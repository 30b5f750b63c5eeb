import type { RequestedPronunciations as PronunciationsField } from "../../contract/pronunciations.ts";
import type { Sent } from "../../contract/schema.ts";
import { wordKey, type Pronunciation, type PronunciationRule } from "./pronunciation.ts";
import { invalid, parsePronunciation } from "./pronunciation-fields.ts";

/** The field `pronunciations` of a request: absent, entries by their ids, and entries that it brings itself. */
export type RequestedPronunciations =
  | undefined
  | { readonly ids: readonly string[]; readonly own: readonly PronunciationRule[] };

const FIELD = "pronunciations";

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

/** The rules that hold for a request: its own entries win over those of the same word that it names. */
export function chosenRules(
  named: readonly Pronunciation[],
  own: readonly PronunciationRule[],
): readonly PronunciationRule[] {
  return [...new Map([...named, ...own].map((rule) => [wordKey(rule), rule])).values()];
}

function refuseTwice(keys: readonly string[], problem: (key: string) => string): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) throw invalid("", FIELD, problem(key));
    seen.add(key);
  }
}
