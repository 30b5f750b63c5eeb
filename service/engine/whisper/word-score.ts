import { PreferredPhrases, type PhraseState } from "../transcription/preferred-phrases.ts";
import { textOf } from "./tokens.ts";

/** A word language model; all values are natural logarithms of probabilities. */
export interface WordLikelihood {
  /** The context at the start of a text. */
  readonly start: number;
  /** Returns the log-probability of a lower-case word after a context, and the context after the word. */
  follow(
    context: number,
    word: string,
  ): { readonly logProbability: number; readonly context: number };
  /** Estimates the log-probability that the next word begins with these letters. */
  beginning(context: number, letters: string): number;
  /** Returns the log-probability that the text ends after a context. */
  end(context: number): number;
}

/** Weights of the words beside the score of the network. */
export interface WordWeights {
  /** Factor of a word's log-probability. */
  readonly weight: number;
  /** Added for each word, in nats, because each word lowers the score, and texts of fewer words are not better for it. */
  readonly bonus: number;
}

/** Score of the words of a text, in nats, and the state to continue it. */
export interface WordState {
  /** Context and score of the complete words. */
  readonly context: number;
  readonly whole: number;
  readonly phrase: PhraseState;
  /** Bytes of the word that is being written. */
  readonly word: string;
  /** Score of all words, the unfinished one by its letters so far. */
  readonly score: number;
}

const LETTERS = Array.from(" abcçdefgğhıijklmnoöpqrsştuüvwxyzâîû");
/** Shorter words get no bonus, because the network would write many more of them than are spoken. */
const MIN_BONUS_LETTERS = 2;
/** Stands for characters that no phrase has. */
const OTHER = LETTERS.length;
const SPACE = 0;
const letterNumbers = new Map(LETTERS.map((letter, number) => [letter, number]));

/** Scores a text by the probability of its words and by preferred phrases. */
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

  /** Returns the state after one more piece, as in `Tokens.pieces`. */
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

/**
 * Returns the lower-case letters and digits of a word's bytes. Punctuation does not split a word, because letters separated by
 * it would score as likely words.
 */
function lettersOf(bytes: string): string {
  return textOf(bytes)
    .toLocaleLowerCase("tr")
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
}
