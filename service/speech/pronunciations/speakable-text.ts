import { ipaWords, respelled } from "../../engine/synthesis/ipa.ts";
import type { PronouncedWord, SynthesisRequest } from "../../engine/model/model.ts";
import { spokenSentences } from "../normalize/normalize.ts";
import {
  resolveStandIns,
  STAND_IN_COUNT,
  standIn,
  withoutStandIns,
} from "../normalize/stand-ins.ts";
import { LIMITS } from "../../contract/limits.ts";
import { ApiError } from "../../contract/errors.ts";
import { codePoints } from "#schema-reader/code-points.ts";
import { substitute, type TextPart } from "./substitution.ts";
import type { WordIndex } from "./word-index.ts";

/** A text as a synthesizer takes it: words and punctuation, with the ranges that are spoken from IPA. */
type SpeakableText = Required<Pick<SynthesisRequest, "text" | "pronounced">>;

/** A text that is ready to be spoken. */
export interface PronouncedText extends SpeakableText, Pick<SynthesisRequest, "pauses" | "spans"> {
  /** Code points that its pronunciations added to it. */
  readonly addedCharacters: number;
}

/** Returns the words to speak for a text, with those in the index replaced by their pronunciations; throws ApiError. */
export function pronounce(text: string, index: WordIndex): PronouncedText {
  const { parts } = substitute(text, index);
  const said = parts.map((part) => (typeof part === "string" ? part : part.ipa)).join("");
  const addedCharacters = Math.max(0, codePoints(said) - codePoints(text));
  return { ...speakableText(parts), addedCharacters };
}

/**
 * Returns the words to speak, an empty text where nothing is speakable; a word given in IPA is respelled in the nearest
 * letters. Throws ApiError (input_too_long).
 */
export function speakableText(parts: readonly TextPart[]): SpeakableText {
  const numbers = new Map<string, number>();
  const written = parts.map((part) => {
    if (typeof part === "string") return withoutStandIns(part);
    const number = numbers.get(part.ipa) ?? numbers.size;
    // When the stand-ins run out, further words are spoken by their nearest letters.
    if (number >= STAND_IN_COUNT) return spelledWords(part.ipa).join(" ");
    numbers.set(part.ipa, number);
    return standIn(number);
  });
  const said = [...numbers.keys()];
  const places: PronouncedWord[] = [];
  const sentences = spokenSentences(written.join("")).join(" ");
  const text = resolveStandIns(sentences, (number, at) => {
    const ipa = said[number] ?? "";
    const words = spelledWords(ipa);
    places.push(...placesOf(ipa.split(" "), words, at));
    return words.join(" ");
  });
  refuseTooLong(text);
  return { text, pronounced: places };
}

/** Throws ApiError (input_too_long) for words that are too many to speak. */
export function refuseTooLong(spoken: string): void {
  const max = LIMITS.spokenCharacters.toLocaleString("en");
  if (codePoints(spoken) <= LIMITS.spokenCharacters) return;
  const message = `With its pronunciations, and with numbers in words, input has more than ${max} characters.`;
  throw new ApiError("input_too_long", message, "input");
}

function spelledWords(ipa: string): string[] {
  return ipaWords(ipa).map(respelled);
}

function placesOf(ipa: readonly string[], words: readonly string[], at: number): PronouncedWord[] {
  let end = at - 1;
  return words.map((word, place) => {
    const start = end + 1;
    end = start + word.length;
    return { start, end, ipa: ipa[place] ?? "" };
  });
}
