import type { RecognisedWord } from "../model/model.ts";
import type { Spelling } from "./beam-search.ts";

/** So much speech has to be heard before its language is judged, in seconds of words. */
const LEAST_SECONDS = 3;
/** Letters less likely than this in Turkish, in nats for each, heard with less confidence than this, are no Turkish. */
const NOT_TURKISH = { natsPerLetter: -2.3, confidence: 0.9 };

/** What tells whether words are Turkish. */
export interface LanguageEvidence {
  /** Seconds of words. */
  readonly seconds: number;
  /** Mean logarithm of the probability of a letter, or of the end of a word, in Turkish text. */
  readonly natsPerLetter: number;
  /** Mean of the words'. */
  readonly confidence: number;
}

/** Adds up what the words of a recording say; undefined without words or without a letter model. */
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

/** Says whether words may be Turkish; undefined where too little was spoken to tell. */
export function mayBeTurkish(evidence: LanguageEvidence | undefined): boolean | undefined {
  if (evidence === undefined || evidence.seconds < LEAST_SECONDS) return undefined;
  const { natsPerLetter, confidence } = NOT_TURKISH;
  return evidence.natsPerLetter >= natsPerLetter || evidence.confidence >= confidence;
}
