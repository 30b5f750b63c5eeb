import { ALPHABET, CIRCUMFLEXES } from "#turkish/alphabet.ts";
import { COSTS_PER_NAT, LetterModel } from "./letter-model.ts";

/** Numbers of the letters in the file: 1 separates words, then the alphabet, then one number for all other characters. */
const SPACE = 1;
const FIRST_LETTER = 2;
const OTHER_LETTER = FIRST_LETTER + ALPHABET.length;
const LETTERS = OTHER_LETTER + 1;

const MAGIC = "words-1\n";
const HEADER_BYTES = MAGIC.length + 7 * Uint32Array.BYTES_PER_ELEMENT;
/** The low bits of an n-gram are its cost, the others its last word. */
const COST_BITS = 14;
const COST_MASK = 2 ** COST_BITS - 1;
/** Added to a pair's back-off weight, which is stored in place of a cost and must not be negative. */
const BACK_OFF_RAISED = 2 ** (COST_BITS - 1);
/** Pairs whose bits are in one number of `#contextBits`. */
const PAIRS_PER_BLOCK = 32;

/** The result of one more word. */
export interface WordStep {
  /** Natural logarithm of the word's probability after the words before. */
  readonly logProbability: number;
  /** The context after it. */
  readonly context: number;
}

/**
 * An n-gram model of up to three Turkish word forms with back-off and an open vocabulary: an unknown word is scored by its
 * letters. Words are in lower case, without apostrophes. A context is an integer: the number of a word or, above those, of a
 * pair of words. The model holds no state of a text, so that streams share it.
 * The file format is described in the training's word_model.py.
 */
export class WordModel {
  /** The context at the start of a sentence. */
  readonly start: number;
  readonly #count: number;
  readonly #unknown: number;
  readonly #end: number;
  /** Contexts from here on are pairs. */
  readonly #firstPair: number;
  readonly #letters: Uint8Array;
  readonly #letterStarts: Uint32Array;
  /** Number of the first word at or after each pair of first letters; the words are sorted. */
  readonly #firstWords: Uint32Array;
  readonly #costs: Uint16Array;
  readonly #backOffs: Int16Array;
  readonly #pairStarts: Uint32Array;
  readonly #pairs: Uint32Array;
  /**
   * For each block of pairs: a bit for each pair that triples begin with, and the number of such pairs in the blocks before.
   */
  readonly #contextBits: Uint32Array;
  readonly #contextsBefore: Uint32Array;
  /** For each pair that triples begin with: its last word and, in place of a cost, its back-off weight. */
  readonly #contexts: Uint32Array;
  readonly #tripleStarts: Uint32Array;
  readonly #triples: Uint32Array;
  readonly #spelling: LetterModel;
  /** Added to the log-probability of a spelling, in nats, because it is none of the known words. */
  readonly #spellingGain: number;
  /** Cumulative probabilities of the words, and of the pairs of each first word, in the order of the file. */
  readonly #masses: Float64Array;
  readonly #pairMasses: Float32Array;
  /** The letters of the current lookup, as the file numbers them. */
  readonly #query: number[] = [];

  /**
   * Reads a file in place, copying it only if it is not aligned to four bytes.
   * @throws Error if it is not such a file, or incomplete
   */
  constructor(file: Uint8Array) {
    const sections = new Sections(file);
    const { words, letterBytes, pairs, contexts, triples, spellingBytes, spellingGain } =
      sections.header;
    this.#count = words;
    this.#unknown = words;
    this.#end = words + 1;
    this.start = words + 2;
    this.#firstPair = words + 3;
    const lengths = sections.next(Uint8Array, words);
    this.#letters = sections.next(Uint8Array, letterBytes);
    this.#costs = sections.next(Uint16Array, this.#firstPair);
    this.#backOffs = sections.next(Int16Array, this.#firstPair);
    this.#pairStarts = sections.next(Uint32Array, this.#firstPair + 1);
    this.#pairs = sections.next(Uint32Array, pairs);
    const blocks = Math.ceil(pairs / PAIRS_PER_BLOCK);
    this.#contextBits = sections.next(Uint32Array, blocks);
    this.#contextsBefore = sections.next(Uint32Array, blocks);
    this.#contexts = sections.next(Uint32Array, contexts);
    this.#tripleStarts = sections.next(Uint32Array, contexts + 1);
    this.#triples = sections.next(Uint32Array, triples);
    this.#spelling = new LetterModel(sections.next(Uint8Array, spellingBytes), SPACE);
    sections.end();
    this.#spellingGain = spellingGain / COSTS_PER_NAT;
    this.#letterStarts = runningSum(lengths);
    this.#firstWords = firstWordsOf(this.#letters, this.#letterStarts);
    this.#masses = massesOf(this.#costs, this.#count);
    this.#pairMasses = pairMassesOf(this.#pairs, this.#pairStarts);
  }

