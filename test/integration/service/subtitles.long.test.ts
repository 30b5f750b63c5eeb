import { HOUR_SECONDS } from "#units/time.ts";
import { parse } from "@plussub/srt-vtt-parser";
import { beforeAll, describe, expect, test } from "vitest";
import { parseWav } from "../../../probes/speech/wav.ts";
import { byteSample, byteWavHeader } from "../../support/byte-wav.ts";
import {
  fixtureClip,
  transcriptionForm,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { speechServiceInTurn } from "../../support/service/speech-service-in-turn.ts";

/** Start of the clip in a recording that is silent otherwise: before the hour, across it, and past it. */
const CLIP_STARTS_SECONDS = [5, 62, 1800, HOUR_SECONDS - 4, HOUR_SECONDS + 15, HOUR_SECONDS + 75];
const RECORDING_SECONDS = HOUR_SECONDS + 90;
/** Maximum distance of the first cue from the beginning of the clip, which has a moment of silence before its first word. */
const TOLERANCE_SECONDS = 1;
const CUE_SECONDS = 7;
const TIMEOUT_MS = 300_000;

type Format = "text" | "srt" | "vtt";

interface Answer {
  readonly contentType: string | null;
  readonly body: string;
}

/** The parser's result; its own types name files that Node does not find. */
interface Entry {
  readonly id: string;
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface Cue {
  readonly id: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

let clipSeconds = NaN;
let answers: Readonly<Record<Format, Answer>>;

beforeAll(async () => {
  await using service = await speechServiceInTurn();
  const recording = await longRecording();
  // One after the other: what runs beside it may change the last bits of what a model computes.
  answers = {
    text: await transcribe(service, recording, "text"),
    srt: await transcribe(service, recording, "srt"),
    vtt: await transcribe(service, recording, "vtt"),
  };
}, TIMEOUT_MS);

/** With a byte per sample more than an hour fits into an upload. */
async function longRecording(): Promise<Uint8Array> {
  const { samples, sampleRateHz } = parseWav((await fixtureClip()).wav);
  clipSeconds = samples.length / sampleRateHz;
  const clip = Uint8Array.from(samples, byteSample);
  const recorded = Buffer.alloc(RECORDING_SECONDS * sampleRateHz, byteSample(0));
  for (const seconds of CLIP_STARTS_SECONDS) recorded.set(clip, seconds * sampleRateHz);
  return Buffer.concat([byteWavHeader(sampleRateHz, recorded.length), recorded]);
}

async function transcribe(
  service: SpeechService,
  recording: Uint8Array,
  response_format: Format,
): Promise<Answer> {
  const form = transcriptionForm(recording, { model: "transcribe-1", response_format });
  const answer = await service.call("/v1/audio/transcriptions", { method: "POST", body: form });
  expect(answer.status).toBe(200);
  return { contentType: answer.headers.get("content-type"), body: await answer.text() };
}

/** The cues as the parser reads them, in seconds. */
function cuesOf(format: "srt" | "vtt"): readonly Cue[] {
  const entries: readonly Entry[] = parse(answers[format].body).entries;
  return entries.map(({ id, from, to, text }) => ({
    id,
    start: from / 1000,
    end: to / 1000,
    text,
  }));
}

describe.each(["srt", "vtt"] as const)(
  "%s of a recording that is longer than an hour",
  (format) => {
    test("is read by an independent parser, in cues that follow each other", () => {
      const cues = cuesOf(format);
      expect(cues.length).toBeGreaterThanOrEqual(CLIP_STARTS_SECONDS.length);
      let earlierEnd = 0;
      for (const { start, end, text } of cues) {
        expect(start).toBeGreaterThanOrEqual(earlierEnd);
        expect(end).toBeGreaterThan(start);
        expect(end - start).toBeLessThanOrEqual(CUE_SECONDS);
        expect(end).toBeLessThanOrEqual(RECORDING_SECONDS);
        expect(text.trim()).not.toBe("");
        earlierEnd = end;
      }
    });

    test("has its cues where something is said, also past the hour", () => {
      const cues = cuesOf(format);
      for (const clipStart of CLIP_STARTS_SECONDS) {
        const first = cues.find(({ end }) => end > clipStart);
        expect(Math.abs((first?.start ?? NaN) - clipStart)).toBeLessThanOrEqual(TOLERANCE_SECONDS);
      }
      for (const { start, end } of cues) {
        const clipStart = CLIP_STARTS_SECONDS.findLast((seconds) => seconds <= end) ?? NaN;
        expect(start).toBeGreaterThanOrEqual(clipStart - TOLERANCE_SECONDS);
        expect(end).toBeLessThanOrEqual(clipStart + clipSeconds + TOLERANCE_SECONDS);
      }
      expect(cues.filter(({ start }) => start > HOUR_SECONDS).length).toBeGreaterThanOrEqual(4);
    });

    test("says what the text says", () => {
      const said = cuesOf(format).map(({ text }) => text.replaceAll("\n", " "));
      expect(said.join(" ")).toBe(answers.text.body.trim());
    });
  },
);

test("srt is numbered from one, with a comma in its times and hours in front", () => {
  const { contentType, body } = answers.srt;
  expect(contentType).toBe("application/x-subrip; charset=utf-8");
  expect(cuesOf("srt").map(({ id }) => id)).toEqual(cuesOf("srt").map((_, at) => String(at + 1)));
  expect(body).toMatch(/^01:01:1[56],\d{3} --> 01:01:\d\d,\d{3}$/mu);
});

test("vtt has its header, no numbers, and a point in its times", () => {
  const { contentType, body } = answers.vtt;
  expect(contentType).toBe("text/vtt; charset=utf-8");
  expect(body.startsWith("WEBVTT\n\n00:00:05.")).toBe(true);
  expect(cuesOf("vtt").every(({ id }) => id === "")).toBe(true);
  expect(body).toMatch(/^01:01:1[56]\.\d{3} --> 01:01:\d\d\.\d{3}$/mu);
});
