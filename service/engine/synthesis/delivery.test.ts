import { describe, expect, it } from "vitest";
import { layOut } from "./acoustic-model.ts";
import {
  changeBySpans,
  deliveredParts,
  PauseReader,
  silence,
  speedsOf,
  symbolSpans,
} from "./delivery.ts";
import { phrases } from "./phrase.ts";
import { FRAME_VALUES } from "./spectrum.ts";

const SLOW = { paceFactor: 0.5, pitchSemitones: 0, rangeFactor: 1 };

it("hands out each pause once, those at one place together", () => {
  const reader = new PauseReader([
    { at: 0, seconds: 1 },
    { at: 5, seconds: 2 },
    { at: 5, seconds: 0.5 },
  ]);
  const taken = [0, 3, 6, Infinity].map((at) => reader.takeBefore(at));
  expect(taken).toEqual([1, undefined, 2.5, undefined]);
});

it("silence comes in pieces of a second", () => {
  expect(Array.from(silence(2.5, 100), ({ length }) => length)).toEqual([100, 100, 50]);
  expect([...silence(-1, 100)]).toEqual([]);
});

it("a sentence ends as a clause does where it is cut", () => {
  const words = (cuts: readonly number[]) =>
    Array.from(phrases("Merhaba, dünya. Bitti.", [], cuts), (phrase) =>
      phrase.words.map(({ start }) => start),
    );
  expect(words([])).toEqual([[0, 9], [16]]);
  expect(words([8])).toEqual([[0], [9], [16]]);
  expect(words([0, 15, 22])).toEqual([[0, 9], [16]]);
});

describe("spans", () => {
  const [phrase] = phrases("Bir iki üç.");
  const spans = symbolSpans(phrase!, [{ start: 4, end: 7, ...SLOW }]);

  it("have the symbols from a word to the next one", () => {
    const [first, second, third] = phrase!.words;
    expect(spans).toEqual([
      { ...SLOW, firstSymbol: second!.firstSymbol, endSymbol: third!.firstSymbol },
    ]);
    const speeds = speedsOf(phrase!.symbols.length, spans, 2);
    expect(speeds[first!.firstSymbol]).toBe(2);
    expect(speeds[second!.firstSymbol]).toBe(1);
    expect(speeds.at(-1)).toBe(2);
  });

  it("change the length of their symbols alone", () => {
    const logFrames = Float32Array.from([4, 4, 4], Math.log);
    expect(layOut(logFrames, [1, 0.5, 2]).edges.map(Math.round)).toEqual([0, 4, 12, 14]);
  });

  it("change their frames alone, however the frames are divided", () => {
    const edges = phrase!.symbols.map((_, at) => at * 0.02);
    const changed = (lengths: readonly number[]) => {
      const change = changeBySpans(spans, edges, (manner) => (frames) => {
        frames.fill(manner === undefined ? 1 : 2);
      });
      return lengths.flatMap((length) => {
        const frames = new Float32Array(length * FRAME_VALUES);
        change(frames);
        return Array.from({ length }, (_, at) => frames[at * FRAME_VALUES]);
      });
    };
    const whole = changed([40]);
    expect(whole.filter((value) => value === 2)).toHaveLength(
      (spans[0]!.endSymbol - spans[0]!.firstSymbol) * 4,
    );
    expect(changed([7, 13, 1, 19])).toEqual(whole);
    expect(whole).not.toContain(0);
  });
});

it("parts of one pace between pauses, for models that speak a text at once", () => {
  const text = "Bir, iki üç.";
  const parts = deliveredParts(
    text,
    [
      { at: 4, seconds: 1 },
      { at: 12, seconds: 2 },
    ],
    [{ start: 5, end: 8, ...SLOW }],
  );
  expect([...parts]).toEqual([
    { text: "Bir,", paceFactor: 1, silenceSeconds: 1 },
    { text: " ", paceFactor: 1, silenceSeconds: 0 },
    { text: "iki", paceFactor: 0.5, silenceSeconds: 0 },
    { text: " üç.", paceFactor: 1, silenceSeconds: 2 },
  ]);
  expect([...deliveredParts(text)]).toEqual([{ text, paceFactor: 1, silenceSeconds: 0 }]);
  expect([...deliveredParts(text, [{ at: 0, seconds: 1 }])]).toMatchObject([
    { text: "", silenceSeconds: 1 },
    { text },
  ]);
});
