import { beforeAll, describe, expect, test } from "vitest";
import {
  AUDIO_FORMATS,
  type AudioFormatName,
} from "#service/engine/audio/encoding/audio-formats.ts";
import { accountCommand } from "./account-command.ts";
import { describeWithFfmpeg, lookAtAudio, type RawSamples } from "./ffmpeg.ts";
import { builtInVoices } from "./round-trips.ts";
import { speechRequest, sharedSpeechService, type SharedSpeechService } from "./speech-service.ts";

const NATIVE_HZ = { "synth-v1": 24_000, "synth-v2": 48_000 };
/** What samples without a header have unless another rate is asked for. */
const PCM_HZ = 24_000;
type Model = keyof typeof NATIVE_HZ;
export const MODELS = Object.keys(NATIVE_HZ) as Model[];

/** What a file is in ffprobe's words, and in which bounds it is longer than the samples it was made of. */
interface Expected {
  readonly format: string;
  readonly codec: string;
  /** What it is coded at, where that is not what was asked for. */
  readonly codedHz?: number;
  /** Seconds by which what is played may be longer. */
  played(sampleRate: number): Bounds;
  /** Seconds of the packets that players skip. */
  skipped(sampleRate: number): number;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

const exactly = () => ({ min: 0, max: 0 });
const nothing = () => 0;
/** LAME's delay and that of a decoder, which the first frame announces. */
const MP3_DELAY_SAMPLES = 576 + 529;
const mp3FrameSamples = (sampleRate: number) => (sampleRate > 24_000 ? 1152 : 576);
const AAC_FRAME_SAMPLES = 1024;
/** RFC 7845: Opus counts in 48 kHz whatever it was made of. */
const OPUS_HZ = 48_000;
const OPUS_DELAY_SECONDS = 0.0065;

const EXPECTED: Readonly<Record<AudioFormatName, Expected>> = {
  mp3: {
    format: "mp3",
    codec: "mp3",
    // Its end fills a frame, and FFmpeg plays the frame that announces the delay: an answer without an end cannot say more.
    played: (sampleRate) => ({ min: 0, max: (2 * mp3FrameSamples(sampleRate)) / sampleRate }),
    skipped: (sampleRate) => MP3_DELAY_SAMPLES / sampleRate,
  },
  opus: {
    format: "ogg",
    codec: "opus",
    codedHz: OPUS_HZ,
    played: exactly,
    skipped: () => OPUS_DELAY_SECONDS,
  },
  aac: {
    format: "aac",
    codec: "aac",
    // ADTS cannot say that the first frame is the encoder's delay, nor that the last one is filled up.
    played: (sampleRate) => ({
      min: AAC_FRAME_SAMPLES / sampleRate,
      max: (2 * AAC_FRAME_SAMPLES) / sampleRate,
    }),
    skipped: nothing,
  },
  flac: { format: "flac", codec: "flac", played: exactly, skipped: nothing },
  wav: { format: "wav", codec: "pcm_s16le", played: exactly, skipped: nothing },
  pcm: { format: "s16le", codec: "pcm_s16le", played: exactly, skipped: nothing },
};

/** A sample at 8 kHz lasts 0.125 ms: what a resampler rounds, and what ffprobe rounds a packet to. */
const ROUNDING_SECONDS = 0.0003;
const INPUT = "Merhaba, bugün nasılsınız?";
const DELTA = "speech.audio.delta";
/** Three requests of each of the five rows that run side by side. */
const SPOKEN_AT_ONCE = "concurrent-speech-requests=15";

interface Spoken {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly headers: Headers;
}

const pcmLengths = new Map<string, Promise<number>>();
let service: SharedSpeechService;

async function speak(model: Model, fields: Readonly<Record<string, unknown>>): Promise<Spoken> {
  const voice = builtInVoices(model)[0];
  const request = speechRequest({ model, voice, input: INPUT, ...fields });
  const answer = await service.call("/v1/audio/speech", request);
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { headers } = answer;
  return { bytes, headers, contentType: headers.get("content-type") ?? "" };
}

/** Speaks as server-sent events; returns the audio in them, and how many seconds they say that it has. */
async function speakAsEvents(
  model: Model,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ readonly bytes: Buffer; readonly seconds: number }> {
  const { bytes } = await speak(model, { ...fields, stream_format: "sse" });
  const events = [...bytes.toString("utf8").matchAll(/^data: (.*)$/gmu)].map(
    ([, data]) => JSON.parse(data!) as { type: string; audio: string; usage: { seconds: number } },
  );
  const last = events.pop();
  expect(last?.type).toBe("speech.audio.done");
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set([DELTA]));
  const audio = events.map((event) => Buffer.from(event.audio, "base64"));
  return { bytes: Buffer.concat(audio), seconds: last?.usage.seconds ?? NaN };
}

