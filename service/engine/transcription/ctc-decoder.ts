import type { RecognisedWord } from "../model/model.ts";
import { BeamSearch, type Spelling } from "./beam-search.ts";
import { wordOf, type HeardLetter, type StepTiming } from "./word-assembly.ts";

export interface DecoderOptions {
  /** Phrases to prefer, as they are spoken: words parted by spaces. */
  readonly preferred?: readonly string[];
  /** Says of a word that was heard whether it may have been spoken at all. */
  readonly isSpeech?: (word: RecognisedWord) => boolean;
}

/** A pause this long is within no word, however slowly it is spoken. */
const PAUSE_SECONDS = 0.6;

/** Reads words, with their times, off the log-probabilities of connectionist temporal classification. */
export class CtcDecoder {
  readonly #spelling: Spelling;
  readonly #timing: StepTiming;
  readonly #isSpeech: (word: RecognisedWord) => boolean;
  readonly #search: BeamSearch;
  readonly #words: RecognisedWord[] = [];
  #settled = 0;
  #settledLetters: HeardLetter[] = [];

  constructor(
    spelling: Spelling,
    timing: StepTiming,
    { preferred = [], isSpeech = () => true }: DecoderOptions = {},
  ) {
    this.#spelling = spelling;
    this.#timing = timing;
    this.#isSpeech = isSpeech;
    const pauseSteps = Math.round(PAUSE_SECONDS / timing.stepSeconds);
    this.#search = new BeamSearch(spelling, { preferred, pauseSteps });
  }

  /** Words heard so far; those behind `settledWords` may still change. */
  get words(): readonly RecognisedWord[] {
    return this.#words;
  }

  /** How many words, from the first on, can no longer change. */
  get settledWords(): number {
    return this.#settled;
  }

  /** Takes `steps` rows of log-probabilities, the first of which begins at `logProbs[at]`. */
  push(logProbs: Float32Array, at: number, steps: number): void {
    const width = this.#spelling.tokens.length;
    for (let row = 0; row < steps; row += 1) {
      this.#search.take(logProbs.subarray(at + row * width, at + (row + 1) * width));
    }
    const { letters, endsWord } = this.#search.settle();
    for (const letter of letters) this.#settleLetter(letter);
    if (endsWord) this.#finishWord();
    this.#writeOpenWords();
  }

  /** Settles everything. */
  end(): void {
    for (const letter of this.#search.end()) this.#settleLetter(letter);
    this.#finishWord();
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
    for (const letter of this.#search.openLetters) {
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
