import { describe, expect, it } from "vitest";
import { ALPHABET } from "#turkish/alphabet.ts";
import { WordModel } from "./word-model.ts";

const WORDS = ["bir", "ev", "evde", "evler", "güzel", "şey"];
const [UNKNOWN, END, START] = [WORDS.length, WORDS.length + 1, WORDS.length + 2];

interface Gram {
  readonly before: readonly (string | number)[];
  readonly word: string | number;
  readonly probability: number;
  readonly backOff?: number;
}

const PROBABILITIES = [0.2, 0.1, 0.1, 0.05, 0.1, 0.1, 0.15, 0.2, 1e-9];
const PAIRS: readonly Gram[] = [
  { before: ["bir"], word: "ev", probability: 0.3 },
  { before: ["bir"], word: "güzel", probability: 0.2 },
  { before: ["bir"], word: UNKNOWN, probability: 0.25 },
  { before: ["güzel"], word: "ev", probability: 0.4, backOff: 0.25 },
  { before: [START], word: "bir", probability: 0.6, backOff: 0.5 },
];
const TRIPLES: readonly Gram[] = [
  { before: ["güzel", "ev"], word: END, probability: 0.75 },
  { before: [START, "bir"], word: "şey", probability: 0.5 },
];
const WORD_BACK_OFFS = new Map<string | number, number>([
  ["bir", 0.5],
  ["güzel", 0.7],
]);

function numberOf(word: string | number): number {
  return typeof word === "number" ? word : WORDS.indexOf(word);
}

function cost(probability: number): number {
  return Math.round(-1000 * Math.log(probability));
}

function packed({ word, probability }: Gram): number {
  return numberOf(word) * 2 ** 14 + cost(probability);
}

/** A letter model in which all of 31 tokens are always as likely. */
function evenSpelling(): Uint8Array {
  const tokens = Array.from({ length: 31 }, (_, at) => at + 1);
  return joined([
    new Uint32Array([tokens.length, ...tokens]),
    new Uint16Array(tokens.map(() => cost(1 / 31))),
    new Uint16Array(tokens.length),
  ]);
}

function joined(arrays: readonly ArrayBufferView[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(
      arrays.map(({ buffer, byteOffset, byteLength }) =>
        Buffer.from(buffer, byteOffset, byteLength),
      ),
    ),
  );
}

function padded(array: ArrayBufferView): Uint8Array {
  const bytes = joined([array]);
  const whole = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  whole.set(bytes);
  return whole;
}

function modelFile(): Uint8Array {
  const spelling = evenSpelling();
  const letters = WORDS.join("");
  const contexts = [...WORDS, UNKNOWN, END, START];
  const starts = [0, ...contexts.keys()].map(
    (_, at) => PAIRS.filter(({ before }) => numberOf(before[0]!) < at).length,
  );
  const contextPairs = PAIRS.filter((pair) => TRIPLES.some(({ before }) => isPair(pair, before)));
  const contextBits = PAIRS.map((pair) => (contextPairs.includes(pair) ? "1" : "0"));
  return joined([
    Buffer.from("words-1\n"),
    new Uint32Array([
      WORDS.length,
      letters.length,
      PAIRS.length,
      contextPairs.length,
      TRIPLES.length,
      spelling.length,
    ]),
    new Int32Array([0]),
    padded(new Uint8Array(WORDS.map((word) => word.length))),
    padded(new Uint8Array(Array.from(letters, (letter) => ALPHABET.indexOf(letter) + 2))),
    padded(new Uint16Array(PROBABILITIES.map(cost))),
    padded(new Int16Array(contexts.map((word) => -cost(WORD_BACK_OFFS.get(word) ?? 1)))),
    new Uint32Array(starts),
    new Uint32Array(PAIRS.map(packed)),
    new Uint32Array([Number.parseInt(contextBits.join("").padEnd(32, "0"), 2)]),
    new Uint32Array([0]),
    new Uint32Array(
      contextPairs.map(
        ({ word, backOff = 1 }) => numberOf(word) * 2 ** 14 + 2 ** 13 - cost(backOff),
      ),
    ),
    new Uint32Array([0, ...contextPairs.map((_, at) => at + 1)]),
    new Uint32Array(TRIPLES.map(packed)),
    padded(spelling),
  ]);
}

