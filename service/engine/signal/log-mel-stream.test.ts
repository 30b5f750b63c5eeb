import { describe, expect, it } from "vitest";
import { LogMelExtractor, LogMelStream } from "./log-mel-stream.ts";
import expected from "./rising-tone.features.json" with { type: "json" };

const SAMPLE_RATE = 16_000;
const BANDS = 64;
const extractor = new LogMelExtractor(
  {
    bands: BANDS,
    hop: 160,
    window: 400,
    fft_size: 512,
    lowest_hz: 20,
    highest_hz: 7600,
    floor: 1e-6,
    mean: -6,
    deviation: 4,
  },
  SAMPLE_RATE,
);

/** The sound that the training's write_feature_fixture.py computes. */
function risingTone(count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, at) => {
    const time = at / SAMPLE_RATE;
    const phase = 2 * Math.PI * (100 * time + 4000 * time ** 2);
    return 0.3 * Math.sin(phase) + 0.05 * Math.sin(3 * phase);
  });
}

/** Feeds the samples in pieces, takes frames whenever `max` or fewer are there, and ends with `extra` silent ones. */
function framesOf(
  samples: Float32Array,
  pieceLength: number,
  max: number,
  extra = 0,
): Float32Array {
  const stream = new LogMelStream(extractor);
  const total = samples.length === 0 ? extra : 1 + Math.floor(samples.length / 160) + extra;
  const features = new Float32Array(total * BANDS);
  let taken = 0;
  const take = (count: number): void => {
    stream.take(count, features, taken * BANDS);
    taken += count;
  };
  for (let at = 0; at < samples.length; at += pieceLength) {
    stream.accept(samples.subarray(at, at + pieceLength));
    while (stream.available > 0) take(Math.min(max, stream.available));
  }
  stream.end();
  while (taken < total) take(Math.min(max, total - taken));
  return features;
}

describe("LogMelStream", () => {
  it("hears what training heard", () => {
    const features = framesOf(risingTone(expected.samples), expected.samples, 1000);
    expect(features.length).toBe(expected.frames * BANDS);
    for (const [frame, bands] of Object.entries(expected.features)) {
      const first = Number(frame) * BANDS;
      bands.forEach((value, band) => expect(features[first + band]).toBeCloseTo(value, 3));
    }
  });

  it("gives the same frames however the audio arrives and is taken", () => {
    const samples = risingTone(40_000);
    const whole = framesOf(samples, samples.length, 1000, 5);
    for (const [pieceLength, max] of [
      [1, 1],
      [160, 4],
      [777, 3],
      [20_000, 50],
    ] as const) {
      expect(framesOf(samples, pieceLength, max, 5)).toEqual(whole);
    }
  });

  it("follows audio with the features of digital silence", () => {
    const features = framesOf(risingTone(1000), 1000, 100, 2);
    expect(features.subarray(-2 * BANDS)).toEqual(
      new Float32Array(2 * BANDS).fill(extractor.silence),
    );
  });

  it("has no frames without audio", () => {
    const stream = new LogMelStream(extractor);
    stream.end();
    expect([stream.total, stream.available, stream.accepted]).toEqual([0, 0, 0]);
  });
});
