import type { RecognisedWord } from "../model/model.ts";
import { BeamSearch, type Spelling } from "./beam-search.ts";
import type { HeardLetter } from "./prefix.ts";
import { END_WITHIN, type WordEdges } from "./word-edges.ts";

/** Timing of a network's steps, in seconds. */
export interface StepTiming {
  readonly stepSeconds: number;
  /**
   * Seconds from a word's first step to its beginning; typically negative, because the network decides after the sound.
   */
  readonly startOffset: number;
  /** Seconds from the end of a word's last step to the moment it ends. */
  readonly endOffset: number;
}

/** A pause this long ends a word, however slow the speech. */
const PAUSE_SECONDS = 0.6;
/** Maximum delay of a letter behind its sound, and of the first letter of a word behind its beginning. */
const LATEST_LETTER_SECONDS = 0.32;

/** Properties of the audio itself that the decoder needs. */
export interface HeardAudio {
  /** Returns whether a decoded word may have been spoken at all. */
  isSpeech(word: RecognisedWord): boolean;
  /** The quiet before and after words. */
  readonly edges: WordEdges;
}

/** Decodes the log-probabilities of connectionist temporal classification (CTC) to timed words. */
export class CtcDecoder {
  readonly #spelling: Spelling;
  readonly #timing: StepTiming;
  readonly #audio: HeardAudio;
  readonly #search: BeamSearch;
  readonly #pauseSteps: number;
  readonly #words: RecognisedWord[] = [];
  #steps = 0;
  #settled = 0;
  /** Settled letters of the unfinished word, and whether a space was settled after them. */
  #letters: HeardLetter[] = [];
  #isWhole = false;
  #nextWordFrom = 0;

  /** @param preferred phrases to prefer, as they are spoken: words separated by spaces */
  constructor(
    spelling: Spelling,
    timing: StepTiming,
    audio: HeardAudio,
    preferred: readonly string[] = [],
  ) {
    this.#spelling = spelling;
    this.#timing = timing;
    this.#audio = audio;
    this.#pauseSteps = Math.round(PAUSE_SECONDS / timing.stepSeconds);
    this.#search = new BeamSearch(spelling, preferred, this.#pauseSteps);
  }

  /** Words decoded so far; those after the first `settledWords` may still change. */
  get words(): readonly RecognisedWord[] {
    return this.#words;
  }

  /** How many words, from the first on, can no longer change. */
  get settledWords(): number {
    return this.#settled;
  }

  /** No word after the settled ones begins before this time, in seconds. */
  get nextWordFrom(): number {
    return this.#nextWordFrom;
  }

  /** Takes `steps` rows of log-probabilities, the first of which begins at `logProbs[at]`. */
  push(logProbs: Float32Array, at: number, steps: number): void {
    const width = this.#spelling.tokens.length;
    for (let row = 0; row < steps; row += 1) {
      this.#search.take(logProbs.subarray(at + row * width, at + (row + 1) * width));
      this.#steps += 1;
      // After each step, so that words and their times do not depend on the pieces that audio comes in.
      this.#settle();
    }
    this.#writeOpenWords();
  }

  /** Settles all words. */
  end(): void {
    for (const letter of this.#search.end()) this.#settleLetter(letter);
    this.#finishWord(Infinity);
  }

  get #decodedSeconds(): number {
    return this.#steps * this.#timing.stepSeconds;
  }

