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
  /** About how likely it is that a word begins with these letters. */
  prefix(letters: string): number;
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

const LETTERS = [..." abcçdefgğhıijklmnoöpqrsştuüvwxyzâîû"];
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
    const letters = lettersOf(word).at(-1);
    if (letters === undefined) return { ...state, word, score: state.whole };
    const ahead =
      this.#words === undefined ? 0 : this.#weights.weight * this.#words.prefix(letters);
    const score = state.whole + ahead + this.#through(state.phrase, letters).gain;
    return { ...state, word, score };
  }

  /** Ends the word that is being written, which may be several with marks between them. */
  #finished(state: WordState): WordState {
    let { context, whole, phrase } = state;
    for (const word of lettersOf(state.word)) {
      whole += this.#weights.bonus;
      if (this.#words !== undefined) {
        const followed = this.#words.follow(context, word);
        whole += this.#weights.weight * followed.logProbability;
        context = followed.context;
      }
      const spelled = this.#through(phrase, `${word} `);
      whole += spelled.gain;
      phrase = spelled.state;
    }
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

/** Returns the lower-case words in bytes of text; an apostrophe parts none, another mark does. */
function lettersOf(bytes: string): readonly string[] {
  const text = textOf(bytes).toLocaleLowerCase("tr");
  return text.replaceAll(/['’]/gu, "").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
