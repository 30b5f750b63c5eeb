import { expect, test } from "vitest";
import type { RecognisedWord, Transcriber } from "../model/model.ts";
import { SegmentEar, type WhisperModel } from "./segment-ear.ts";

const SEGMENT = { start: 10, samples: Float32Array.of(0.1, 0.2) };
const word = (text: string, confidence: number): RecognisedWord =>
  ({ text, start: 0.5, end: 1, confidence }) as RecognisedWord;

/** An ear whose small model hears words, and whose large one fails where it is asked. */
function earOf(words: readonly RecognisedWord[], minConfidence: number) {
  const calls: unknown[] = [];
  const recognition = {
    accept: (samples: Float32Array) => calls.push(...samples),
    end: () => calls.push("end"),
    words,
    isTurkish: true,
  };
  const transcriber = {
    open(options: unknown) {
      calls.push(options);
      return recognition;
    },
    async advance(all: readonly { readonly recognition: unknown }[]) {
      calls.push(all.length === 1 && all[0]?.recognition === recognition ? "advance" : all);
    },
  };
  const model = {
    network: {
      encode: async () => {
        throw new Error("the large model is asked");
      },
    },
    words: undefined,
    first: { transcriber: transcriber as unknown as Transcriber, minConfidence },
    decoding: { word_weight: 1, word_bonus: 0 },
  };
  return { ear: new SegmentEar(model as unknown as WhisperModel, ["Bolu"]), calls };
}

test("what the small model is sure of is taken, at its place in the recording", async () => {
  const { ear, calls } = earOf([word("merhaba", 0.9)], 0.9);
  expect(await ear.hear(SEGMENT, true)).toEqual({
    words: [{ text: "merhaba", start: 10.5, end: 11, confidence: 0.9 }],
    isTurkish: true,
  });
  const [first, second] = SEGMENT.samples;
  expect(calls).toEqual([{ preferred: ["Bolu"] }, first, second, "end", "advance"]);
});

test.each([
  // The mean is over letters: three of 0.5 and one of 1 are 0.625.
  [[word("üç!", 0.5), word("a", 1)], 0.625, true],
  [[word("üç!", 0.5), word("a", 1)], 0.626, false],
  [[word("a", 0.5), word("üç!", 1)], 0.875, true],
  [[word("a", 0.5), word("üç!", 1)], 0.876, false],
  [[], 0.1, false],
  [[], 0, true],
])(
  "the small model is trusted from its confidence on: %#",
  async (words, minConfidence, isTaken) => {
    const heard = earOf(words, minConfidence).ear.hear(SEGMENT, false);
    const outcome = await heard.then(
      () => "taken",
      (error: unknown) => (error as Error).message,
    );
    expect(outcome).toBe(isTaken ? "taken" : "the large model is asked");
  },
);

test.each([
  ["is not sure of the first two seconds", 0.79, ["advance"]],
  ["is nearly sure of them", 0.81, ["advance", "end", "advance"]],
])(
  "of long speech the small model hears the rest only if it %s",
  async (_name, confidence, steps) => {
    const { ear, calls } = earOf([word("merhaba", confidence)], 0.9);
    const samples = new Float32Array(2 * 16_000 + 2).fill(0.1);
    await expect(ear.hear({ start: 0, samples }, true)).rejects.toThrow("the large model is asked");
    expect(calls.filter((call) => typeof call === "string")).toEqual(steps);
    expect(calls.filter((call) => typeof call === "number")).toHaveLength(
      steps.length === 1 ? 2 * 16_000 : samples.length,
    );
  },
);

test("of a segment that grows the small model does not hear the same first seconds again", async () => {
  const { ear, calls } = earOf([word("merhaba", 0.5)], 0.9);
  const hear = (start: number, seconds: number) =>
    ear.hear({ start, samples: new Float32Array(seconds * 16_000) }, false).catch(() => "unsure");
  await hear(0, 3);
  await hear(0, 4);
  expect(calls.filter((call) => call === "advance")).toHaveLength(1);
  await hear(5, 3);
  expect(calls.filter((call) => call === "advance")).toHaveLength(2);
});
