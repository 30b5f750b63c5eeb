import { Type, type Static } from "typebox";
import type { LetterModel } from "./letter-model.ts";
import { PreferredPhrases } from "./preferred-phrases.ts";
import {
  isAtWordStart,
  lastLetterOf,
  lettersBetween,
  logSum,
  origin,
  Prefix,
  sharedPrefix,
  type HeardLetter,
} from "./prefix.ts";

/** Index of the blank token, whatever the vocabulary calls it. */
const BLANK = 0;

/** Parameters of the beam search and of the scoring of spellings; `decoding` in model.json. */
export const DecodingParameters = Type.Object({
  /** Prefixes kept after each step. */
  beam: Type.Integer({ minimum: 1, maximum: 64 }),
  /** Weight of the letter model's log-probabilities beside the network's; 0 turns it off. */
  letter_weight: Type.Number({ minimum: 0 }),
  /** Added for each letter, in nats, since the letter model makes long texts less likely. */
  letter_bonus: Type.Number(),
  /** Words of lower confidence are taken for noise and left out. */
  least_confidence: Type.Number({ minimum: 0, maximum: 1 }),
});

/** Settings and tables that all decoders of one model share. */
export interface Spelling {
  /** Written form of each output of the network; the blank first. */
  readonly tokens: readonly string[];
  readonly space: number;
  readonly decoding: Readonly<Static<typeof DecodingParameters>>;
  readonly letterModel: LetterModel | undefined;
}

/** Tokens and prefixes less likely than the best by more than this, in nats, are pruned. */
const TOKEN_THRESHOLD = 7;
const PREFIX_THRESHOLD = 9;
/** Factor of the beam width with preferred phrases, because prefixes that begin a phrase in vain take places in the beam. */
const WIDENED_BY_PHRASES = 2;
/** Cost, in nats, of ignoring a space inside a preferred phrase. */
const JOINING_COST = 1.5;
/** Maximum number of letters that are not settled; beyond it, only the best prefix is kept. */
const MAX_OPEN_LETTERS = 120;

/**
 * Finds the likeliest text by prefix beam search (Hannun et al., 2014). Letters that all prefixes share are settled and leave
 * the beam, so that a search does not grow with the length of the audio.
 */
export class BeamSearch {
  readonly #spelling: Spelling;
  readonly #pauseSteps: number;
  /** Prefixes kept after each step. */
  readonly #width: number;
  #root: Prefix;
  #beam: Prefix[];
  /** Prefixes of the step that is being computed; between steps, the array of the previous beam, for reuse. */
  #next: Prefix[] = [];
  readonly #candidates: number[] = [];
  /** Rank of the likeliest prefix found so far in the step that is being computed, or a lower bound of it. */
  #bestRank = -Infinity;
  #step = 0;

  /**
   * @param preferred phrases to prefer, as they are spoken: words separated by spaces
   * @param pauseSteps number of steps without a letter after which a word has ended
   */
  constructor(spelling: Spelling, preferred: readonly string[], pauseSteps: number) {
    this.#spelling = spelling;
    this.#pauseSteps = pauseSteps;
    const { start } = new PreferredPhrases(preferred, spelling.tokens, spelling.space);
    const { beam } = spelling.decoding;
    this.#width = preferred.length === 0 ? beam : beam * WIDENED_BY_PHRASES;
    this.#root = origin(spelling.letterModel?.begin ?? 0, start);
    this.#beam = [this.#root];
  }

