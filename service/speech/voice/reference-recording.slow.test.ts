import { expect, test } from "vitest";
import type { Recording } from "../../engine/audio/decoding/open-audio.ts";
import { toS16le, wavHeader } from "../../engine/audio/wav-writer.ts";
import { readReference, type ListeningEngine } from "./reference-recording.ts";
import { casesOf } from "../../../test/support/lengths.ts";

const VOICE_SPACE_RATE = 16_000;
const never = new AbortController().signal;

/** A WAV recording of so many samples, loud enough to be heard. */
function recordingOf(samples: number, sampleRate: number): Recording {
  const sound = Float32Array.from({ length: samples }, (_, at) => 0.2 * Math.sin(at / 20));
  const wav = Buffer.concat([wavHeader(sampleRate, samples), toS16le(sound)]);
  return {
    bytes: wav.length,
    async *read() {
      yield wav;
    },
  };
}

async function secondsRead(recording: Recording, decoder = {}): Promise<number> {
  const engine = { decoder, defaultOf: () => undefined } as unknown as ListeningEngine;
  const samples = await readReference(recording, engine, VOICE_SPACE_RATE, false, never);
  return samples.length / VOICE_SPACE_RATE;
}

/** A decoder that makes so many seconds of anything, whose bytes are no WAV file. */
const compressed = {
  bytes: 9,
  read: async function* () {
    yield Buffer.from("recording");
  },
};
const decoderOf = (seconds: number) => ({
  async *decode() {
    const length = Math.round(seconds * VOICE_SPACE_RATE);
    yield Float32Array.from({ length }, (_, at) => 0.2 * Math.sin(at / 20));
  },
});

test.each(casesOf([8000, 16_000], [11_025, 44_100]))(
  "at %i Hz exactly 3 and 30 seconds are taken, a hundredth less or more is not",
  async (rate) => {
    const read = (seconds: number) => secondsRead(recordingOf(Math.round(seconds * rate), rate));
    expect(await read(3)).toBe(3);
    expect(await read(30)).toBe(30);
    await expect(read(2.99)).rejects.toMatchObject({ code: "reference_too_short" });
    await expect(read(30.01)).rejects.toMatchObject({ code: "reference_too_long" });
  },
);

test("of a compressed recording what its encoder puts around 30 seconds is taken as well", async () => {
  const read = (seconds: number) => secondsRead(compressed, decoderOf(seconds));
  expect(await read(30)).toBe(30);
  expect(await read(30.05)).toBe(30.05);
  await expect(read(30.11)).rejects.toMatchObject({ code: "reference_too_long" });
});
