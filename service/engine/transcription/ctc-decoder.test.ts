import { describe, expect, it } from "vitest";
import { CtcDecoder } from "./ctc-decoder.ts";
import { QuietRuns } from "./quiet-runs.ts";
import { WordEdges } from "./word-edges.ts";

const TOKENS = ["", " ", "a", "l", "e"];
const SPELLING = {
  tokens: TOKENS,
  space: 1,
  decoding: { beam: 8, letter_weight: 0, letter_bonus: 0, least_confidence: 0 },
  letterModel: undefined,
};
const TIMING = { stepSeconds: 0.04, startOffset: -0.02, endOffset: 0 };

const RATE = 16_000;
/** Nothing is known of the audio but what letters say. */
const AUDIO = { isSpeech: () => true, edges: new WordEdges(new QuietRuns(RATE), 0) };

/** Audio that sounds and is quiet in turn, for so many seconds each. */
function soundAndQuiet(...seconds: readonly number[]): WordEdges {
  const quiet = new QuietRuns(RATE);
  for (const [at, length] of seconds.entries()) {
    quiet.accept(new Float32Array(length * RATE).fill(at % 2 === 0 ? 0.1 : 0));
  }
  return new WordEdges(quiet, 10);
}

/** One row of log-probabilities for each character, `_` for the blank, the named token having 0.996 of each row. */
function rows(path: string): Float32Array {
  const chosen = Array.from(path).map((character) =>
    character === "_" ? 0 : TOKENS.indexOf(character),
  );
  return Float32Array.from(
    chosen.flatMap((token) => TOKENS.map((_, other) => Math.log(other === token ? 0.996 : 0.001))),
  );
}

function heard(path: string, pieces = 1): CtcDecoder {
  const decoder = new CtcDecoder(SPELLING, TIMING, AUDIO);
  const length = Math.ceil(path.length / pieces);
  for (let at = 0; at < path.length; at += length) {
    const part = path.slice(at, at + length);
    decoder.push(rows(part), 0, part.length);
  }
  return decoder;
}

describe("CtcDecoder", () => {
  it("joins repeated tokens, parts doubled letters at a blank and words at a space", () => {
    const decoder = heard("__eell_l_e  _a_l__");
    expect(decoder.words.map((word) => word.text)).toEqual(["elle", "al"]);
  });

  it("settles a word at the space behind it and the last one at the end", () => {
    const decoder = heard("al_ ele");
    expect([decoder.words.length, decoder.settledWords]).toEqual([2, 1]);
    decoder.end();
    expect([decoder.words.length, decoder.settledWords]).toEqual([2, 2]);
  });

  it("places words in time, none before the last one ended", () => {
    const [first, second] = heard("__aal a_l_").words;
    // Sound goes on, so that one word ends where the next begins.
    expect([first?.start, first?.end]).toEqual([0.06, 0.22]);
    expect([second?.start, second?.end]).toEqual([0.22, 0.36]);
    expect(first?.confidence).toBeCloseTo(0.996, 5);
  });

  it("hears the same in one piece and step by step", () => {
    const path = "_aa_l_ _el__ee ala";
    const whole = heard(path);
    const stepwise = heard(path, path.length);
    expect(stepwise.words).toEqual(whole.words);
    expect(stepwise.settledWords).toBe(whole.settledWords);
  });

  it("parts words at a pause in which no space is heard", () => {
    expect(heard(`al${"_".repeat(16)}ele`).words.map((word) => word.text)).toEqual(["al", "ele"]);
    expect(heard(`al${"_".repeat(10)}ele`).words.map((word) => word.text)).toEqual(["alele"]);
  });

  it("measures where a word ends and the next begins by the quiet between them", () => {
    const edges = soundAndQuiet(0.31, 0.2, 0.5);
    const decoder = new CtcDecoder(SPELLING, TIMING, { ...AUDIO, edges });
    const path = "_al_l_     __el__";
    decoder.push(rows(path), 0, path.length);
    decoder.end();
    expect(decoder.words.map(({ start, end }) => [start, end])).toEqual([
      [0.02, 0.308],
      [0.513, 0.6],
    ]);
  });

  it("settles a word in a pause, as it stands, and says how long no other has begun", () => {
    const decoder = new CtcDecoder(SPELLING, TIMING, {
      ...AUDIO,
      edges: soundAndQuiet(0.2, 2, 0.5),
    });
    const open = rows("_a");
    // As likely with a letter more: the beam would hold both for as long as nobody speaks.
    const doubtful = Float32Array.from(TOKENS, (_, token) => Math.log(token < 2 ? 0.001 : 0.33));
    decoder.push(Float32Array.from([...open, ...doubtful]), 0, 3);
    decoder.push(rows("_".repeat(8)), 0, 8);
    expect(decoder.settledWords).toBe(0);
    decoder.push(rows("_".repeat(8)), 0, 8);
    expect(decoder.settledWords).toBe(1);
    expect(decoder.nextWordFrom - decoder.words[0]!.end).toBeCloseTo(2.005, 3);
  });

  it("goes on behind a pause that breaks off a preferred phrase", () => {
    const decoder = new CtcDecoder(SPELLING, TIMING, AUDIO, ["alelalelalelalela"]);
    const path = `alelalelale${"_".repeat(20)}el`;
    decoder.push(rows(path), 0, path.length);
    decoder.end();
    expect(decoder.words.map((word) => word.text)).toEqual(["alelalelale", "el"]);
  });

  it("leaves out words that nobody may have spoken", () => {
    const isSpeech = ({ text }: { readonly text: string }) => text !== "el";
    const decoder = new CtcDecoder(SPELLING, TIMING, { ...AUDIO, isSpeech });
    decoder.push(rows("al el la"), 0, 8);
    decoder.end();
    expect(decoder.words.map((word) => word.text)).toEqual(["al", "la"]);
  });

  it("hears nothing in blanks and spaces", () => {
    const decoder = heard("__ __  _");
    decoder.end();
    expect(decoder.words).toEqual([]);
  });
});