  /** Letters of the best prefix after the settled ones. */
  get openLetters(): readonly HeardLetter[] {
    return lettersBetween(this.#root, this.#beam[0]!, this.#spelling.tokens);
  }

  /** The last open letter that is not a space. */
  get lastOpenLetter(): HeardLetter | undefined {
    const { tokens, space } = this.#spelling;
    let prefix = this.#beam[0]!;
    while (prefix !== this.#root && prefix.token === space) prefix = prefix.before!;
    return prefix === this.#root ? undefined : lastLetterOf(prefix, tokens);
  }

  /** Takes the log-probabilities of one step. */
  take(logProbs: Float32Array): void {
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
    this.#step += 1;
  }

  /**
   * Settles the letters that all prefixes share, except a last token that the next step could prolong; returns them, and
   * whether they end a word.
   */
  settle(): { readonly letters: readonly HeardLetter[]; readonly endsWord: boolean } {
    const best = this.#beam[0]!;
    if (best.length - this.#root.length > MAX_OPEN_LETTERS) this.#beam = [best];
    const shared = sharedPrefix(this.#beam);
    const settled = this.#beam.includes(shared) && shared !== this.#root ? shared.before! : shared;
    const letters = lettersBetween(this.#root, settled, this.#spelling.tokens);
    settled.before = undefined;
    this.#root = settled;
    return { letters, endsWord: shared.token === this.#spelling.space };
  }

  /** Settles and returns all open letters. */
  end(): readonly HeardLetter[] {
    const best = this.#bestAtTheEnd();
    const letters = lettersBetween(this.#root, best, this.#spelling.tokens);
    best.before = undefined;
    this.#root = best;
    this.#beam = [best];
    return letters;
  }

  /** Settles and returns all open letters, and ends the last word: later letters begin another. */
  endWord(): readonly HeardLetter[] {
    const letters = this.end();
    const { space, letterModel } = this.#spelling;
    const { context, phrase } = this.#root;
    const contextBehind = letterModel?.after(context, space) ?? space;
    this.#root = origin(contextBehind, phrase.after(space).state);
    this.#beam = [this.#root];
    return letters;
  }

  /**
   * Keeps the likeliest prefixes. Of those with the same context and phrase state only the likeliest stays, because later steps
   * cannot change their order: the letter model looks no further back.
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
    let best = logProbs[BLANK]!;
    // No iterator: it takes as long as all the rest of the search.
    for (let token = 1; token < logProbs.length; token += 1) {
      if (logProbs[token]! > best) best = logProbs[token]!;
    }
    for (let token = 1; token < logProbs.length; token += 1) {
      if (logProbs[token]! > best - TOKEN_THRESHOLD) this.#candidates.push(token);
    }
  }

  /** Adds the alignments that leave the prefix as it is: by a blank, or by the last token once more. */
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
    const known = prefix.childWith(token);
    if (known !== undefined) return this.#enter(known, logProbability, entered);
    const spellingScore = this.#spellingScoreWith(prefix, token);
    const rank = entered + spellingScore;
    // No other alignment leads to a new prefix in this step, so this rank is final, and the prefix can be pruned at once.
    if (rank < this.#bestRank - PREFIX_THRESHOLD || rank === -Infinity) return;
    this.#reach(rank);
    this.#enter(this.#add(prefix, token, spellingScore), logProbability, entered);
  }

  /** A pause ends a word, whether or not the network hears a space in it. */
  #endWordAfterPause(prefix: Prefix): void {
    const { space } = this.#spelling;
    if (this.#step - prefix.lastStep !== this.#pauseSteps || isAtWordStart(prefix, space)) return;
    const ended =
      prefix.childWith(space) ?? this.#add(prefix, space, this.#spellingScoreWith(prefix, space));
    ended.nextEndingInBlank = logSum(ended.nextEndingInBlank, prefix.nextEndingInBlank);
    ended.firstStep = this.#step;
    ended.lastStep = this.#step;
    ended.logProbability = 0;
    prefix.nextEndingInBlank = -Infinity;
  }

  /** Returns the spelling score of a prefix with one more token. */
  #spellingScoreWith(prefix: Prefix, token: number): number {
    const { letterModel, decoding } = this.#spelling;
    const spelled = letterModel?.logProbability(prefix.context, token) ?? 0;
    const { gain } = prefix.phrase.after(token);
    return prefix.spellingScore + decoding.letter_weight * spelled + decoding.letter_bonus + gain;
  }

  #add(before: Prefix, token: number, spellingScore: number): Prefix {
    const context = this.#spelling.letterModel?.after(before.context, token) ?? token;
    const phrase = before.phrase.after(token).state;
    const grown = new Prefix(before, token, context, phrase, spellingScore);
    before.addChild(grown);
    this.#next.push(grown);
    return grown;
  }

  /** Adds the alignments that reach a prefix by its last token. */
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
}

/** Returns whether one of the first `kept` prefixes has the same context and phrase state. */
function isLike({ context, phrase }: Prefix, ranked: readonly Prefix[], kept: number): boolean {
  for (let at = 0; at < kept; at += 1) {
    const other = ranked[at]!;
    if (other.context === context && other.phrase === phrase) return true;
  }
  return false;
}