  /** Returns the result of one more word; the probability of an unknown word includes that of its spelling. */
  follow(context: number, word: string): WordStep {
    const known = this.#numberOf(word);
    const number = known < 0 ? this.#unknown : known;
    const before = this.#wordOf(context);
    const pair = this.#pairOf(before, number);
    const logProbability = -this.#cost(context, before, number, pair) / COSTS_PER_NAT;
    return {
      logProbability: known < 0 ? logProbability + this.#spell(true) : logProbability,
      context: this.#contextOf(pair) ?? number,
    };
  }

  /** Returns the natural logarithm of the probability that the sentence ends here. */
  end(context: number): number {
    const before = this.#wordOf(context);
    return -this.#cost(context, before, this.#end, this.#pairOf(before, this.#end)) / COSTS_PER_NAT;
  }

  /**
   * Estimates the natural logarithm of the probability that the next word begins with `prefix`. Only the last word of the
   * context counts, and words that are known to follow it count twice, so that the estimate is a little too high.
   */
  beginning(context: number, prefix: string): number {
    const before = this.#wordOf(context);
    this.#setQuery(prefix);
    const from = this.#place(0);
    const to = this.#place(1);
    const backOff = Math.exp(this.#backOffs[before]! / COSTS_PER_NAT);
    const first = this.#firstPairFrom(before, from);
    const last = this.#firstPairFrom(before, to);
    const start = this.#pairStarts[before]!;
    const followers = this.#massBefore(last, start) - this.#massBefore(first, start);
    const unknown = Math.exp(-this.#costs[this.#unknown]! / COSTS_PER_NAT + this.#spell(false));
    return Math.log(
      Math.max(followers, 0) + backOff * (this.#masses[to]! - this.#masses[from]! + unknown),
    );
  }

  #massBefore(pair: number, start: number): number {
    return pair === start ? 0 : this.#pairMasses[pair - 1]!;
  }

  #wordOf(context: number): number {
    return context < this.#firstPair
      ? context
      : this.#contexts[context - this.#firstPair]! >>> COST_BITS;
  }

  /** Returns the negative log-probability in thousandths of a nat; `pair` is the index of the pair of both words, or -1. */
  #cost(context: number, before: number, word: number, pair: number): number {
    let cost = 0;
    if (context >= this.#firstPair) {
      const at = context - this.#firstPair;
      const triple = find(
        this.#triples,
        word,
        this.#tripleStarts[at]!,
        this.#tripleStarts[at + 1]!,
      );
      if (triple >= 0) return this.#triples[triple]! & COST_MASK;
      cost = BACK_OFF_RAISED - (this.#contexts[at]! & COST_MASK);
    }
    if (pair >= 0) return cost + (this.#pairs[pair]! & COST_MASK);
    return cost - this.#backOffs[before]! + this.#costs[word]!;
  }

  #pairOf(before: number, word: number): number {
    return find(this.#pairs, word, this.#pairStarts[before]!, this.#pairStarts[before + 1]!);
  }

  #firstPairFrom(before: number, word: number): number {
    return lowerBound(this.#pairs, word, this.#pairStarts[before]!, this.#pairStarts[before + 1]!);
  }

  /** Returns the context of a pair that triples begin with; undefined for any other. */
  #contextOf(pair: number): number | undefined {
    if (pair < 0) return undefined;
    const block = Math.floor(pair / PAIRS_PER_BLOCK);
    const bits = this.#contextBits[block]! >>> (PAIRS_PER_BLOCK - 1 - (pair % PAIRS_PER_BLOCK));
    if ((bits & 1) === 0) return undefined;
    return this.#firstPair + this.#contextsBefore[block]! + bitsSet(bits) - 1;
  }

  /** Returns a word's number, or -1 for one that is not known. */
  #numberOf(word: string): number {
    this.#setQuery(word);
    const place = this.#place(0);
    if (place === this.#count) return -1;
    const length = this.#letterStarts[place + 1]! - this.#letterStarts[place]!;
    return length === this.#query.length && this.#compare(place) === 0 ? place : -1;
  }

  #setQuery(word: string): void {
    this.#query.length = 0;
    for (let at = 0; at < word.length; at += 1)
      this.#query.push(numberOfLetter(word.charCodeAt(at)));
  }

  /** Returns the first word not before `#query` or, with `after` 1, the first one behind all that begin with it. */
  #place(after: 0 | 1): number {
    const [first = 0, second = 0] = this.#query;
    const two = first * LETTERS + second;
    let low = this.#firstWords[two]!;
    let high = this.#firstWords[this.#query.length > 1 ? two + 1 : (first + 1) * LETTERS]!;
    if (this.#query.length === 0) high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle) < after) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns a negative number for a word before `#query`, 0 for one that begins with it, a positive number for one behind. */
  #compare(word: number): number {
    const start = this.#letterStarts[word]!;
    const length = this.#letterStarts[word + 1]! - start;
    for (let at = 0; at < this.#query.length; at += 1) {
      if (at === length) return -1;
      const difference = this.#letters[start + at]! - this.#query[at]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Returns the log-probability of `#query` as an unknown word or, without `whole`, as the beginning of one. */
  #spell(whole: boolean): number {
    let context = this.#spelling.begin;
    let sum = this.#spellingGain;
    for (const letter of this.#query) {
      sum += this.#spelling.logProbability(context, letter);
      context = this.#spelling.after(context, letter);
    }
    return whole ? sum + this.#spelling.logProbability(context, SPACE) : sum;
  }
}

interface Header {
  readonly words: number;
  readonly letterBytes: number;
  readonly pairs: number;
  /** Pairs that triples begin with. */
  readonly contexts: number;
  readonly triples: number;
  readonly spellingBytes: number;
  /** Thousandths of a nat. */
  readonly spellingGain: number;
}

type TypedArray<T> = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => T;

/** The sections of a file, each on a multiple of four bytes. */
class Sections {
  readonly header: Header;
  readonly #file: Uint8Array;
  #at = HEADER_BYTES;

