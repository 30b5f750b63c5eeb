import { readdir, readlink } from "node:fs/promises";
import { describe, expect, vi } from "vitest";
import { longTest, shortTest } from "../../test/support/lengths.ts";
import type { DecodingWork } from "../engine/audio/decoding/audio-decoder.ts";
import { KeptSamples } from "../engine/audio/kept-samples.ts";
import type { OpenAudio } from "../engine/audio/decoding/open-audio.ts";
import { measureAudio } from "./measured-audio.ts";

const RATE = 100;
const never = new AbortController().signal;

/** A recording that a decoder makes `seconds` of, whatever its size says; it notes how each reading was asked for. */
function compressed(seconds: number, likelySeconds: number, paddingSeconds = 0) {
  const readings: { urgency: DecodingWork["urgency"]; seconds: number }[] = [];
  const audio: OpenAudio = {
    sampleRate: RATE,
    likelySeconds,
    knownSeconds: undefined,
    paddingSeconds,
    readInt16: undefined,
    async *read(_signal, { urgency }) {
      const reading = { urgency, seconds: 0 };
      readings.push(reading);
      const samples = Math.round(seconds * RATE);
      for (let at = 0; at < samples; at += RATE) {
        reading.seconds += 1;
        yield new Float32Array(Math.min(RATE, samples - at)).fill(0.5);
      }
    },
  };
  return { audio, readings };
}

async function samplesOf(audio: Awaited<ReturnType<typeof measureAudio>>): Promise<number> {
  let count = 0;
  for await (const samples of audio.read(never)) count += samples.length;
  return count;
}

/** Files of this process without a name that are open. */
async function openFiles(): Promise<number> {
  if (process.platform !== "linux") return 0;
  const links = await Promise.all(
    (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
  );
  return links.filter((link) => link.includes("/speech-")).length;
}

describe("measureAudio", () => {
  shortTest("a short recording is decoded once, and is as long as it really is", async () => {
    const { audio, readings } = compressed(9.25, 0.5);
    await using measured = await measureAudio(audio, RATE, false, never);
    expect(measured).toMatchObject({ seconds: 9.25, urgency: "short" });
    expect(await samplesOf(measured)).toBe(9.25 * RATE);
    expect(readings).toEqual([{ urgency: "short", seconds: 10 }]);
  });

  shortTest(
    "two hours in a few bytes leave the places of short recordings after a minute, and count as two hours",
    async () => {
      const { audio, readings } = compressed(7190, 2.5);
      await using measured = await measureAudio(audio, RATE, false, never);
      expect(measured).toMatchObject({ seconds: 7190, urgency: "long" });
      expect(readings).toEqual([
        { urgency: "short", seconds: 61 },
        { urgency: "long", seconds: 7190 },
      ]);
    },
  );

  shortTest(
    "a long recording is decoded once, and its samples lie on disk until they are read",
    async () => {
      const { audio, readings } = compressed(3600, 9000);
      const before = await openFiles();
      const measured = await measureAudio(audio, RATE, false, never);
      expect(measured).toMatchObject({ seconds: 3600, urgency: "long" });
      for (let time = 0; time < 2; time += 1) expect(await samplesOf(measured)).toBe(3600 * RATE);
      expect(readings).toEqual([{ urgency: "long", seconds: 3600 }]);
      await measured[Symbol.asyncDispose]();
      expect(await openFiles()).toBe(before);
    },
  );

  shortTest("one for which there is no room on disk is decoded again", async () => {
    const { audio, readings } = compressed(100, 9000);
    const noRoom = vi.spyOn(KeptSamples.prototype, "append").mockResolvedValue(false);
    await using measured = await measureAudio(audio, RATE, false, never);
    noRoom.mockRestore();
    expect(await samplesOf(measured)).toBe(100 * RATE);
    expect(readings).toHaveLength(2);
  });

  shortTest("a large file with little audio in it has the place of a short one", async () => {
    const { audio } = compressed(5, 500);
    expect(await measureAudio(audio, RATE, false, never)).toMatchObject({
      seconds: 5,
      urgency: "short",
    });
  });

  longTest(
    "exactly two hours are taken, and what encoders put around them; more is refused before a model hears it",
    async () => {
      const measured = async (length: number, padding = 0) => {
        const { audio } = compressed(length, 9000, padding);
        await using whole = await measureAudio(audio, RATE, false, never);
        return whole.seconds;
      };
      expect(await measured(7200)).toBe(7200);
      expect(await measured(7200.05, 0.1)).toBe(7200.05);
      await expect(measured(7200.01)).rejects.toMatchObject({ code: "audio_too_long" });
    },
  );
});
