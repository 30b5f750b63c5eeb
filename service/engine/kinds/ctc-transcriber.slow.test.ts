import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { Resampler } from "../audio/resampler.ts";
import { openWav } from "../audio/wav-reader.ts";
import { ModelFolderError, readManifest } from "../model/manifest.ts";
import type { Recognition, Transcriber } from "../model/model.ts";
import { load } from "./ctc-transcriber.ts";

const folder = fileURLToPath(new URL("../../small-models/transcribe-1", import.meta.url));
const clips = fileURLToPath(new URL("../../../fixtures/audio", import.meta.url));

let transcriber: Transcriber;

beforeAll(async () => {
  transcriber = await load(folder, await readManifest(folder));
});

async function clip(name: string): Promise<{ samples: Float32Array; text: string }> {
  const audio = await openWav(`${clips}/${name}.wav`);
  const resampler = new Resampler(audio.sampleRate, transcriber.sampleRate);
  const samples: number[] = [];
  for await (const piece of audio.samples) samples.push(...resampler.push(piece));
  samples.push(...resampler.end());
  const text = await readFile(`${clips}/${name}.txt`, "utf8");
  return { samples: Float32Array.from(samples), text: spoken(text) };
}

/** The text as a transcript writes it. */
function spoken(text: string): string {
  return text
    .trim()
    .toLocaleLowerCase("tr")
    .replaceAll(/[.,?!]/g, "");
}

function textOf(recognition: Recognition): string {
  return recognition.words.map((word) => word.text).join(" ");
}

async function hear(samples: Float32Array, pieceLength = samples.length): Promise<Recognition> {
  const recognition = transcriber.open();
  for (let at = 0; at < samples.length; at += pieceLength) {
    recognition.accept(samples.subarray(at, at + pieceLength));
    await transcriber.advance([{ recognition }]);
  }
  recognition.end();
  await transcriber.advance([{ recognition }]);
  return recognition;
}

function wordErrors(expected: string, heard: string): number {
  const [one, other] = [expected.split(" "), heard.split(" ")];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, word] of one.entries()) {
    const next = [i + 1];
    for (const [j, heardWord] of other.entries()) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (word === heardWord ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length]! / one.length;
}

describe("ctc-transcriber", () => {
  it.each(["clip", "order", "weather"])("understands %s, which no training heard", async (name) => {
    const { samples, text } = await clip(name);
    const recognition = await hear(samples);
    expect(wordErrors(text, textOf(recognition))).toBeLessThanOrEqual(0.1);
    expect(recognition.settledWords).toBe(recognition.words.length);
    expect(recognition.decodedSeconds).toBeCloseTo(samples.length / transcriber.sampleRate, 1);
  });

  it("hears the same in one piece, in small pieces and beside other streams", async () => {
    const { samples } = await clip("order");
    const whole = await hear(samples);
    for (const pieceLength of [320, 1601, 16_000]) {
      const pieces = await hear(samples, pieceLength);
      expect(textOf(pieces)).toBe(textOf(whole));
      pieces.words.forEach((word, at) => {
        expect(word.start).toBe(whole.words[at]!.start);
        expect(word.confidence).toBeCloseTo(whole.words[at]!.confidence, 3);
      });
    }
    const others = [(await clip("weather")).samples, samples, samples.subarray(0, 30_000)];
    const recognitions = others.map((other) => {
      const recognition = transcriber.open();
      recognition.accept(other);
      recognition.end();
      return recognition;
    });
    await transcriber.advance(recognitions.map((recognition) => ({ recognition })));
    expect(textOf(recognitions[1]!)).toBe(textOf(whole));
  });

  it("settles words while the audio goes on and never takes one back", async () => {
    const { samples } = await clip("clip");
    const recognition = transcriber.open();
    const settled: string[] = [];
    for (let at = 0; at < samples.length; at += 3200) {
      recognition.accept(samples.subarray(at, at + 3200));
      await transcriber.advance([{ recognition }]);
      const now = recognition.words.slice(0, recognition.settledWords).map((word) => word.text);
      expect(now.slice(0, settled.length)).toEqual(settled);
      settled.splice(0, settled.length, ...now);
    }
    expect(settled.length).toBeGreaterThan(5);
  });

  it("places the words one after another inside the audio", async () => {
    const { samples } = await clip("clip");
    let last = 0;
    for (const word of (await hear(samples)).words) {
      expect(word.start).toBeGreaterThanOrEqual(last);
      expect(word.end).toBeGreaterThan(word.start);
      expect(word.confidence).toBeGreaterThan(0);
      expect(word.confidence).toBeLessThanOrEqual(1);
      last = word.end;
    }
    expect(last).toBeLessThanOrEqual(samples.length / transcriber.sampleRate);
  });

  it("hears no words in silence and in nothing", async () => {
    expect((await hear(new Float32Array(48_000))).words).toEqual([]);
    expect((await hear(new Float32Array(0), 1)).words).toEqual([]);
  });

  it("hears no words in the hiss of a quiet microphone", async () => {
    let seed = 1;
    const hiss = Float32Array.from({ length: 80_000 }, () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return 0.005 * (seed / 2 ** 31 - 1);
    });
    expect((await hear(hiss)).words).toEqual([]);
  });

  it("names what in model.json does not describe such a network", async () => {
    const manifest = await readManifest(folder);
    const withFields = (fields: Record<string, unknown>) =>
      load(folder, { ...manifest, rest: { ...manifest.rest, ...fields } });
    await expect(withFields({ state_size: "large" })).rejects.toThrow(ModelFolderError);
    await expect(withFields({ state_size: "large" })).rejects.toThrow(/model\.json: state_size /);
    await expect(withFields({ state_size: 7 })).rejects.toThrow(
      /model\.json: does not describe acoustic\.onnx/,
    );
    await expect(withFields({ tokens: ["", " ", "a"] })).rejects.toThrow(
      /model\.json: does not describe acoustic\.onnx: .*log_probs.* Got: 3 Expected: 31/,
    );
    await expect(load(folder, { ...manifest, files: {} })).rejects.toThrow(
      /files\.acoustic is missing/,
    );
  });
});