  constructor(file: Uint8Array) {
    const magic = String.fromCharCode(...file.subarray(0, MAGIC.length));
    if (magic !== MAGIC || file.byteLength < HEADER_BYTES) {
      throw new Error(`not a file of word n-grams: it has to begin with ${JSON.stringify(MAGIC)}`);
    }
    this.#file = file.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0 ? file : file.slice();
    const view = new DataView(this.#file.buffer, this.#file.byteOffset + MAGIC.length);
    this.header = {
      words: view.getUint32(0, true),
      letterBytes: view.getUint32(4, true),
      pairs: view.getUint32(8, true),
      contexts: view.getUint32(12, true),
      triples: view.getUint32(16, true),
      spellingBytes: view.getUint32(20, true),
      spellingGain: view.getInt32(24, true),
    };
  }

  next<T extends { readonly byteLength: number }>(
    array: TypedArray<T> & { readonly BYTES_PER_ELEMENT: number },
    length: number,
  ): T {
    const bytes = length * array.BYTES_PER_ELEMENT;
    if (this.#at + bytes > this.#file.byteLength)
      throw this.#wrongLength(`at least ${this.#at + bytes}`);
    const section = new array(this.#file.buffer, this.#file.byteOffset + this.#at, length);
    this.#at += Math.ceil(bytes / 4) * 4;
    return section;
  }

  /** Throws if more bytes follow. */
  end(): void {
    if (this.#at !== this.#file.byteLength) throw this.#wrongLength(String(this.#at));
  }

  #wrongLength(rightLength: string): Error {
    return new Error(
      `a file of word n-grams is damaged: it has ${this.#file.byteLength} bytes and should have ${rightLength}`,
    );
  }
}

const LETTER_NUMBERS = letterNumbers();

function letterNumbers(): Uint8Array {
  const numbers = new Uint8Array(2 ** 9).fill(OTHER_LETTER);
  Array.from(ALPHABET).forEach((letter, at) => {
    numbers[letter.charCodeAt(0)] = FIRST_LETTER + at;
  });
  for (const [letter, plain] of Object.entries(CIRCUMFLEXES)) {
    numbers[letter.charCodeAt(0)] = numbers[plain.charCodeAt(0)]!;
  }
  return numbers;
}

function numberOfLetter(code: number): number {
  return code < LETTER_NUMBERS.length ? LETTER_NUMBERS[code]! : OTHER_LETTER;
}

function runningSum(lengths: Uint8Array): Uint32Array {
  const sums = new Uint32Array(lengths.length + 1);
  for (let at = 0; at < lengths.length; at += 1) sums[at + 1] = sums[at]! + lengths[at]!;
  return sums;
}

function firstWordsOf(letters: Uint8Array, starts: Uint32Array): Uint32Array {
  const first = new Uint32Array(LETTERS * LETTERS + 1);
  let filled = 0;
  for (let word = 0; word < starts.length - 1; word += 1) {
    const start = starts[word]!;
    const second = starts[word + 1]! - start > 1 ? letters[start + 1]! : 0;
    const two = letters[start]! * LETTERS + second;
    while (filled <= two) first[filled++] = word;
  }
  return first.fill(starts.length - 1, filled);
}

function massesOf(costs: Uint16Array, count: number): Float64Array {
  const masses = new Float64Array(count + 1);
  for (let word = 0; word < count; word += 1) {
    masses[word + 1] = masses[word]! + Math.exp(-costs[word]! / COSTS_PER_NAT);
  }
  return masses;
}

function pairMassesOf(pairs: Uint32Array, starts: Uint32Array): Float32Array {
  const masses = new Float32Array(pairs.length);
  for (let before = 0; before < starts.length - 1; before += 1) {
    let sum = 0;
    for (let pair = starts[before]!; pair < starts[before + 1]!; pair += 1) {
      sum += Math.exp(-(pairs[pair]! & COST_MASK) / COSTS_PER_NAT);
      masses[pair] = sum;
    }
  }
  return masses;
}

/** Returns the index of the n-gram with this last word, from `from` to before `to`, or -1. */
function find(grams: Uint32Array, word: number, from: number, to: number): number {
  const place = lowerBound(grams, word, from, to);
  return place < to && grams[place]! >>> COST_BITS === word ? place : -1;
}

function lowerBound(grams: Uint32Array, word: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (grams[middle]! >>> COST_BITS < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bitsSet(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
