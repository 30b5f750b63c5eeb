import type { RecognisedWord } from "../model.ts";
import type { LetterModel } from "./letter-model.ts";
import {
  extend,
  isAtWordStart,
  lettersBetween,
  logSum,
  origin,
  sharedPrefix,
  type Prefix,
} from "./prefix.ts";
import { wordOf, type HeardLetter, type StepTiming } from "./word-assembly.ts";

/** Index of the token that means "nothing new", whatever a network calls it in its vocabulary. */
export const BLANK = 0;

/** How decoding searches and what it weighs spellings with. */
export interface DecodingParameters {
  /** Prefixes kept after each step. */
  readonly beam: number;
  /** How much the letter model counts beside the network, 0 for not at all. */
  readonly letter_weight: number;
  /** Added for each letter, in nats, since the letter model makes long texts less likely. */
  readonly letter_bonus: number;
  /** Words less sure than this are taken for noise and left out, 0 to 1. */
  readonly least_confidence: number;
}

/** What all decoders of one model share. */
export interface Spelling {
  /** Written form of each output of the network; the blank first. */
  readonly tokens: readonly string[];
  readonly space: number;
  readonly decoding: DecodingParameters;
  readonly letterModel: LetterModel | undefined;
}

/** Tokens and prefixes less likely than the best by more than this, in nats, are given up. */
const TOKEN_THRESHOLD = 7;
const PREFIX_THRESHOLD = 9;
/** Letters that may stay open; with more, the best prefix settles them. */
const MAX_OPEN_LETTERS = 120;

/**
 * Reads words off the log-probabilities of connectionist temporal classification by prefix beam search.
 *
 * What all prefixes of the beam share can no longer change: words wholly inside it are settled. After Hannun et al.,
 * "First-Pass Large Vocabulary Continuous Speech Recognition using Bi-Directional Recurrent DNNs", 2014.
 */
export class CtcDecoder {
  readonly #spelling: Spelling;
  readonly #timing: StepTiming;
  readonly #words: RecognisedWord[] = [];
  #settled = 0;
  #settledLetters: HeardLetter[] = [];
  #root: Prefix;
  #beam: Prefix[];
  #candidates: number[] = [];
  #step = 0;

  constructor(spelling: Spelling, timing: StepTiming) {
    this.#spelling = spelling;
    this.#timing = timing;
    this.#root = origin(spelling.letterModel?.begin ?? 0);
    this.#beam = [this.#root];
  }

  /** Words heard so far; those behind `settledWords` may still change. */
  get words(): readonly RecognisedWord[] {
    return this.#words;
  }

  /** How many words, from the first on, can no longer change. */
  get settledWords(): number {
    return this.#settled;
  }

  /** Hears `steps` rows of log-probabilities, the first of which begins at `logProbs[at]`. */
  push(logProbs: Float32Array, at: number, steps: number): void {
    const width = this.#spelling.tokens.length;
    for (let row = 0; row < steps; row += 1) {
      this.#hear(logProbs.subarray(at + row * width, at + (row + 1) * width));
      this.#step += 1;
    }
    this.#settle();
    this.#writeOpenWords();
  }

