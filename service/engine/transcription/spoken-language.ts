import type { RecognisedWord } from "../model/model.ts";
import type { Spelling } from "./beam-search.ts";

/** Minimum length of the words before their language is judged, in seconds. */
const MIN_SECONDS = 3;
/** Words are not Turkish if their letters are less likely than this, in nats each, and their confidence is lower than this. */
const NOT_TURKISH = { natsPerLetter: -2.3, confidence: 0.9 };

/** Measures of whether words are Turkish. */
export interface LanguageEvidence {
  /** Seconds of words. */
  readonly seconds: number;
  /** Mean logarithm of the probability of a letter, or of the end of a word, in Turkish text. */
  readonly natsPerLetter: number;
  /** Mean confidence of the words. */
  readonly confidence: number;
}

/** Measures a recording's words; returns undefined without words or without a letter model. */
export function languageEvidence(
  words: readonly RecognisedWord[],
  { letterModel, tokens, space }: Spelling,
): LanguageEvidence | undefined {
  if (letterModel === undefined || words.length === 0) return undefined;
  const numberOf = new Map(tokens.map((token, at) => [token, at]));
  let seconds = 0;
  let confidence = 0;
  let nats = 0;
  let letters = 0;
  let context = letterModel.begin;
  const add = (token: number) => {
    nats += letterModel.logProbability(context, token);
    context = letterModel.after(context, token);
    letters += 1;
  };
  for (const word of words) {
    seconds += word.end - word.start;
    confidence += word.confidence;
    for (const letter of word.text) {
      const token = numberOf.get(letter);
      if (token !== undefined) add(token);
    }
    add(space);
  }
  return { seconds, natsPerLetter: nats / letters, confidence: confidence / words.length };
}

/** Returns whether words may be Turkish; undefined where too little was spoken to decide. */
export function mayBeTurkish(evidence: LanguageEvidence | undefined): boolean | undefined {
  if (evidence === undefined || evidence.seconds < MIN_SECONDS) return undefined;
  const { natsPerLetter, confidence } = NOT_TURKISH;
  return evidence.natsPerLetter >= natsPerLetter || evidence.confidence >= confidence;
}