/** How long the speech is as samples and nothing else; asked for once. */
function pcmSeconds(model: Model, sampleRate: number, speed = 1): Promise<number> {
  const name = `${model} ${sampleRate} ${speed}`;
  const known = pcmLengths.get(name) ?? spokenSeconds(model, sampleRate, speed);
  pcmLengths.set(name, known);
  return known;
}

async function spokenSeconds(model: Model, sampleRate: number, speed: number): Promise<number> {
  const fields = { sample_rate: sampleRate, speed, response_format: "pcm" };
  const { bytes } = await speak(model, fields);
  return bytes.length / 2 / sampleRate;
}

/** What is in samples without a header, as the content type says; undefined for what says it itself. */
function rawSamples(contentType: string): RawSamples | undefined {
  const [, rate] = /^audio\/pcm; rate=(\d+); channels=1$/u.exec(contentType) ?? [];
  return rate === undefined ? undefined : { sampleRate: Number(rate) };
}

async function expectSound(
  bytes: Buffer,
  format: AudioFormatName,
  sampleRate: number,
  seconds: number,
): Promise<void> {
  const { codedHz = sampleRate, ...expected } = EXPECTED[format];
  const raw = rawSamples(AUDIO_FORMATS[format].contentType(sampleRate));
  const found = await lookAtAudio(bytes, raw);
  expect(found).toMatchObject({
    format: expected.format,
    codec: expected.codec,
    sampleRate: codedHz,
    channels: 1,
    complaints: "",
  });
  const longer = found.playedSeconds - seconds;
  const { min, max } = expected.played(sampleRate);
  expect(longer).toBeGreaterThanOrEqual(min - ROUNDING_SECONDS);
  expect(longer).toBeLessThanOrEqual(max + ROUNDING_SECONDS);
  const skipped = found.packetSeconds - found.playedSeconds;
  expect(Math.abs(skipped - expected.skipped(sampleRate))).toBeLessThanOrEqual(ROUNDING_SECONDS);
}

/** Every model with every format and every rate that it is answered at, the model's own one among them. */
export const OUTPUTS = MODELS.flatMap((model) =>
  (Object.keys(AUDIO_FORMATS) as AudioFormatName[]).flatMap((format) =>
    ["native", ...AUDIO_FORMATS[format].sampleRates].map((rate) => ({ model, format, rate })),
  ),
);

/** Declares the suite of what ffprobe and ffmpeg find in answers: in each of the outputs, and of each model at other paces. */
export function describeSpokenFiles(outputs: typeof OUTPUTS, atOtherPaces: readonly Model[]): void {
  describeWithFfmpeg("ffprobe and ffmpeg agree with POST /v1/audio/speech", () => {
    beforeAll(async () => {
      service = await sharedSpeechService();
      await accountCommand(service.dataDirectory, "limits", service.email, SPOKEN_AT_ONCE);
    });

    test.concurrent.each(outputs)("$model, $format, $rate Hz", async ({ model, format, rate }) => {
      const ownHz = format === "pcm" ? PCM_HZ : NATIVE_HZ[model];
      const sampleRate = typeof rate === "number" ? rate : ownHz;
      const fields = typeof rate === "number" ? { sample_rate: rate } : {};
      const [seconds, whole, streamed] = await Promise.all([
        pcmSeconds(model, sampleRate),
        speak(model, { ...fields, response_format: format }),
        speakAsEvents(model, { ...fields, response_format: format }),
      ]);
      expect(seconds).toBeGreaterThan(1);
      expect(whole.contentType).toBe(AUDIO_FORMATS[format].contentType(sampleRate));
      expect(whole.headers.get("x-sample-rate")).toBe(String(sampleRate));
      expect(whole.headers.get("x-audio-channels")).toBe("1");
      expect(Math.abs(streamed.seconds - seconds)).toBeLessThanOrEqual(ROUNDING_SECONDS);
      // All but Ogg, whose streams are numbered by chance, are the same bytes both ways.
      const files = whole.bytes.equals(streamed.bytes) ? [whole] : [whole, streamed];
      await Promise.all(files.map(({ bytes }) => expectSound(bytes, format, sampleRate, seconds)));
    });

    describe.each(atOtherPaces)("at other paces, %s", (model) => {
      test.concurrent.each(["mp3", "opus", "aac", "flac", "wav"] as const)("%s", async (format) => {
        const sampleRate = NATIVE_HZ[model];
        const lengths = new Map<number, number>();
        for (const speed of [0.5, 1, 2]) {
          const [seconds, { bytes }] = await Promise.all([
            pcmSeconds(model, sampleRate, speed),
            speak(model, { speed, response_format: format }),
          ]);
          lengths.set(speed, seconds);
          await expectSound(bytes, format, sampleRate, seconds);
        }
        // What is said takes as much longer as asked for; the silence around it may stay as it is.
        expect(lengths.get(0.5)! / lengths.get(1)!).toBeGreaterThan(1.6);
        expect(lengths.get(1)! / lengths.get(2)!).toBeGreaterThan(1.6);
      });
    });
  });
}