  /** Settles everything. */
  end(): void {
    const best = this.#bestAtTheEnd();
    for (const letter of lettersBetween(this.#root, best, this.#spelling.tokens))
      this.#settleLetter(letter);
    this.#finishWord();
    this.#root = best;
    this.#beam = [best];
  }

  #hear(logProbs: Float32Array): void {
    this.#findCandidates(logProbs);
    const next: Prefix[] = [];
    for (const prefix of this.#beam) this.#stay(prefix, logProbs, next);
    for (const prefix of this.#beam) {
      for (const token of this.#candidates) this.#grow(prefix, token, logProbs[token]!, next);
    }
    for (const prefix of next) {
      prefix.endingInBlank = prefix.nextEndingInBlank;
      prefix.endingInToken = prefix.nextEndingInToken;
      prefix.rank = logSum(prefix.endingInBlank, prefix.endingInToken) + prefix.spellingScore;
    }
    next.sort((one, other) => other.rank - one.rank);
    this.#beam = this.#kept(next);
  }

  /**
   * Of prefixes that nothing to come can tell apart, since the letter model looks no further back, the likeliest
   * stays; so that what was heard a few letters ago is settled.
   */
  #kept(ranked: readonly Prefix[]): Prefix[] {
    const worst = ranked[0]!.rank - PREFIX_THRESHOLD;
    const contexts = new Set<number>();
    const kept: Prefix[] = [];
    for (const prefix of ranked) {
      if (kept.length === this.#spelling.decoding.beam || prefix.rank < worst) break;
      if (contexts.has(prefix.context)) continue;
      contexts.add(prefix.context);
      kept.push(prefix);
    }
    return kept;
  }

  #findCandidates(logProbs: Float32Array): void {
    this.#candidates.length = 0;
    let best = -Infinity;
    for (const logProbability of logProbs) best = Math.max(best, logProbability);
    for (let token = 1; token < logProbs.length; token += 1) {
      if (logProbs[token]! > best - TOKEN_THRESHOLD) this.#candidates.push(token);
    }
  }

  /** A blank, or the last token once more, leaves the prefix as it is. */
  #stay(prefix: Prefix, logProbs: Float32Array, next: Prefix[]): void {
    this.#include(prefix, next);
    const total = logSum(prefix.endingInBlank, prefix.endingInToken);
    prefix.nextEndingInBlank = total + logProbs[BLANK]!;
    if (prefix.token === BLANK) return;
    const logProbability = logProbs[prefix.token]!;
    prefix.nextEndingInToken = prefix.endingInToken + logProbability;
    if (prefix.nextEndingInToken < prefix.nextEndingInBlank) return;
    prefix.lastStep = this.#step;
    prefix.logProbability = Math.max(prefix.logProbability, logProbability);
  }

  #grow(prefix: Prefix, token: number, logProbability: number, next: Prefix[]): void {
    const { space } = this.#spelling;
    const total = logSum(prefix.endingInBlank, prefix.endingInToken);
    if (token === space && isAtWordStart(prefix, space)) {
      prefix.nextEndingInBlank = logSum(prefix.nextEndingInBlank, total + logProbability);
      return;
    }
    const entered = (token === prefix.token ? prefix.endingInBlank : total) + logProbability;
    if (entered === -Infinity) return;
    const grown = this.#grown(prefix, token, next);
    if (entered > logSum(grown.nextEndingInBlank, grown.nextEndingInToken)) {
      grown.firstStep = this.#step;
      grown.lastStep = this.#step;
      grown.logProbability = logProbability;
    }
    grown.nextEndingInToken = logSum(grown.nextEndingInToken, entered);
  }

  /** Returns the prefix with one more token, the one of the beam where there is one. */
  #grown(prefix: Prefix, token: number, next: Prefix[]): Prefix {
    const known = next.find((other) => other.before === prefix && other.token === token);
    if (known !== undefined) return known;
    const { letterModel, decoding } = this.#spelling;
    const context = letterModel?.after(prefix.context, token) ?? token;
    const spelled = letterModel?.logProbability(prefix.context, token) ?? 0;
    const score = decoding.letter_weight * spelled + decoding.letter_bonus;
    const grown = extend(prefix, { token, context, spellingScore: prefix.spellingScore + score });
    this.#include(grown, next);
    return grown;
  }

  #include(prefix: Prefix, next: Prefix[]): void {
    prefix.nextEndingInBlank = -Infinity;
    prefix.nextEndingInToken = -Infinity;
    next.push(prefix);
  }

  #bestAtTheEnd(): Prefix {
    const { letterModel, decoding, space } = this.#spelling;
    const ranked = this.#beam.map((prefix) => {
      const ends = isAtWordStart(prefix, space)
        ? 0
        : (letterModel?.logProbability(prefix.context, space) ?? 0);
      return { prefix, rank: prefix.rank + decoding.letter_weight * ends };
    });
    return ranked.reduce((one, other) => (other.rank > one.rank ? other : one)).prefix;
  }

  /** Takes what all prefixes share for settled, but not a last token that the next step could prolong. */
  #settle(): void {
    const best = this.#beam[0]!;
    if (best.length - this.#root.length > MAX_OPEN_LETTERS) this.#beam = [best];
    const shared = sharedPrefix(this.#beam);
    const settled = this.#beam.includes(shared) && shared !== this.#root ? shared.before! : shared;
    for (const letter of lettersBetween(this.#root, settled, this.#spelling.tokens))
      this.#settleLetter(letter);
    if (shared.token === this.#spelling.space) this.#finishWord();
    settled.before = undefined;
    this.#root = settled;
  }

  #settleLetter(letter: HeardLetter): void {
    if (letter.text === " ") this.#finishWord();
    else this.#settledLetters.push(letter);
  }

  #finishWord(): void {
    this.#words.length = this.#settled;
    this.#writeWord(this.#settledLetters);
    this.#settled = this.#words.length;
    this.#settledLetters = [];
  }

  /** Writes behind the settled words what the best prefix makes of the rest. */
  #writeOpenWords(): void {
    this.#words.length = this.#settled;
    let letters = [...this.#settledLetters];
    for (const letter of lettersBetween(this.#root, this.#beam[0]!, this.#spelling.tokens)) {
      if (letter.text !== " ") letters.push(letter);
      else {
        this.#writeWord(letters);
        letters = [];
      }
    }
    this.#writeWord(letters);
  }

  #writeWord(letters: readonly HeardLetter[]): void {
    if (letters.length === 0) return;
    const word = wordOf(letters, this.#timing, this.#words.at(-1)?.end ?? 0);
    if (word.confidence >= this.#spelling.decoding.least_confidence) this.#words.push(word);
  }
}
