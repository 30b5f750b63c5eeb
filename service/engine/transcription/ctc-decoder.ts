import type { RecognisedWord } from "../model.ts";
import { wordOf, type HeardLetter, type StepTiming } from "./word-assembly.ts";

/** Index of the token that means "nothing new"; what a network calls it in its vocabulary does not matter. */
export const BLANK = 0;

/** Reads words off the most probable token of each step (best path of connectionist temporal classification). */
export class CtcDecoder {
  readonly #tokens: readonly string[];
  readonly #timing: StepTiming;
  readonly #words: RecognisedWord[] = [];
  #settled = 0;
  #letters: HeardLetter[] = [];
  #previous = BLANK;
  #step = 0;

  constructor(tokens: readonly string[], timing: StepTiming) {
    this.#tokens = tokens;
    this.#timing = timing;
  }

  /** Words heard so far, the last of which may be unfinished. */
  get words(): readonly RecognisedWord[] {
    return this.#words;
  }

  /** How many words are finished. */
  get settledWords(): number {
    return this.#settled;
  }

  /** Hears `steps` rows of log-probabilities, the first of which begins at `logProbs[at]`. */
  push(logProbs: Float32Array, at: number, steps: number): void {
    for (let row = 0; row < steps; row += 1) this.#hear(logProbs, at + row * this.#tokens.length);
    if (this.#letters.length > 0) this.#words[this.#settled] = this.#wordOfLetters();
  }

  /** Settles the last word. */
  end(): void {
    this.#finishWord();
  }

  #hear(logProbs: Float32Array, at: number): void {
    let token = 0;
    for (let other = 1; other < this.#tokens.length; other += 1) {
      if (logProbs[at + other]! > logProbs[at + token]!) token = other;
    }
    const logProbability = logProbs[at + token]!;
    const text = this.#tokens[token]!;
    if (token === this.#previous) this.#prolong(token, logProbability);
    else if (text === " ") this.#finishWord();
    else if (token !== BLANK) {
      this.#letters.push({ text, firstStep: this.#step, lastStep: this.#step, logProbability });
    }
    this.#previous = token;
    this.#step += 1;
  }

  #prolong(token: number, logProbability: number): void {
    const letter = this.#letters.at(-1);
    if (token === BLANK || letter === undefined || this.#tokens[token] === " ") return;
    this.#letters[this.#letters.length - 1] = {
      ...letter,
      lastStep: this.#step,
      logProbability: Math.max(letter.logProbability, logProbability),
    };
  }

  #finishWord(): void {
    if (this.#letters.length === 0) return;
    this.#words[this.#settled] = this.#wordOfLetters();
    this.#settled += 1;
    this.#letters = [];
  }

  #wordOfLetters(): RecognisedWord {
    return wordOf(this.#letters, this.#timing, this.#words[this.#settled - 1]?.end ?? 0);
  }
}
