import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinSamples } from "#service/engine/audio/samples.ts";
import { Resampler } from "#service/engine/audio/resampler.ts";
import { toS16le, wavHeader } from "#service/engine/audio/wav-writer.ts";
import * as harmonicNoise from "#service/engine/kinds/harmonic-noise-synthesizer.ts";
import { readManifest } from "#service/engine/model/manifest.ts";
import { editDistance } from "#word-errors/edit-distance.ts";
import { letters } from "#word-errors/letters.ts";
import { speakAll } from "../../support/figures/voice-figures.ts";
import {
  startSpeechService,
  transcriptionForm,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";
import {
  streamingModel,
  waveformModel,
  withSpeakers,
} from "../../support/service/waveform-model.ts";
import { testModels } from "../../support/program.ts";

const RATE = 16_000;
const TURNS = [
  ["kerem", "Toplantı yarın sabah başlıyor."],
  ["ceren", "Ben biraz geç kalacağım."],
  ["kerem", "Olsun, seni bekleriz."],
] as const;

let models: TemporaryDirectory;
let service: SpeechService;
let recording: Buffer;
beforeAll(async () => {
  models = await temporaryDirectory("models");
  await withSpeakers(await waveformModel(models.path, "waveform"));
  await withSpeakers(await streamingModel(models.path, "streaming"));
  await waveformModel(models.path, "plain", { default: false });
  service = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
  recording = await spoken();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

async function spoken(): Promise<Buffer> {
  const folder = path.join(testModels, "synth-v2");
  const synthesizer = await harmonicNoise.load(folder, await readManifest(folder));
  const pause = new Float32Array(RATE);
  const parts: Float32Array[] = [pause];
  for (const [name, text] of TURNS) {
    const [samples] = await speakAll(synthesizer, { kind: "built-in", name }, [text]);
    const resampler = new Resampler(synthesizer.sampleRate, RATE);
    parts.push(resampler.push(samples!), resampler.end(), pause);
  }
  const samples = joinSamples(parts);
  return Buffer.concat([wavHeader(RATE, samples.length), toS16le(samples)]);
}

const transcribe = (fields: Readonly<Record<string, string>>) =>
  service.call("/v1/audio/transcriptions", {
    method: "POST",
    body: transcriptionForm(recording, { response_format: "diarized_json", ...fields }),
  });

interface Diarized {
  readonly duration: number;
  readonly text: string;
  readonly segments: readonly {
    readonly id: string;
    readonly start: number;
    readonly end: number;
    readonly speaker: string;
    readonly text: string;
  }[];
}

test.each(["waveform", "streaming"])("%s tells who says what", async (model) => {
  const answer = await transcribe({ model });
  expect(answer.status).toBe(200);
  const { duration, text, segments } = (await answer.json()) as Diarized;
  expect(duration).toBeCloseTo((recording.length - 44) / 2 / RATE, 2);
  expect(segments.map(({ text: said }) => said).join(" ")).toBe(text);
  expect(segments.map(({ id }) => id)).toEqual(segments.map((_, at) => `seg_${at}`));
  const said = (speaker: string) =>
    letters(segments.flatMap((one) => (one.speaker === speaker ? [one.text] : [])).join(" "));
  const wanted = (voice: string) =>
    letters(TURNS.flatMap(([name, line]) => (name === voice ? [line] : [])).join(" "));
  // A letter or two are heard as another: the form has no letter model.
  expect(editDistance(Array.from(said("A")), Array.from(wanted("kerem")))).toBeLessThan(6);
  expect(editDistance(Array.from(said("B")), Array.from(wanted("ceren")))).toBeLessThan(4);
  expect(segments.map(({ speaker }) => speaker).join("")).toMatch(/^A+B+A+$/);
  for (const [at, { start, end }] of segments.entries()) {
    expect(start).toBeGreaterThanOrEqual(segments[at - 1]?.end ?? 0);
    expect(end).toBeGreaterThan(start);
  }
});

test("a model without the capability says so, and other formats are as ever", async () => {
  const refused = await transcribe({ model: "plain" });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    error: {
      code: "unsupported_field",
      param: "response_format",
      message: expect.stringContaining("plain does not tell speakers apart"),
    },
  });
  const answer = await transcribe({ model: "waveform", response_format: "json" });
  expect(Object.keys((await answer.json()) as object)).toEqual(["text", "usage"]);
});
