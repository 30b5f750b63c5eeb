import { PreferredPhrases, type PhraseState } from "../transcription/preferred-phrases.ts";
import { textOf } from "./tokens.ts";

/** What knows how likely a word is after others; natural logarithms. */
export interface WordLikelihood {
  /** The context at the start of a text. */
  readonly start: number;
  /** How likely a lower-case word of letters is after a context, and the context behind it. */
  follow(
    context: number,
    word: string,
  ): { readonly logProbability: number; readonly context: number };
  /** About how likely the next word is to begin with these letters. */
  beginning(context: number, letters: string): number;
  /** How likely the text is to end after a context. */
  end(context: number): number;
}

/** How much words count beside what the network says. */
export interface WordWeights {
  /** Of the logarithm of a word's probability. */
  readonly weight: number;
  /** Added for each word, in nats: words cost, and a text of fewer is not better for it. */
  readonly bonus: number;
}

/** What the words of a text add to its score, in nats. */
export interface WordState {
  /** Of the words that are whole. */
  readonly context: number;
  readonly whole: number;
  readonly phrase: PhraseState;
  /** Bytes of the word that is being written. */
  readonly word: string;
  /** Of all words, the one that is being written as far as it goes. */
  readonly score: number;
}

const LETTERS = Array.from(" abcçdefgğhıijklmnoöpqrsştuüvwxyzâîû");
/** Of shorter words many more would be written than are said. */
const MIN_BONUS_LETTERS = 2;
/** Stands for what no phrase has. */
const OTHER = LETTERS.length;
const SPACE = 0;
const letterNumbers = new Map(LETTERS.map((letter, number) => [letter, number]));

/** Weighs a text by how likely its words are, and by phrases that are preferred in it. */
export class WordScore {
  readonly start: WordState;
  readonly #words: WordLikelihood | undefined;
  readonly #weights: WordWeights;
  readonly #hasPhrases: boolean;

  constructor(
    words: WordLikelihood | undefined,
    weights: WordWeights,
    preferred: readonly string[],
  ) {
    this.#words = words;
    this.#weights = weights;
    this.#hasPhrases = preferred.length > 0;
    const phrases = new PreferredPhrases(preferred, LETTERS, SPACE);
    this.start = {
      context: words?.start ?? 0,
      whole: 0,
      phrase: phrases.start,
      word: "",
      score: 0,
    };
  }

  /** Returns what one more piece of a text, as Tokens has it, leads to. */
  after(state: WordState, piece: string): WordState {
    if (!piece.startsWith(" ")) return this.#unfinished(state, state.word + piece);
    return this.#unfinished(this.#finished(state), piece.slice(1));
  }

  /** Returns the score of a text that ends here. */
  end(state: WordState): number {
    const { whole, context, phrase } = this.#finished(state);
    const end = this.#words === undefined ? 0 : this.#weights.weight * this.#words.end(context);
    return whole + phrase.loss + end;
  }

  #unfinished(state: WordState, word: string): WordState {
    const letters = lettersOf(word);
    if (letters === "") return { ...state, word, score: state.whole };
    const { weight } = this.#weights;
    const ahead =
      this.#words === undefined ? 0 : weight * this.#words.beginning(state.context, letters);
    const score = state.whole + ahead + this.#through(state.phrase, letters).gain;
    return { ...state, word, score };
  }

  /** Ends the word that is being written. */
  #finished(state: WordState): WordState {
    const word = lettersOf(state.word);
    if (word === "") return { ...state, word: "", score: state.whole };
    let { context } = state;
    let whole = state.whole + (word.length < MIN_BONUS_LETTERS ? 0 : this.#weights.bonus);
    if (this.#words !== undefined) {
      const followed = this.#words.follow(context, word);
      whole += this.#weights.weight * followed.logProbability;
      context = followed.context;
    }
    const { state: phrase, gain } = this.#through(state.phrase, `${word} `);
    whole += gain;
    return { context, whole, phrase, word: "", score: whole };
  }

  #through(from: PhraseState, letters: string): { state: PhraseState; gain: number } {
    let state = from;
    let gain = 0;
    if (!this.#hasPhrases) return { state, gain };
    for (const letter of letters) {
      const step = state.after(letterNumbers.get(letter) ?? OTHER);
      state = step.state;
      gain += step.gain;
    }
    return { state, gain };
  }
}

/** Returns the lower-case letters and digits of a word's bytes; no mark parts it, or letters with marks between them were likely words. */
function lettersOf(bytes: string): string {
  return textOf(bytes)
    .toLocaleLowerCase("tr")
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
}