function isPair({ before, word }: Gram, words: Gram["before"]): boolean {
  return before[0] === words[0] && word === words[1];
}

const model = new WordModel(modelFile());

function probabilityOf(text: string): number {
  let context = model.start;
  let probability = 0;
  for (const word of text.split(" ")) {
    const step = model.follow(context, word);
    probability = Math.exp(step.logProbability);
    ({ context } = step);
  }
  return probability;
}

function contextOf(text: string): number {
  return text
    .split(" ")
    .filter((word) => word !== "")
    .reduce((context, word) => model.follow(context, word).context, model.start);
}

describe("WordModel", () => {
  it.each([
    ["bir", 0.6, "a pair, from the start on"],
    ["bir şey", 0.5, "a triple"],
    ["bir ev", 0.5 * 0.3, "a pair where no triple is known"],
    ["bir evde", 0.5 * 0.5 * 0.1, "a single word where no pair is known"],
    ["güzel bir", 0.7 * 0.2, "a pair that is no context"],
    ["şey bir", 0.2, "a word without a back-off weight"],
  ])("gives the last word of '%s' %d: %s", (text, probability) => {
    expect(probabilityOf(text)).toBeCloseTo(probability, 2);
  });

  it("spells a word it does not know", () => {
    expect(probabilityOf("evsiz") / (0.15 / 31 ** 6)).toBeCloseTo(1, 2);
    expect(probabilityOf("bir evsiz") / ((0.5 * 0.25) / 31 ** 6)).toBeCloseTo(1, 1);
    expect(probabilityOf("evd") / (0.15 / 31 ** 4)).toBeCloseTo(1, 2);
  });

  it("takes an unknown word for a context", () => {
    expect(contextOf("evsiz")).toBe(contextOf("kalemsiz"));
    expect(Math.exp(model.follow(contextOf("evsiz"), "ev").logProbability)).toBeCloseTo(0.1, 3);
  });

  it("knows where sentences end", () => {
    expect(Math.exp(model.end(contextOf("güzel ev")))).toBeCloseTo(0.75, 3);
    expect(Math.exp(model.end(contextOf("bir ev")))).toBeCloseTo(0.2, 2);
  });

  it("reads letters with a circumflex as those without", () => {
    expect(model.follow(model.start, "bîr")).toEqual(model.follow(model.start, "bir"));
  });

  it.each([
    ["e", 0.25],
    ["ev", 0.25],
    ["evl", 0.05],
    ["", 0.65 + 0.15],
  ])("adds up the words that begin with '%s'", (prefix, probability) => {
    const unknown = prefix === "" ? 0 : 0.15 / 31 ** prefix.length;
    expect(Math.exp(model.beginning(contextOf("şey"), prefix))).toBeCloseTo(
      probability + unknown,
      2,
    );
  });

  it("prefers words that follow the last one", () => {
    const after = (text: string) => Math.exp(model.beginning(contextOf(text), "gü"));
    expect(after("bir")).toBeCloseTo(0.2 + 0.5 * 0.1, 2);
    expect(after("şey")).toBeCloseTo(0.1, 2);
  });

  it("reads a file that begins anywhere in memory", () => {
    const file = modelFile();
    const shifted = new Uint8Array(file.length + 1);
    shifted.set(file, 1);
    expect(new WordModel(shifted.subarray(1)).follow(model.start, "bir")).toEqual(
      model.follow(model.start, "bir"),
    );
  });

  it.each([
    ["another file", Buffer.from("RIFF....WAVEfmt and more of a recording"), /begin with "words-1/],
    ["an empty file", new Uint8Array(), /begin with "words-1/],
    ["half a file", modelFile().subarray(0, 200), /has 200 bytes and should have at least/],
    ["a file with more behind it", joined([modelFile(), new Uint8Array(4)]), /should have \d+$/],
  ])("refuses %s", (_, file, message) => {
    expect(() => new WordModel(file)).toThrow(message);
  });
});
