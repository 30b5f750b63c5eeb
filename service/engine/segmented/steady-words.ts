import type { RecognisedWord } from "../model/model.ts";

/** A word of this confidence is shown at once. Of 100 words that people say and that are shown so, about ten change until the segment has ended. */
const SURE = 0.8;
/** Another one is shown when it was heard this often running. */
const TIMES_RUNNING = 3;
/** The end of a word that reaches to the end of what was heard may not have been spoken, in seconds. */
const LEAST_BEHIND = 0.2;

/**
 * Decides which words of a segment that goes on are shown. Each hearing of it hears all of it anew and may write other words, above
 * all at its end: those are shown, from the first on, that are sure or were heard several times running.
 */
export class SteadyWords {
  /** The texts of the last hearings, the newest first. */
  #before: readonly (readonly string[])[] = [];

  /** Takes what was heard of audio up to `until`, in seconds; returns the words to show. */
  hear(words: readonly RecognisedWord[], until: number): readonly RecognisedWord[] {
    const running = (at: number) =>
      this.#before.length === TIMES_RUNNING - 1 &&
      this.#before.every((texts) => texts[at] === words[at]!.text);
    const isSteady = ({ end, confidence }: RecognisedWord, at: number) =>
      end <= until - LEAST_BEHIND && (confidence >= SURE || running(at));
    const unsteady = words.findIndex((word, at) => !isSteady(word, at));
    this.#before = [words.map(({ text }) => text), ...this.#before].slice(0, TIMES_RUNNING - 1);
    return unsteady === -1 ? words : words.slice(0, unsteady);
  }

  /** Forgets the segment, which has ended. */
  forget(): void {
    this.#before = [];
  }
}
