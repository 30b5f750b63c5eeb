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

/** A word in time, and as the model wrote it. */
type WrittenWord = RecognisedWord & { readonly written: string };

interface Stretch {
  /** Seconds from the start of the audio. */
  readonly start: number;
  readonly seconds: number;
}

/** Puts the words of a segment into time; where the model does not say when they were, by their length. */
export function timedWords(heard: Heard, segment: Stretch): readonly WrittenWord[] {
  const { tokens, timestamps } = heard;
  const isTimed = tokens.length > 0 && timestamps.length === tokens.length;
  return isTimed ? byTokens(heard, segment) : byLength(heard.text, segment);
}

function byTokens(
  { text, tokens, timestamps, logProbabilities }: Heard,
  { start, seconds }: Stretch,
): readonly WrittenWord[] {
  const found: { written: string; from: number; to: number; logProbability: number }[] = [];
  let isNew = true;
  for (const [at, token] of tokens.entries()) {
    const piece = token.trim();
    if (/^\s/u.test(token)) isNew = true;
    if (piece === "") continue;
    const from = timestamps[at]!;
    const logProbability = logProbabilities[at] ?? Math.log(UNKNOWN_CONFIDENCE);
    const last = found.at(-1);
    if (isNew || last === undefined) found.push({ written: piece, from, to: from, logProbability });
    else {
      last.written += piece;
      // A mark has no sound.
      if (spoken(piece) !== "") {
        last.to = from;
        last.logProbability += logProbability;
      }
    }
    isNew = false;
  }
  // A letter may lie in two tokens, neither of which can be read: the text has it whole.
  const whole = text.split(/\s+/u).filter(Boolean);
  const isAlike = whole.length === found.length;
  const words = found
    .map((word, at) => ({ ...word, written: isAlike ? whole[at]! : word.written }))
    .filter(({ written }) => spoken(written) !== "");
  return words.map(({ written, from, to, logProbability }, at) => ({
    text: spoken(written),
    written,
    start: start + from,
    end: start + Math.min(to + LAST_TOKEN_SECONDS, words[at + 1]?.from ?? seconds),
    confidence: Math.exp(logProbability),
  }));
}

function byLength(text: string, { start, seconds }: Stretch): readonly WrittenWord[] {
  const words = text.split(/\s+/u).filter((word) => spoken(word) !== "");
  const letters = words.reduce((sum, word) => sum + spoken(word).length, 0);
  let before = 0;
  return words.map((written) => {
    const word = spoken(written);
    const from = start + (seconds * before) / letters;
    before += word.length;
    const end = start + (seconds * before) / letters;
    return { text: word, written, start: from, end, confidence: UNKNOWN_CONFIDENCE };
  });
}

/** A word in lower case and without marks, as words are compared and dates, names and numbers are found. */
function spoken(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replaceAll(/[^\p{L}\p{M}\p{N}\s'’%]/gu, "")
    .trim();
}
