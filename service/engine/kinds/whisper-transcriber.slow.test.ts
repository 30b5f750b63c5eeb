import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWav } from "../audio/wav-reader.ts";
import { ModelFolderError, readManifest } from "../model/manifest.ts";
import type { Recognition, RecognitionOptions, Transcriber } from "../model/model.ts";
import { load } from "./whisper-transcriber.ts";

/** It writes "Merhaba, dünya." of every segment: see write_attention_model.py. */
const folder = fileURLToPath(new URL("../../../fixtures/models/foreseen-whisper", import.meta.url));
const clip = fileURLToPath(new URL("../../../fixtures/audio/clip.wav", import.meta.url));
const RATE = 16_000;
const SEGMENT_SECONDS = 3;

let transcriber: Transcriber;
let speech: Float32Array;
beforeAll(async () => {
  transcriber = await load(folder, await readManifest(folder));
  const audio = await openWav(clip);
  const pieces: number[] = [];
  for await (const piece of audio.samples) pieces.push(...piece);
  speech = Float32Array.from(pieces.slice(0, SEGMENT_SECONDS * RATE));
});

const silence = (seconds: number) => new Float32Array(seconds * RATE);

async function hear(
  pieces: readonly Float32Array[],
  options?: Partial<RecognitionOptions>,
): Promise<Recognition> {
  const recognition = transcriber.open(
    options === undefined ? undefined : { preferred: [], ...options },
  );
  for (const piece of pieces) recognition.accept(piece);
  recognition.end();
  await transcriber.advance([{ recognition }]);
  return recognition;
}

const textOf = ({ words }: Recognition) => words.map(({ written }) => written).join(" ");

describe("whisper-transcriber", () => {
  it("writes the text of each segment, in its time", async () => {
    const recognition = await hear([speech, silence(2), speech, silence(1)]);
    expect(textOf(recognition)).toBe("Merhaba, dünya. Merhaba, dünya.");
    expect(recognition.settledWords).toBe(4);
    const { words } = recognition;
    expect(words.map(({ text }) => text)).toEqual(["merhaba", "dünya", "merhaba", "dünya"]);
    for (const [at, { start, end, confidence }] of words.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(start).toBeGreaterThanOrEqual(words[at - 1]?.end ?? 0);
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
    expect(words[2]!.start).toBeGreaterThan(SEGMENT_SECONDS + 1);
  });

  it("prefers what a request names", async () => {
    expect(textOf(await hear([speech, silence(1)], { preferred: ["durya"] }))).toBe("Durya.");
  });

  it("tells what it heard three times running while a segment goes on, and settles it when it has ended", async () => {
    const recognition = transcriber.open();
    const onTheWay = { everySeconds: 0.2, heard: () => undefined };
    for (const [times, shown] of ["", "", "Merhaba, dünya."].entries()) {
      recognition.accept(speech.subarray(times * RATE, (times + 1) * RATE));
      await transcriber.advance([{ recognition, onTheWay }]);
      expect(textOf(recognition)).toBe(shown);
    }
    expect(recognition.settledWords).toBe(0);
    recognition.accept(silence(2));
    await transcriber.advance([{ recognition, onTheWay }]);
    expect(recognition.settledWords).toBe(2);
  });

  it("says whether it is Turkish of what is long enough to tell", async () => {
    expect((await hear([speech, speech, silence(1)])).isTurkish).toBe(true);
    expect((await hear([speech.subarray(0, RATE), silence(1)])).isTurkish).toBeUndefined();
  });

  it("hears nothing where nobody speaks", async () => {
    expect((await hear([silence(3)])).words).toEqual([]);
    expect((await hear([])).words).toEqual([]);
  });

  it("refuses recognitions of another model", async () => {
    const other = { ...transcriber.open() } as Recognition;
    await expect(transcriber.advance([{ recognition: other }])).rejects.toThrow(TypeError);
  });
});

describe("a folder that does not describe such a model", () => {
  const copies: string[] = [];
  afterAll(() => Promise.all(copies.map((copy) => rm(copy, { recursive: true }))));

  async function loadWith(
    fields: Readonly<Record<string, unknown>>,
    files: Readonly<Record<string, string>> = {},
  ): Promise<Transcriber> {
    const copy = await mkdtemp(join(tmpdir(), "whisper-"));
    copies.push(copy);
    await cp(folder, copy, { recursive: true });
    for (const [name, content] of Object.entries(files)) await writeFile(join(copy, name), content);
    const manifest = await readManifest(copy);
    return load(copy, { ...manifest, ...fields, rest: { ...manifest.rest, ...fields } });
  }

  it.each([
    ["another rate", { sample_rate: 8000 }, {}, /sample_rate is 8000, but .* 16000/],
    ["a beam of none", { decoding: { beam: 0 } }, {}, /model\.json: decoding\.?.* /],
    [
      "no tokens",
      { files: { encoder: "encoder.onnx", decoder: "decoder.onnx" } },
      {},
      /files\.tokens is missing/,
    ],
    ["tokens that are no JSON", {}, { "tokens.json": "7," }, /tokens\.json: is no JSON/],
    [
      "a network that is none",
      {},
      { "decoder.onnx": "no network" },
      /does not describe .*decoder\.onnx/,
    ],
    [
      "words that are none",
      {
        files: {
          encoder: "encoder.onnx",
          decoder: "decoder.onnx",
          tokens: "tokens.json",
          words: "words.ngram",
        },
      },
      { "words.ngram": "no words" },
      /words\.ngram: /,
    ],
  ])("is refused: %s", async (_, fields, files, message) => {
    await expect(loadWith(fields, files)).rejects.toThrow(ModelFolderError);
    await expect(loadWith(fields, files)).rejects.toThrow(message);
  });
});
