import type { RecognisedWord } from "../engine/model/model.ts";
import { spelledByPrompt, type Prompt } from "./prompt.ts";
import type { TranscriptWord } from "./segments.ts";
import { sentencesOf } from "./written-form/sentences.ts";
import { writtenWords } from "./written-form/written-words.ts";

/** Writes settled words, sentence by sentence: capitals and marks depend on the rest of a sentence. */
export class SentenceWriter {
  readonly #prompt: Prompt;
  #open: RecognisedWord[] = [];

  constructor(prompt: Prompt) {
    this.#prompt = prompt;
  }

  /** Takes the next words and returns, as they are written, those of sentences that have ended. */
  write(words: readonly RecognisedWord[]): readonly TranscriptWord[] {
    if (words.length === 0) return [];
    this.#open.push(...words);
    const sentences = sentencesOf(this.#open);
    this.#open = [...(sentences.at(-1) ?? [])];
    return this.#written(sentences.slice(0, -1).flat());
  }

  /** Returns the words of the last sentence. */
  end(): readonly TranscriptWord[] {
    const last = this.#open;
    this.#open = [];
    return this.#written(last);
  }

  #written(words: readonly RecognisedWord[]): readonly TranscriptWord[] {
    return writtenWords(spelledByPrompt(words, this.#prompt), { isComplete: true });
  }
}
