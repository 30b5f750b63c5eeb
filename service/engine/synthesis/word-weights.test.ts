import { expect, it } from "vitest";
import { FRAME_SECONDS } from "./acoustic-model.ts";
import { phrases } from "./phrase.ts";
import { FRAME_VALUES, LOG_PITCH } from "./spectrum.ts";
import { weightedMelody, weightedSpeeds, wordWeights } from "./word-weights.ts";

const [phrase] = phrases("Bugün hava çok güzel.");
const [VOICE, OTHER] = [Float32Array.of(1, 0.5), Float32Array.of(1, 0.6)];
const MIDDLE = 5;

it("follow from the sentence, the voice and the seed alone", () => {
  const weights = wordWeights(phrase!, VOICE, 0);
  expect(weights).toHaveLength(4);
  expect(new Set(weights).size).toBe(4);
  const [, again] = phrases("Merhaba. Bugün hava çok güzel.");
  expect(wordWeights(again!, VOICE, 0)).toEqual(weights);
  expect(wordWeights(phrase!, OTHER, 0)).not.toEqual(weights);
  expect(wordWeights(phrase!, VOICE, 1)).not.toEqual(weights);
});

it("are as often above as below the usual, and never far from it", () => {
  const many = Array.from({ length: 500 }, (_, seed) => wordWeights(phrase!, VOICE, seed)).flat();
  expect(Math.max(...many.map(Math.abs))).toBe(2);
  const mean = many.reduce((sum, one) => sum + one, 0) / many.length;
  expect(Math.abs(mean)).toBeLessThan(0.1);
});

it("lengthen the sounds of a word, and no pause", () => {
  const speeds = phrase!.symbols.map(() => 2);
  const weighted = weightedSpeeds(speeds, phrase!, [1, 0, -1, 0]);
  const of = (word: number) => weighted[phrase!.words[word]!.firstSymbol]!;
  expect(of(0)).toBeLessThan(2);
  expect(of(1)).toBe(2);
  expect(of(2)).toBeGreaterThan(2);
  expect(weighted.at(-1)).toBe(2);
});

it("move the melody from its middle, without a step between words or pieces", () => {
  const edges = phrase!.symbols.map((_, at) => at * 10 * FRAME_SECONDS);
  const count = 10 * phrase!.symbols.length;
  const level = () => {
    const frames = new Float32Array(count * FRAME_VALUES);
    for (let at = LOG_PITCH; at < frames.length; at += FRAME_VALUES) frames[at] = MIDDLE + 0.1;
    return frames;
  };
  const pitches = (frames: Float32Array) =>
    Array.from({ length: count }, (_, frame) => frames[frame * FRAME_VALUES + LOG_PITCH]!);
  const change = () => weightedMelody(phrase!, [2, 0, -2, 0], edges, MIDDLE);
  const whole = level();
  change()(whole);
  const steps = pitches(whole)
    .slice(1)
    .map((one, at) => Math.abs(one - pitches(whole)[at]!));
  expect(Math.max(...steps)).toBeLessThan(0.002);
  expect(pitches(whole)[0]).toBeGreaterThan(MIDDLE + 0.1);
  expect(pitches(whole).at(-1)).toBeCloseTo(MIDDLE + 0.1);

  const inPieces = level();
  const piecewise = change();
  piecewise(inPieces.subarray(0, 37 * FRAME_VALUES));
  piecewise(inPieces.subarray(37 * FRAME_VALUES));
  expect(inPieces).toEqual(whole);
});
