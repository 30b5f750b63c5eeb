import type { RecognisedWord } from "../model/model.ts";

/**
 * Words of at least this confidence are shown at once. Of 100 words that are shown, some five to ten change before the segment
 * ends.
 */
const SURE = 0.8;
/** Other words are shown after this many equal transcriptions in a row. */
const TIMES_RUNNING = 3;
/** A word that ends closer than this to the end of the audio may be incomplete, in seconds. */
const MIN_TAIL_SECONDS = 0.2;

/**
 * Decides which words of an open segment are shown. Each transcription covers the whole segment again and may change words,
 * mostly at its end. Words are shown from the first on, up to one that is neither sure nor the same several times in a row.
 */
export class SteadyWords {
  /** The words of the last transcriptions, the newest first. */
  #before: readonly (readonly string[])[] = [];

  /** Takes the transcription of the audio up to `until`, in seconds; returns the words to show. */
  hear(words: readonly RecognisedWord[], until: number): readonly RecognisedWord[] {
    const running = (at: number) =>
      this.#before.length === TIMES_RUNNING - 1 &&
      this.#before.every((texts) => texts[at] === words[at]!.text);
    const isSteady = ({ end, confidence }: RecognisedWord, at: number) =>
      end <= until - MIN_TAIL_SECONDS && (confidence >= SURE || running(at));
    const unsteady = words.findIndex((word, at) => !isSteady(word, at));
    this.#before = [words.map(({ text }) => text), ...this.#before].slice(0, TIMES_RUNNING - 1);
    return unsteady === -1 ? words : words.slice(0, unsteady);
  }

  /** Forgets the segment, which has ended. */
  forget(): void {
    this.#before = [];
  }
}
