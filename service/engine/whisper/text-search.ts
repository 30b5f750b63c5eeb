import type { AttentionNetwork, EncodedAudio, Written } from "./attention-network.ts";
import type { Tokens } from "./tokens.ts";
import type { Attention } from "./word-timing.ts";
import type { WordScore, WordState } from "./word-score.ts";

/** A hypothesis of the beam search. */
interface Text {
  readonly before: Text | undefined;
  readonly token: number;
  /** Number of tokens. */
  readonly length: number;
  /** Row of the network's memory. */
  readonly row: number;
  /** Log-probability by the network. */
  readonly logProbability: number;
  readonly attention: Attention;
  readonly words: WordState;
  /** Log-probability by the network, and the words' score. */
  readonly score: number;
}

/** A token of the likeliest text. */
export interface FoundToken {
  readonly token: number;
  /** Log-probability by the network. */
  readonly logProbability: number;
  readonly attention: Attention;
}

/** The likeliest text of a segment. */
export interface FoundText {
  readonly tokens: readonly FoundToken[];
  /** Probability that nobody speaks. */
  readonly noSpeech: number;
  /** Probability that what is spoken is Turkish. */
  readonly turkish: number;
}

export interface SearchLimits {
  /** Beam width: number of texts that are considered at a time. */
  readonly beam: number;
  /** The longest text, in tokens. */
  readonly maxTokens: number;
}

/** Continuations of each text that are considered, as a multiple of the beam. */
const CANDIDATES_PER_TEXT = 2;
/** A text does not end where the log-probability of its end is lower than this. */
const MIN_END = Math.log(0.05);
/** Tokens that are less likely than the likeliest one by more than this, in nats, are dropped, however likely their words. */
const MAX_NATS_BEHIND = 6;
/** Bytes of punctuation and spaces only. */
const MARKS = /^[\x20-\x2f\x3a-\x40]+$/u;
/** Repetitions in a row, of less than `REPEATED_TOKENS` tokens, that only the network writes: it may repeat them endlessly. */
const MAX_REPETITIONS = 4;
/** Nobody repeats this many tokens in a row within the last `REPEATED_WITHIN` tokens. */
const REPEATED_TOKENS = 7;
const REPEATED_WITHIN = 64;

/** Finds the text of a segment by a beam search over the scores of the network and of the words. */
export async function findText(
  network: AttentionNetwork,
  audio: EncodedAudio,
  tokens: Tokens,
  words: WordScore,
  { beam, maxTokens }: SearchLimits,
): Promise<FoundText> {
  const { prompt, size } = tokens;
  let written = await network.write(audio, [prompt], network.emptyMemory, [0]);
  const first = written.logProbabilities.subarray(0, size);
  const noSpeech = Math.exp(first[tokens.noSpeech]!);
  const turkish = shareOf(first, tokens.turkish, tokens.languages);
  let logProbabilities = written.logProbabilities.subarray((prompt.length - 1) * size);
  let attention = lastAttention(written);
  let texts: readonly Text[] = [
    {
      before: undefined,
      token: -1,
      length: 0,
      row: 0,
      logProbability: 0,
      attention: [],
      words: words.start,
      score: 0,
    },
  ];
  const ended: Text[] = [];
  for (;;) {
    const next: Text[] = [];
    for (const [row, text] of texts.entries()) {
      const ofText = logProbabilities.subarray(row * size, (row + 1) * size);
      const ranked = likeliest(ofText, tokens, CANDIDATES_PER_TEXT * beam);
      for (const token of ranked) {
        if (ofText[token]! < ofText[ranked[0]!]! - MAX_NATS_BEHIND) break;
        const logProbability = text.logProbability + ofText[token]!;
        const place = {
          before: text,
          token,
          length: text.length + 1,
          row,
          logProbability,
          attention: attention[row]!,
        };
        if (token === tokens.end) {
          const score = logProbability + words.end(text.words);
          if (ofText[token]! >= MIN_END) ended.push({ ...place, words: text.words, score });
        } else if (!repeats(text, token) && !isSecondMark(text, tokens.pieces[token]!)) {
          const state = words.after(text.words, tokens.pieces[token]!);
          next.push({ ...place, words: state, score: logProbability + state.score });
        }
      }
    }
    texts = next.sort((one, other) => other.score - one.score).slice(0, beam);
    if (ended.length >= beam || texts.length === 0 || texts[0]!.length >= maxTokens) break;
    const before = written;
    written = await network.write(
      audio,
      texts.map(({ token }) => [token]),
      before.memory,
      texts.map(({ row }) => row),
    );
    before.free();
    ({ logProbabilities } = written);
    attention = lastAttention(written);
  }
  written.free();
  return { tokens: tokensOf(bestOf(ended)?.before ?? texts[0]), noSpeech, turkish };
}

