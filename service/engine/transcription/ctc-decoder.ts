import type { RecognisedWord } from "../model.ts";
import type { LetterModel } from "./letter-model.ts";
import { PreferredPhrases } from "./preferred-phrases.ts";
import { isAtWordStart, lettersBetween, logSum, origin, Prefix, sharedPrefix } from "./prefix.ts";
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

export interface DecoderOptions {
  /** Phrases to prefer, as they are spoken: words parted by spaces. */
  readonly preferred?: readonly string[];
  /** Says of a word that was heard whether it may have been spoken at all. */
  readonly isSpeech?: (word: RecognisedWord) => boolean;
}

/** Tokens and prefixes less likely than the best by more than this, in nats, are given up. */
const TOKEN_THRESHOLD = 7;
const PREFIX_THRESHOLD = 9;
/** Begun phrases, many in vain, stand beside what is heard without them. */
const WIDENED_BY_PHRASES = 2;
/** What it costs, in nats, to take a space inside of a preferred phrase for none. */
const JOINING_COST = 1.5;
/** A pause this long is within no word, however slowly it is spoken. */
const PAUSE_SECONDS = 0.6;
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
  readonly #isSpeech: (word: RecognisedWord) => boolean;
  readonly #pauseSteps: number;
  /** Prefixes kept after each step. */
  readonly #width: number;
  readonly #words: RecognisedWord[] = [];
  #settled = 0;
  #settledLetters: HeardLetter[] = [];
  #root: Prefix;
  #beam: Prefix[];
  /** Prefixes of the next step while it is added up; the beam of the last step before that. */
  #next: Prefix[] = [];
  readonly #candidates: number[] = [];
  /** Rank of the likeliest prefix of the next step so far, or less. */
  #bestRank = -Infinity;
  #step = 0;

  constructor(
    spelling: Spelling,
    timing: StepTiming,
    { preferred = [], isSpeech = () => true }: DecoderOptions = {},
  ) {
    this.#spelling = spelling;
    this.#timing = timing;
    this.#isSpeech = isSpeech;
    this.#pauseSteps = Math.round(PAUSE_SECONDS / timing.stepSeconds);
    const { start } = new PreferredPhrases(preferred, spelling.tokens, spelling.space);
    const { beam } = spelling.decoding;
    this.#width = preferred.length === 0 ? beam : beam * WIDENED_BY_PHRASES;
    this.#root = origin(spelling.letterModel?.begin ?? 0, start);
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
    const beam = this.#beam;
    const next = this.#next;
    next.length = 0;
    this.#bestRank = -Infinity;
    for (const prefix of beam) prefix.firstChild = undefined;
    for (const prefix of beam) prefix.before?.addChild(prefix);
    for (const prefix of beam) this.#stay(prefix, logProbs);
    for (const prefix of beam) this.#endWordAfterPause(prefix);
    for (const prefix of beam) {
      for (const token of this.#candidates) this.#grow(prefix, token, logProbs[token]!);
    }
    for (const prefix of next) prefix.advance();
    next.sort((one, other) => other.rank - one.rank);
    this.#next = beam;
    this.#beam = next;
    this.#prune();
  }

  /**
   * Of prefixes that nothing to come can tell apart, since the letter model looks no further back, the likeliest
   * stays; so that what was heard a few letters ago is settled.
   */
  #prune(): void {
    const ranked = this.#beam;
    const worst = ranked[0]!.rank - PREFIX_THRESHOLD;
    let kept = 0;
    for (const prefix of ranked) {
      if (kept === this.#width || prefix.rank < worst) break;
      if (isLike(prefix, ranked, kept)) continue;
      ranked[kept] = prefix;
      kept += 1;
    }
    ranked.length = kept;
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
  #stay(prefix: Prefix, logProbs: Float32Array): void {
    prefix.nextEndingInBlank = prefix.total + logProbs[BLANK]!;
    prefix.nextEndingInToken = -Infinity;
    this.#next.push(prefix);
    if (prefix.token !== BLANK) {
      const logProbability = logProbs[prefix.token]!;
      prefix.nextEndingInToken = prefix.endingInToken + logProbability;
      if (prefix.nextEndingInToken >= prefix.nextEndingInBlank) {
        prefix.lastStep = this.#step;
        prefix.logProbability = Math.max(prefix.logProbability, logProbability);
      }
    }
    this.#reach(
      Math.max(prefix.nextEndingInBlank, prefix.nextEndingInToken) + prefix.spellingScore,
    );
  }

  #grow(prefix: Prefix, token: number, logProbability: number): void {
    const { space } = this.#spelling;
    if (token === space && isAtWordStart(prefix, space)) {
      const entered = prefix.total + logProbability;
      prefix.nextEndingInBlank = logSum(prefix.nextEndingInBlank, entered);
      return;
    }
    if (token === space && prefix.phrase.isInside) {
      const joined = prefix.total + logProbability - JOINING_COST;
      prefix.nextEndingInBlank = logSum(prefix.nextEndingInBlank, joined);
    }
    const entered = (token === prefix.token ? prefix.endingInBlank : prefix.total) + logProbability;
    const grown = prefix.childWith(token) ?? this.#added(prefix, token, entered);
    if (grown !== undefined) this.#enter(grown, logProbability, entered);
  }

  /** Adds a prefix with one more token, unless it is too unlikely to stay. */
  #added(prefix: Prefix, token: number, entered: number): Prefix | undefined {
    const { letterModel, decoding } = this.#spelling;
    const spelled = letterModel?.logProbability(prefix.context, token) ?? 0;
    const { state: phrase, gain } = prefix.phrase.after(token);
    const score = decoding.letter_weight * spelled + decoding.letter_bonus + gain;
    const spellingScore = prefix.spellingScore + score;
    const rank = entered + spellingScore;
    if (rank < this.#bestRank - PREFIX_THRESHOLD || rank === -Infinity) return undefined;
    this.#reach(rank);
    const context = letterModel?.after(prefix.context, token) ?? token;
    const grown = new Prefix({ before: prefix, token, context, phrase, spellingScore });
    prefix.addChild(grown);
    this.#next.push(grown);
    return grown;
  }

  /** A pause ends a word, whether or not the network says so: it may take a pause for a space, or a space for a pause. */
  #endWordAfterPause(prefix: Prefix): void {
    const { space } = this.#spelling;
    if (this.#step - prefix.lastStep !== this.#pauseSteps || isAtWordStart(prefix, space)) return;
    const paused = prefix.nextEndingInBlank;
    const ended = prefix.childWith(space) ?? this.#added(prefix, space, paused);
    prefix.nextEndingInBlank = -Infinity;
    if (ended === undefined) return;
    ended.nextEndingInBlank = logSum(ended.nextEndingInBlank, paused);
    ended.firstStep = this.#step;
    ended.lastStep = this.#step;
    ended.logProbability = 0;
  }

  /** Adds the alignments that come to a prefix by its last token. */
  #enter(grown: Prefix, logProbability: number, entered: number): void {
    if (entered > logSum(grown.nextEndingInBlank, grown.nextEndingInToken)) {
      grown.firstStep = this.#step;
      grown.lastStep = this.#step;
      grown.logProbability = logProbability;
    }
    grown.nextEndingInToken = logSum(grown.nextEndingInToken, entered);
  }

  #reach(rank: number): void {
    if (rank > this.#bestRank) this.#bestRank = rank;
  }

  #bestAtTheEnd(): Prefix {
    const { letterModel, decoding, space } = this.#spelling;
    const ranked = this.#beam.map((prefix) => {
      const ends = isAtWordStart(prefix, space)
        ? 0
        : (letterModel?.logProbability(prefix.context, space) ?? 0);
      const rank = prefix.rank + decoding.letter_weight * ends + prefix.phrase.loss;
      return { prefix, rank };
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
    const isSure = word.confidence >= this.#spelling.decoding.least_confidence;
    if (isSure && this.#isSpeech(word)) this.#words.push(word);
  }
}

/** Says whether nothing to come can tell a prefix from one of the first `kept` ones. */
function isLike({ context, phrase }: Prefix, ranked: readonly Prefix[], kept: number): boolean {
  for (let at = 0; at < kept; at += 1) {
    const other = ranked[at]!;
    if (other.context === context && other.phrase === phrase) return true;
  }
  return false;
}
