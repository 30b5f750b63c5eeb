import { expect, test } from "vitest";
import { joinSamples } from "../audio/samples.ts";
import type { RecognisedWord } from "../model/model.ts";
import type { Progress } from "../process/protocol.ts";
import { PART, PartDivider, PartProgress, quietestMoment } from "./parts.ts";

const RATE = 10;
const SECONDS = PART.seconds + PART.lookSeconds;
/** A tone that is silent for half a second at each of some moments. */
const withPauses = (seconds: number, pauses: readonly number[]) =>
  Float32Array.from({ length: seconds * RATE }, (_, at) =>
    pauses.some((pause) => at / RATE >= pause && at / RATE < pause + 0.5) ? 0 : 1,
  );

function parts(samples: Float32Array, pieceLength: number): readonly Float32Array[] {
  const divider = new PartDivider(RATE);
  const found: Float32Array[] = [];
  let pieces: Float32Array[] = [];
  for (let at = 0; at < samples.length; at += pieceLength) {
    for (const { samples: piece, endsPart } of divider.accept(
      samples.slice(at, at + pieceLength),
    )) {
      pieces.push(piece);
      if (!endsPart) continue;
      found.push(joinSamples(pieces));
      pieces = [];
    }
  }
  return [...found, joinSamples([...pieces, divider.end()])];
}

test.each([1, 7, 10_000])(
  "parts end in the quietest moment after a minute, whatever the pieces: %i samples",
  (pieceLength) => {
    const samples = withPauses(2 * SECONDS + 5, [5, 64, 129, 131]);
    const found = parts(samples, pieceLength);
    expect(found.map(({ length }) => length / RATE)).toEqual([64.2, 65, 15.8]);
    expect(joinSamples(found)).toEqual(samples);
  },
);

test("what is shorter than a part and its look ahead is one part", () => {
  const samples = withPauses(SECONDS, []).subarray(1);
  expect(parts(samples, 100)).toEqual([samples]);
});

test("the quietest moment is the middle of the quietest samples", () => {
  expect(quietestMoment(Float32Array.of(9, 1, 1, 1, 9, 0, 9), 3)).toBe(3);
  expect(quietestMoment(Float32Array.of(9, 9, 2, 1, 0), 2)).toBe(4);
});

const word = (text: string, start: number) =>
  ({ text, start, end: start + 1, confidence: 1 }) as RecognisedWord;
const progress = (more: Partial<Progress>): Progress => ({
  settled: [],
  tentative: [],
  nextWordFrom: 0,
  decodedSeconds: 0,
  finished: false,
  ...more,
});

test("words come in the order of the parts, at their times in the recording", () => {
  const whole = new PartProgress();
  const [first, second] = [whole.add(0), whole.add(60)];
  whole.end();
  expect(
    second({ ...progress({ settled: [word("iki", 1)], decodedSeconds: 20, finished: true }) }),
  ).toEqual(progress({ decodedSeconds: 20 }));
  expect(
    first(progress({ settled: [word("bir", 3)], nextWordFrom: 4, decodedSeconds: 30 })),
  ).toEqual(progress({ settled: [word("bir", 3)], nextWordFrom: 4, decodedSeconds: 50 }));
  expect(first(progress({ decodedSeconds: 60, finished: true }))).toEqual(
    progress({
      settled: [word("iki", 61)],
      decodedSeconds: 80,
      nextWordFrom: 80,
      finished: true,
    }),
  );
});

test("a recording is not finished while a part may follow", () => {
  const whole = new PartProgress();
  const first = whole.add(0);
  expect(first(progress({ decodedSeconds: 60, finished: true })).finished).toBe(false);
  const second = whole.add(60);
  whole.end();
  expect(second(progress({ decodedSeconds: 5, finished: true })).finished).toBe(true);
});

test("the language is that of the longer parts", () => {
  const whole = new PartProgress();
  const [first, second, third] = [whole.add(0), whole.add(60), whole.add(120)];
  whole.end();
  first(progress({ decodedSeconds: 60, finished: true, isTurkish: false }));
  second(progress({ decodedSeconds: 60, finished: true, isTurkish: true }));
  const last = third(progress({ decodedSeconds: 5, finished: true, isTurkish: true }));
  expect(last.isTurkish).toBe(true);
});
