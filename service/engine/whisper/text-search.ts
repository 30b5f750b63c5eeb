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
  readonly mostTokens: number;
}

/** Continuations of each text that are weighed, as a multiple of the beam. */
const WEIGHED = 2;
/** A text that is worse than the best whole one by this, in nats, is given up. */
const HOPELESS = 8;
/** Nobody says the same this often on end, but the network may write it without end. */
const MOST_REPETITIONS = 4;
const LONGEST_REPEATED = 24;

/** Writes the text of a segment: a beam search over what the network says and how likely the words are. */
export async function findText(
  network: AttentionNetwork,
  audio: EncodedAudio,
  tokens: Tokens,
  words: WordScore,
  { beam, mostTokens }: SearchLimits,
): Promise<FoundText> {
  const { prompt, size } = tokens;
  let written = await network.write(audio, [prompt], network.emptyMemory(), [0]);
  const first = written.logProbabilities.subarray(0, size);
  const noSpeech = Math.exp(first[tokens.noSpeech]!);
  const turkish = shareOf(first, tokens.turkish, tokens.languages);
  let logProbabilities = written.logProbabilities.subarray((prompt.length - 1) * size);
  let memory: Memory = written.memory;
  let texts: readonly Text[] = [
    { before: undefined, token: -1, length: 0, row: 0, logProbability: 0, words: words.start },
  ];
  let best: { readonly text: Text; readonly score: number } | undefined;
  let ended = 0;
  for (;;) {
    const next: Text[] = [];
    for (const [row, text] of texts.entries()) {
      const ofText = logProbabilities.subarray(row * size, (row + 1) * size);
      for (const token of likeliest(ofText, tokens, WEIGHED * beam)) {
        const logProbability = text.logProbability + ofText[token]!;
        if (token === tokens.end) {
          const score = logProbability + words.end(text.words);
          ended += 1;
          if (best === undefined || score > best.score) best = { text, score };
          continue;
        }
        if (repeats(text, token)) continue;
        const length = text.length + 1;
        const state = words.after(text.words, tokens.pieces[token]!);
        next.push({ before: text, token, length, row, logProbability, words: state });
      }
    }
    const least = best === undefined ? -Infinity : best.score - HOPELESS;
    texts = next
      .filter((text) => scoreOf(text) > least)
      .sort((one, other) => scoreOf(other) - scoreOf(one))
      .slice(0, beam);
    if (texts.length === 0 || texts[0]!.length >= mostTokens) break;
    if (ended >= beam && best !== undefined && scoreOf(texts[0]!) <= best.score) break;
    written = await network.write(
      audio,
      texts.map(({ token }) => [token]),
      memory,
      texts.map(({ row }) => row),
    );
    ({ logProbabilities, memory } = written);
  }
  return { tokens: tokensOf(best?.text ?? texts[0]), noSpeech, turkish };
}

function scoreOf({ logProbability, words }: Text): number {
  return logProbability + words.score;
}

function tokensOf(text: Text | undefined): readonly number[] {
  const found: number[] = [];
  for (let at = text; at?.before !== undefined; at = at.before) found.push(at.token);
  return found.reverse();
}

/** Returns the tokens of the highest numbers that can stand in a text, the highest first. */
function likeliest(logProbabilities: Float32Array, tokens: Tokens, count: number): number[] {
  const found: number[] = [];
  let least = -Infinity;
  for (let token = 0; token < logProbabilities.length; token += 1) {
    const value = logProbabilities[token]!;
    if (value <= least || !tokens.isWritten(token)) continue;
    let place = found.length;
    while (place > 0 && logProbabilities[found[place - 1]!]! < value) place -= 1;
    found.splice(place, 0, token);
    if (found.length > count) found.pop();
    if (found.length === count) least = logProbabilities[found.at(-1)!]!;
  }
  return found;
}

/** Whether the text and one more token end in the same tokens again and again. */
function repeats(text: Text, token: number): boolean {
  const last = [token];
  const most = LONGEST_REPEATED * (MOST_REPETITIONS + 1);
  for (let at: Text = text; at.before !== undefined && last.length < most; at = at.before) {
    last.push(at.token);
  }
  for (let period = 1; period <= LONGEST_REPEATED; period += 1) {
    const length = period * (MOST_REPETITIONS + 1);
    if (length > last.length) return false;
    let at = period;
    while (at < length && last[at] === last[at - period]) at += 1;
    if (at === length) return true;
  }
  return false;
}

/** The share that one of some tokens has of the probability of all of them. */
function shareOf(logProbabilities: Float32Array, one: number, all: readonly number[]): number {
  const sum = all.reduce((total, token) => total + Math.exp(logProbabilities[token]!), 0);
  return Math.exp(logProbabilities[one]!) / sum;
}
