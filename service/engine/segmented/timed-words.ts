import type { RecognisedWord } from "../model/model.ts";

/** What a model heard in a segment. */
export interface Heard {
  readonly text: string;
  /** What the text is made of; a token that begins a word begins with a space, or is one. */
  readonly tokens: readonly string[];
  /** Seconds of each token from the start of the segment; empty where the model does not say. */
  readonly timestamps: readonly number[];
  /** Logarithms of the tokens' probabilities; empty where the model does not say. */
  readonly logProbabilities: readonly number[];
}

/** What a word has that the model gives no probability. */
const UNKNOWN_CONFIDENCE = 1;
/** A token is heard where its sound is; a word's last one goes on for about so long. */
const LAST_TOKEN_SECONDS = 0.12;

/** Puts the words of a segment into time; where the model does not say when they were, by their length. */
export function timedWords(
  heard: Heard,
  segment: { readonly start: number; readonly seconds: number },
): readonly RecognisedWord[] {
  const { tokens, timestamps } = heard;
  const isTimed = tokens.length > 0 && timestamps.length === tokens.length;
  return isTimed ? byTokens(heard, segment) : byLength(heard.text, segment);
}

function byTokens(
  { tokens, timestamps, logProbabilities }: Heard,
  { start, seconds }: { readonly start: number; readonly seconds: number },
): readonly RecognisedWord[] {
  const words: { text: string; from: number; to: number; logProbability: number }[] = [];
  let isNew = true;
  for (const [at, token] of tokens.entries()) {
    const letters = spoken(token);
    if (/^\s/u.test(token)) isNew = true;
    if (letters === "") continue;
    const from = timestamps[at]!;
    const logProbability = logProbabilities[at] ?? Math.log(UNKNOWN_CONFIDENCE);
    const last = words.at(-1);
    if (isNew || last === undefined) words.push({ text: letters, from, to: from, logProbability });
    else {
      last.text += letters;
      last.to = from;
      last.logProbability += logProbability;
    }
    isNew = false;
  }
  return words.map(({ text, from, to, logProbability }, at) => ({
    text,
    start: start + from,
    end: start + Math.min(to + LAST_TOKEN_SECONDS, words[at + 1]?.from ?? seconds),
    confidence: Math.exp(logProbability),
  }));
}

function byLength(
  text: string,
  { start, seconds }: { readonly start: number; readonly seconds: number },
): readonly RecognisedWord[] {
  const words = spoken(text).split(/\s+/u).filter(Boolean);
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let before = 0;
  return words.map((word) => {
    const from = start + (seconds * before) / letters;
    before += word.length;
    const end = start + (seconds * before) / letters;
    return { text: word, start: from, end, confidence: UNKNOWN_CONFIDENCE };
  });
}

/** The engine's words are lower-case and without marks; the service writes capitals and marks itself. */
function spoken(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replaceAll(/[^\p{L}\p{M}\p{N}\s'’%]/gu, "")
    .trim();
}