  #settle(): void {
    const { letters, endsWord } = this.#search.settle();
    for (const letter of letters) this.#settleLetter(letter);
    if (endsWord) this.#endWord();
    const lastOpen = this.#search.lastOpenLetter;
    const last = lastOpen ?? this.#letters.at(-1);
    if (last === undefined) return this.#waitForWord();
    if (this.#isWhole && lastOpen !== undefined) {
      const next = this.#search.openLetters.find(({ text }) => text !== " ")!;
      return this.#finishWord(this.#startOf(next));
    }
    if (!this.#endsInQuiet(last)) return;
    if (!this.#isWhole) for (const letter of this.#search.endWord()) this.#settleLetter(letter);
    this.#finishWord(Infinity);
  }

  /** Returns whether the last letter is followed by enough quiet to end its word. */
  #endsInQuiet(last: HeardLetter): boolean {
    if (this.#steps - last.lastStep > this.#pauseSteps) return true;
    const end = this.#endOf(last);
    // Any quiet is still too short; most steps of continuous speech return here.
    if (this.#decodedSeconds < end - END_WITHIN.before + LATEST_LETTER_SECONDS) return false;
    const quiet = this.#audio.edges.quietAfter(end, Infinity, this.#decodedSeconds);
    if (quiet === undefined) return false;
    const isLong = this.#isWhole || quiet.end - quiet.start >= PAUSE_SECONDS;
    return isLong && this.#decodedSeconds >= quiet.start + LATEST_LETTER_SECONDS;
  }

  /** Moves `nextWordFrom` to the end of the quiet since the last word. */
  #waitForWord(): void {
    const decoded = this.#decodedSeconds;
    const from = Math.max(this.#nextWordFrom, decoded - LATEST_LETTER_SECONDS);
    this.#nextWordFrom = this.#audio.edges.quietUntil(from, decoded);
  }

  #settleLetter(letter: HeardLetter): void {
    if (letter.text === " ") return this.#endWord();
    if (this.#isWhole) this.#finishWord(this.#startOf(letter));
    this.#letters.push(letter);
  }

  #endWord(): void {
    this.#isWhole = this.#letters.length > 0;
  }

  /** @param nextStart when the next word begins by its letters, in seconds; Infinity where none follows yet */
  #finishWord(nextStart: number): void {
    this.#words.length = this.#settled;
    this.#writeWord(this.#letters, nextStart);
    this.#settled = this.#words.length;
    this.#nextWordFrom = Math.max(this.#nextWordFrom, this.#words.at(-1)?.end ?? 0);
    this.#letters = [];
    this.#isWhole = false;
  }

  /** Replaces the words after the settled ones by those of the best prefix. */
  #writeOpenWords(): void {
    this.#words.length = this.#settled;
    let letters = [...this.#letters];
    let isWhole = this.#isWhole;
    for (const letter of this.#search.openLetters) {
      if (letter.text === " ") isWhole = true;
      else if (isWhole) {
        this.#writeWord(letters, this.#startOf(letter));
        letters = [letter];
        isWhole = false;
      } else letters.push(letter);
    }
    this.#writeWord(letters, Infinity);
  }

  #writeWord(letters: readonly HeardLetter[], nextStart: number): void {
    if (letters.length === 0) return;
    const word = this.#wordOf(letters, nextStart);
    const isSure = word.confidence >= this.#spelling.decoding.least_confidence;
    if (isSure && this.#audio.isSpeech(word)) this.#words.push(word);
  }

  /** Makes a word of its letters; its confidence is the geometric mean of their probabilities. */
  #wordOf(letters: readonly HeardLetter[], nextStart: number): RecognisedWord {
    const sum = letters.reduce((total, letter) => total + letter.logProbability, 0);
    const start = this.#measuredStart(this.#startOf(letters[0]!));
    return {
      text: letters.map((letter) => letter.text).join(""),
      start: milliseconds(start),
      end: milliseconds(this.#measuredEnd(start, this.#endOf(letters.at(-1)!), nextStart)),
      confidence: Math.min(1, Math.exp(sum / letters.length)),
    };
  }

  #measuredStart(spelled: number): number {
    const quiet = this.#audio.edges.quietBefore(spelled, this.#decodedSeconds);
    const notBefore = Math.max(this.#nextWordFrom, this.#words.at(-1)?.end ?? 0);
    return Math.max(notBefore, quiet?.end ?? spelled);
  }

  #measuredEnd(start: number, spelled: number, nextStart: number): number {
    const quiet = this.#audio.edges.quietAfter(spelled, nextStart, this.#decodedSeconds);
    if (quiet !== undefined && quiet.start > start) return quiet.start;
    const goesOn = nextStart - spelled <= END_WITHIN.behind;
    return Math.max(start, goesOn ? nextStart : spelled);
  }

  /** Returns when a word begins by the step of its first letter alone, in seconds. */
  #startOf({ firstStep }: HeardLetter): number {
    return firstStep * this.#timing.stepSeconds + this.#timing.startOffset;
  }

  #endOf({ lastStep }: HeardLetter): number {
    return (lastStep + 1) * this.#timing.stepSeconds + this.#timing.endOffset;
  }
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