/** Returns the text with the highest mean score per token; by the sum, the shortest would win. */
function bestOf(texts: readonly Text[]): Text | undefined {
  const rank = ({ score, length }: Text) => score / length;
  return texts.toSorted((one, other) => rank(other) - rank(one))[0];
}

function tokensOf(text: Text | undefined): readonly FoundToken[] {
  const found: FoundToken[] = [];
  for (let at = text; at?.before !== undefined; at = at.before) {
    const { token, before, attention } = at;
    found.push({ token, attention, logProbability: at.logProbability - before.logProbability });
  }
  return found.reverse();
}

/** Returns the attention of each row at its last token. */
function lastAttention({ attention }: Written): readonly Attention[] {
  const [heads, rows, tokens, frames] = attention.dims as [number, number, number, number];
  const all = attention.data as Float32Array;
  return Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: heads }, (_head, head) => {
      const from = ((head * rows + row + 1) * tokens - 1) * frames;
      // A copy: of most rows nothing is kept.
      return all.slice(from, from + frames);
    }),
  );
}

/** Returns the `count` likeliest tokens that can stand in a text, the likeliest first. */
function likeliest(logProbabilities: Float32Array, tokens: Tokens, count: number): number[] {
  const found: number[] = [];
  let lowest = -Infinity;
  for (let token = 0; token < logProbabilities.length; token += 1) {
    const value = logProbabilities[token]!;
    if (value <= lowest || !tokens.isWritten(token)) continue;
    let place = found.length;
    while (place > 0 && logProbabilities[found[place - 1]!]! < value) place -= 1;
    found.splice(place, 0, token);
    if (found.length > count) found.pop();
    if (found.length === count) lowest = logProbabilities[found.at(-1)!]!;
  }
  return found;
}

/** Whether a piece is punctuation that does not directly follow a word. */
function isSecondMark({ words: { word } }: Text, piece: string): boolean {
  return MARKS.test(piece) && (word === "" || MARKS.test(word.at(-1)!));
}

/** Whether one more token makes a text repeat many tokens once, or a few tokens many times. */
function repeats(text: Text, token: number): boolean {
  const last = [token];
  for (
    let at: Text = text;
    at.before !== undefined && last.length < REPEATED_WITHIN;
    at = at.before
  ) {
    last.push(at.token);
  }
  for (let period = 1; period + REPEATED_TOKENS <= last.length; period += 1) {
    let same = 0;
    while (same + period < last.length && last[same] === last[same + period]) same += 1;
    if (same >= Math.max(REPEATED_TOKENS, period < REPEATED_TOKENS ? period * MAX_REPETITIONS : 0))
      return true;
  }
  return false;
}

/** Returns the share of one token in the probability of all given tokens. */
function shareOf(logProbabilities: Float32Array, one: number, all: readonly number[]): number {
  const sum = all.reduce((total, token) => total + Math.exp(logProbabilities[token]!), 0);
  return Math.exp(logProbabilities[one]!) / sum;
}
