import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Observation } from "../../../monitor/domain/observation.ts";
import { runCheck, waitOnTheClock } from "../../../probes/run/run-check.ts";
import { writtenCheck } from "../../support/probes/written-checks.ts";
import { projectRoot } from "../../support/program.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { speechLikeWav } from "../../support/service/speech-like-audio.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

const PERIOD_MS = 60_000;

let home: TemporaryDirectory;
beforeAll(async () => void (home = await temporaryDirectory("clips")));
afterAll(() => home[Symbol.asyncDispose]());

describe("clips in turn", () => {
  let service: SharedSpeechService;
  beforeAll(async () => void (service = await sharedSpeechService()));

  const fixture = (name: string): string => path.join(projectRoot, "fixtures/audio", name);
  const order = { clip: fixture("order.wav"), text: fixture("order.txt") };
  const weather = { clip: fixture("weather.wav"), text: fixture("weather.txt") };

  async function lastOf(clips: readonly object[], slot: number): Promise<Observation> {
    const url = `${service.url}/v1/audio/transcriptions`;
    const check = writtenCheck({ kind: "transcription", url, timeout_seconds: 25, clips });
    const attempts = await runCheck(check, slot * PERIOD_MS, {
      apiKey: service.key,
      stallWatch: { longestSince: () => 0 },
      now: Date.now,
      wait: waitOnTheClock,
      stopping: new AbortController().signal,
    });
    return attempts.at(-1)!.observation;
  }

  test("are sent by the number of the slot, and each result names its own", async () => {
    const found = [await lastOf([order, weather], 7), await lastOf([order, weather], 8)];
    expect(found.map(({ result, clip }) => [result, clip])).toEqual([
      ["ok", "weather"],
      ["ok", "order"],
    ]);
  });

  test("fail with the clip whose text is another's, which is named", async () => {
    const wrong = { ...order, text: weather.text };
    const found = await lastOf([wrong, weather], 8);
    expect(found).toMatchObject({
      result: "failed",
      reason: "transcript_mismatch",
      clip: "order",
    });
    expect(found.message).toMatch(/WER .*, CER .*, clip order$/);
  });

  test("have limits of their own", async () => {
    const lenient = {
      ...order,
      text: weather.text,
      max_word_error_ratio: 1,
      max_character_error_ratio: 1,
    };
    expect(await lastOf([lenient, weather], 8)).toMatchObject({ result: "ok", clip: "order" });
  });
});

describe("a clip", () => {
  async function read(seconds: number, sampleRateHz: number, said = "Merhaba.") {
    const [clip, text] = [path.join(home.path, "clip.wav"), path.join(home.path, "clip.txt")];
    await writeFile(clip, speechLikeWav({ seconds, sampleRateHz }));
    await writeFile(text, said);
    const url = "http://127.0.0.1/v1/audio/transcriptions";
    return writtenCheck({ kind: "transcription", url, clip, text });
  }

  test.each([
    [1, 4_000, "has 4000 samples per second; takes 8000 to 48000"],
    [0.1, 16_000, "has 0.10 s of audio; takes at least 0.2 s"],
    [270, 16_000, "bytes; takes at most 8388608"],
  ])("of %d s at %d Hz is refused", async (seconds, sampleRateHz, complaint) => {
    await expect(read(seconds, sampleRateHz)).rejects.toThrow(complaint);
  });

  test("whose text has no words is refused", async () => {
    await expect(read(1, 16_000, " –\n")).rejects.toThrow("clip.txt has no words");
  });

  test("of a second is taken", async () => {
    expect((await read(1, 22_050)).kind).toBe("transcription");
  });
});
