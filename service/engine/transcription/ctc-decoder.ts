import type { RecognisedWord } from "../model/model.ts";
import { BeamSearch, type Spelling } from "./beam-search.ts";
import type { HeardLetter } from "./prefix.ts";

/** How steps of a network lie in time, in seconds. */
export interface StepTiming {
  readonly stepSeconds: number;
  /** From a word's first step to the moment it begins, usually negative: a network hears before it decides. */
  readonly startOffset: number;
  /** From the end of a word's last step to the moment it ends. */
  readonly endOffset: number;
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

  /**
   * @param preferred phrases to prefer, as they are spoken: words parted by spaces
   * @param isSpeech says of a word that was heard whether it may have been spoken at all
   */
  constructor(
    spelling: Spelling,
    timing: StepTiming,
    preferred: readonly string[] = [],
    isSpeech: (word: RecognisedWord) => boolean = () => true,
  ) {
    this.#spelling = spelling;
    this.#timing = timing;
    this.#isSpeech = isSpeech;
    const pauseSteps = Math.round(PAUSE_SECONDS / timing.stepSeconds);
    this.#search = new BeamSearch(spelling, preferred, pauseSteps);
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

/** Makes a word of its letters; confidence is the geometric mean of theirs. */
function wordOf(
  letters: readonly HeardLetter[],
  timing: StepTiming,
  notBefore: number,
): RecognisedWord {
  const first = letters[0]!.firstStep * timing.stepSeconds + timing.startOffset;
  const last = (letters.at(-1)!.lastStep + 1) * timing.stepSeconds + timing.endOffset;
  const start = Math.max(notBefore, first);
  const sum = letters.reduce((total, letter) => total + letter.logProbability, 0);
  return {
    text: letters.map((letter) => letter.text).join(""),
    start: milliseconds(start),
    end: milliseconds(Math.max(start, last)),
    confidence: Math.min(1, Math.exp(sum / letters.length)),
  };
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
