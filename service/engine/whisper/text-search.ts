import type { AttentionNetwork, EncodedAudio, Memory } from "./attention-network.ts";
import type { Tokens } from "./tokens.ts";
import type { WordScore, WordState } from "./word-score.ts";

/** A text that the search considers. */
interface Text {
  readonly before: Text | undefined;
  readonly token: number;
  /** Tokens from the first on. */
  readonly length: number;
  /** Row of the network's memory. */
  readonly row: number;
  /** What the network says of it. */
  readonly logProbability: number;
  readonly words: WordState;
  /** What the network and the words say together. */
  readonly score: number;
}

/** The likeliest text of a segment. */
export interface FoundText {
  readonly tokens: readonly number[];
  /** Probability that nobody speaks. */
  readonly noSpeech: number;
  /** Probability that what is spoken is Turkish. */
  readonly turkish: number;
}

export interface SearchLimits {
  /** Texts that are considered at a time. */
  readonly beam: number;
  /** The longest text, in tokens. */
  readonly maxTokens: number;
}

/** Continuations of each text that are considered, as a multiple of the beam. */
const CANDIDATES_PER_TEXT = 2;
/** Where the network says less than this that the text ends, it does not. */
const MIN_END = Math.log(0.05);
/** What the network hears this much less than the likeliest token, in nats, no word makes up for. */
const MAX_NATS_BEHIND = 6;
/** Bytes of marks and spaces alone. */
const MARKS = /^[\x20-\x2f\x3a-\x40]+$/u;
/** Nobody says the same this often on end, but the network may write it without end. */
const MAX_REPETITIONS = 4;
/** Nobody says so many tokens on end again within so many. */
const REPEATED_TOKENS = 7;
const REPEATED_WITHIN = 64;

/** Writes the text of a segment: a beam search over what the network says and how likely the words are. */
export async function findText(
  network: AttentionNetwork,
  audio: EncodedAudio,
  tokens: Tokens,
  words: WordScore,
  { beam, maxTokens }: SearchLimits,
): Promise<FoundText> {
  const { prompt, size } = tokens;
  let written = await network.write(audio, [prompt], network.emptyMemory(), [0]);
  const first = written.logProbabilities.subarray(0, size);
  const noSpeech = Math.exp(first[tokens.noSpeech]!);
  const turkish = shareOf(first, tokens.turkish, tokens.languages);
  let logProbabilities = written.logProbabilities.subarray((prompt.length - 1) * size);
  let memory: Memory = written.memory;
  let texts: readonly Text[] = [
    {
      before: undefined,
      token: -1,
      length: 0,
      row: 0,
      logProbability: 0,
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
        const place = { before: text, token, length: text.length + 1, row, logProbability };
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
    written = await network.write(
      audio,
      texts.map(({ token }) => [token]),
      memory,
      texts.map(({ row }) => row),
    );
    ({ logProbabilities, memory } = written);
  }
  return { tokens: tokensOf(bestOf(ended)?.before ?? texts[0]), noSpeech, turkish };
}

/** Each token costs: whole texts are compared by what one of theirs costs, or the shortest would win. */
function bestOf(texts: readonly Text[]): Text | undefined {
  const rank = ({ score, length }: Text) => score / length;
  return texts.toSorted((one, other) => rank(other) - rank(one))[0];
}

function tokensOf(text: Text | undefined): readonly number[] {
  const found: number[] = [];
  for (let at = text; at?.before !== undefined; at = at.before) found.push(at.token);
  return found.reverse();
}

/** Returns the tokens of the highest numbers that can stand in a text, the highest first. */
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

/** Whether a piece is a mark that follows nothing which it could stand behind. */
function isSecondMark({ words: { word } }: Text, piece: string): boolean {
  return MARKS.test(piece) && (word === "" || MARKS.test(word.at(-1)!));
}

/** Whether one more token makes a text say something long again, or something short again and again. */
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

/** The share that one of some tokens has of the probability of all of them. */
function shareOf(logProbabilities: Float32Array, one: number, all: readonly number[]): number {
  const sum = all.reduce((total, token) => total + Math.exp(logProbabilities[token]!), 0);
  return Math.exp(logProbabilities[one]!) / sum;
}
