import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { AudioDecoder } from "#service/engine/audio/decoding/audio-decoder.ts";
import { AudioEncoder } from "#service/engine/audio/encoding/audio-encoder.ts";
import type { AudioFormatName } from "#service/engine/audio/encoding/audio-formats.ts";
import { Resampler } from "#service/engine/audio/resampler.ts";
import { textDistance } from "#word-errors/text-distance.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { projectRoot } from "../../support/program.ts";
import { builtInVoices } from "../../support/service/round-trips.ts";
import {
  fixtureClip,
  type SharedSpeechService,
  sharedSpeechService,
  speechRequest,
  transcriptionForm,
} from "../../support/service/speech-service.ts";

let service: SharedSpeechService;
let clip: Awaited<ReturnType<typeof fixtureClip>>;
beforeAll(async () => {
  service = await sharedSpeechService();
  clip = await fixtureClip();
});

const fixture = (name: string) => readFile(path.join(projectRoot, "fixtures/audio", name));

async function encode(
  samples: Float32Array,
  sampleRate: number,
  format: AudioFormatName,
): Promise<Uint8Array> {
  await using encoder = new AudioEncoder();
  const output = await encoder.open(format, sampleRate);
  const bytes: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += 5000)
    bytes.push(await output.push(samples.slice(at, at + 5000)));
  bytes.push(await output.end());
  await output.close();
  return Buffer.concat(bytes);
}

/** The fixture clip in a format that this project writes itself. */
async function clipAs(format: AudioFormatName, sampleRate: number): Promise<Uint8Array> {
  const { samples, sampleRateHz } = parseWav(clip.wav);
  const resampler = new Resampler(sampleRateHz, sampleRate);
  const resampled = Float32Array.from([...resampler.push(samples), ...resampler.end()]);
  return await encode(resampled, sampleRate, format);
}

async function hear(file: Uint8Array): Promise<{ text: string; usage: { seconds: number } }> {
  const answer = await service.call("/v1/audio/transcriptions", {
    method: "POST",
    body: transcriptionForm(file),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { text: string; usage: { seconds: number } };
}

describe("POST /v1/audio/transcriptions hears the clip as well as from its WAV file", () => {
  const kinds: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
    ["MP3", () => clipAs("mp3", 48_000)],
    ["Ogg Opus", () => clipAs("opus", 24_000)],
    ["AAC", () => clipAs("aac", 44_100)],
    ["FLAC", () => clipAs("flac", 16_000)],
    ["Ogg Vorbis", () => fixture("clip.ogg")],
    ["WebM Opus", () => fixture("clip.webm")],
    ["M4A with its index at the end", () => fixture("clip.m4a")],
  ];

  let fromWav: Awaited<ReturnType<typeof hear>>;
  beforeAll(async () => {
    fromWav = await hear(clip.wav);
  });

  test.each(kinds)("in %s", async (_kind, make) => {
    const { text, usage } = await hear(await make());
    expect(textDistance(clip.text, text).wordErrorRatio).toBeLessThanOrEqual(
      textDistance(clip.text, fromWav.text).wordErrorRatio + 0.07,
    );
    expect(Math.abs(usage.seconds - fromWav.usage.seconds)).toBeLessThanOrEqual(0.15);
  });
});

describe("POST /v1/audio/transcriptions", () => {
  test("refuses more than two hours of MP3, whatever its size says", async () => {
    const mp3 = await clipAs("mp3", 16_000);
    const long = Buffer.concat(Array.from({ length: 800 }, () => mp3));
    const answer = await service.call("/v1/audio/transcriptions", {
      method: "POST",
      body: transcriptionForm(long),
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: "audio_too_long" } });
  });
});

describe("POST /v1/audio/speech answers in", () => {
  const types: Readonly<Record<string, string>> = {
    mp3: "audio/mpeg",
    opus: "audio/ogg; codecs=opus",
    aac: "audio/aac",
    flac: "audio/flac",
  };
  /** ADTS has no place for it, so players keep the codec's delay: a frame before, and what fills the last one. */
  const slackSeconds = { mp3: 0.05, opus: 0.05, aac: 2048 / 24_000, flac: 0.001 };
  const input = "Yarın sabah saat dokuzda trenle Ankara'ya gidiyoruz.";

  test.each([
    ["synth-v1", "mp3"],
    ["synth-v1", "opus"],
    ["synth-v1", "aac"],
    ["synth-v1", "flac"],
    ["synth-v2", "mp3"],
    ["synth-v2", "opus"],
    ["synth-v2", "aac"],
    ["synth-v2", "flac"],
  ] as const)("%s: %s", async (model, format) => {
    const [voice] = builtInVoices(model);
    const speak = (response_format: string) =>
      service.call("/v1/audio/speech", speechRequest({ input, model, voice, response_format }));
    const answer = await speak(format);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(types[format]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const wav = parseWav(Buffer.from(await (await speak("wav")).arrayBuffer()));
    const rate = Number(answer.headers.get("x-sample-rate"));
    expect(rate).toBe(wav.sampleRateHz);
    const decoded = await decode(bytes, rate);
    const seconds = decoded.length / rate;
    const wantedSeconds = wav.samples.length / wav.sampleRateHz;
    expect(Math.abs(seconds - wantedSeconds)).toBeLessThanOrEqual(slackSeconds[format]);
    const { text } = await hear(bytes);
    expect(textDistance(input, text).characterErrorRatio).toBeLessThanOrEqual(0.2);
  });

  test("mp3 when no format is asked for", async () => {
    const [voice] = builtInVoices("synth-v2");
    const answer = await service.call("/v1/audio/speech", speechRequest({ input, voice }));
    expect(answer.headers.get("content-type")).toBe("audio/mpeg");
    await answer.arrayBuffer();
  });
});

async function decode(bytes: Uint8Array, sampleRate: number): Promise<Float32Array> {
  await using decoder = new AudioDecoder();
  async function* file() {
    yield bytes;
  }
  const pieces: number[] = [];
  for await (const samples of decoder.decode(
    file(),
    sampleRate,
    { urgency: "short" },
    new AbortController().signal,
  )) {
    pieces.push(...samples);
  }
  return Float32Array.from(pieces);
}

test("Ogg Vorbis, WebM Opus and M4A are heard as the WAV file is", async () => {
  const hear = async (file: Uint8Array) => {
    const body = transcriptionForm(file);
    const answer = await service.call("/v1/audio/transcriptions", { method: "POST", body });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { text: string; usage: { seconds: number } };
  };
  const { wav, text } = clip;
  const fromWav = await hear(wav);
  for (const name of ["clip.ogg", "clip.webm", "clip.m4a"]) {
    const heard = await hear(await fixture(name));
    expect(textDistance(text, heard.text).wordErrorRatio).toBeLessThanOrEqual(
      textDistance(text, fromWav.text).wordErrorRatio + 0.07,
    );
    expect(Math.abs(heard.usage.seconds - fromWav.usage.seconds)).toBeLessThanOrEqual(0.15);
  }
});
