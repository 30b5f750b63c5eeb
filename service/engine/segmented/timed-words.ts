import type { RecognisedWord } from "../model/model.ts";

/** A model's transcript of a segment. */
export interface Heard {
  readonly text: string;
  /** The tokens of the text; one that begins a word begins with a space, or is a space. */
  readonly tokens: readonly string[];
  /** Time of each token in seconds from the start of the segment; empty where the model gives none. */
  readonly timestamps: readonly number[];
  /** Logarithms of the tokens' probabilities; empty where the model gives none. */
  readonly logProbabilities: readonly number[];
}

/** Confidence of words for which the model gives no probability. */
const UNKNOWN_CONFIDENCE = 1;
/** A timestamp marks the sound of its token; the last token of a word lasts about this much longer. */
const LAST_TOKEN_SECONDS = 0.12;

/** A timed word, with the spelling that the model wrote. */
type WrittenWord = RecognisedWord & { readonly written: string };

interface TimeSpan {
  /** Seconds from the start of the audio. */
  readonly start: number;
  readonly seconds: number;
}

/**
 * Returns the words of a segment with their times; without timestamps of tokens, times follow from the lengths of the words.
 */
export function timedWords(heard: Heard, segment: TimeSpan): readonly WrittenWord[] {
  const { tokens, timestamps } = heard;
  const isTimed = tokens.length > 0 && timestamps.length === tokens.length;
  return isTimed ? byTokens(heard, segment) : byLength(heard.text, segment);
}

function byTokens(
  { text, tokens, timestamps, logProbabilities }: Heard,
  { start, seconds }: TimeSpan,
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
      // A punctuation mark has no sound.
      if (spoken(piece) !== "") {
        last.to = from;
        last.logProbability += logProbability;
      }
    }
    isNew = false;
  }
  // The bytes of a letter may be split over two tokens, which are then unreadable; the text has the whole letter.
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

function byLength(text: string, { start, seconds }: TimeSpan): readonly WrittenWord[] {
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

/** Returns a word in lower case and without punctuation, as words are compared and as dates, names and numbers are found. */
function spoken(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replaceAll(/[^\p{L}\p{M}\p{N}\s'’%]/gu, "")
    .trim();
}
