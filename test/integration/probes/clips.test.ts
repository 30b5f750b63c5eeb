import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { longDescribe, longTest, shortDescribe, shortTest } from "../../support/lengths.ts";
import type { Observation } from "../../../monitor/domain/observation.ts";
import { runCheck, waitOnTheClock } from "../../../probes/run/run-check.ts";
import { writtenCheck } from "../../support/probes/written-checks.ts";
import { readMonitorFile } from "../../../probes/monitor-file/read.ts";
import { runProgram } from "../../support/probes/prober-program.ts";
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

shortDescribe("clips in turn", () => {
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

  shortTest("are sent by the number of the slot, and each result names its own", async () => {
    const found = [await lastOf([order, weather], 7), await lastOf([order, weather], 8)];
    expect(found.map(({ result, clip }) => [result, clip])).toEqual([
      ["ok", "weather"],
      ["ok", "order"],
    ]);
  });

  shortTest("fail with the clip whose text is another's, which is named", async () => {
    const wrong = { ...order, text: weather.text };
    const found = await lastOf([wrong, weather], 8);
    expect(found).toMatchObject({
      result: "failed",
      reason: "transcript_mismatch",
      clip: "order",
    });
    expect(found.message).toMatch(/WER .*, CER .*, clip order$/);
  });

  shortTest("have limits of their own", async () => {
    const lenient = {
      ...order,
      text: weather.text,
      max_word_error_ratio: 1,
      max_character_error_ratio: 1,
    };
    const found = await lastOf([lenient, weather], 8);
    expect(found).toMatchObject({ result: "ok", clip: "order" });
    // Drift is found by these, of runs that pass too.
    expect(found.measures["word_error_ratio"]).toBeGreaterThan(0.5);
    expect((await lastOf([weather], 8)).measures).toMatchObject({ word_error_ratio: 0 });
  });
});

longDescribe("npm run check -- --baseline", () => {
  let service: SharedSpeechService;
  beforeAll(async () => void (service = await sharedSpeechService()));

  const file = (): string => path.join(home.path, "monitor.yaml");
  const ask = (...parameters: string[]) =>
    runProgram(
      "probes/command/main.ts",
      {
        DATA_DIR: home.path,
        MONITOR_CONFIG: file(),
        PUBLIC_URL: service.url,
        PROBE_API_KEY: service.key,
        BOOTSTRAP_PASSWORD: service.password,
      },
      parameters,
    );

  async function writeMonitorFile(text: string, further: object = {}): Promise<void> {
    const audio = path.join(projectRoot, "fixtures/audio");
    const check = {
      id: "round-trip",
      kind: "transcription",
      url: `${service.url}/v1/audio/transcriptions`,
      timeout_seconds: 25,
      clips: [
        { clip: path.join(audio, "order.wav"), text: path.join(audio, text) },
        { clip: path.join(audio, "weather.wav"), text: path.join(audio, "weather.txt") },
      ],
      ...further,
    };
    const document = {
      page: { id: "page", name: "Page", url: "http://127.0.0.1" },
      groups: [],
      components: [{ id: "speech", name: "Speech", checks: [check] }],
    };
    await writeFile(file(), JSON.stringify(document));
  }

  longTest(
    "prints figures and limits, and writes a file that monitor.yaml takes them from",
    async () => {
      await writeMonitorFile("order.txt");
      const { code, stdout, stderr } = await ask("--baseline", "round-trip", "--runs", "20");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^ {2}word_error_ratio +20 +\d\.\d{3} +\d\.\d{3} +\d\.\d{3}$/m);
      expect(stdout).toMatch(/^slow_after_seconds: [\d.]+ # degraded$/m);
      expect(stdout).toContain("# at the clip order:");
      expect(stdout).toContain("baseline: baselines/round-trip.json");

      const baseline = "baselines/round-trip.json";
      await writeMonitorFile("order.txt", { baseline });
      const [check] = (await readMonitorFile(file(), {})).checks;
      const [, limit] = /^slow_after_seconds: ([\d.]+)/m.exec(stdout) ?? [];
      expect(check?.slowAfterMs).toBeCloseTo(Number(limit) * 1000);
      await writeMonitorFile("order.txt", { baseline, slow_after_seconds: 7 });
      expect((await readMonitorFile(file(), {})).checks[0]?.slowAfterMs).toBe(7000);
    },
  );

  longTest("of an evaluation sets the limits on errors, for checks that have them", async () => {
    const row = { group: "all", word_error_ratio: 0.9, character_error_ratio: 0.9 };
    const intervals = { word_error_interval: [0.8, 1], character_error_interval: [0.8, 1] };
    const evaluation = { object: "baseline", table: [{ ...row, ...intervals }] };
    await writeFile(path.join(home.path, "evaluation.json"), JSON.stringify(evaluation));
    const audio = path.join(projectRoot, "fixtures/audio");
    const clips = [{ clip: path.join(audio, "order.wav"), text: path.join(audio, "weather.txt") }];
    await writeMonitorFile("weather.txt", { baseline: "evaluation.json", clips });
    const { code, stdout } = await ask("round-trip");
    expect(stdout).toContain("round-trip (transcription), attempt 1: ok");
    expect(code).toBe(0);
    await writeMonitorFile("weather.txt", {
      baseline: "evaluation.json",
      kind: "tcp",
      url: undefined,
      clips: undefined,
      host: "localhost",
      port: 80,
    });
    await expect(readMonitorFile(file(), {})).rejects.toThrow(
      "evaluation.json has word error rates, on which kind tcp has no limit",
    );
  });

  longTest("says which clip has another's text", async () => {
    await writeMonitorFile("weather.txt");
    const { code, stderr } = await ask("--baseline", "round-trip", "--runs", "20");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^of the clip order \d+ % of the words are heard wrong; .+\n$/);
  });

  longTest("takes a number of runs within bounds, and the id of a check", async () => {
    const few = await ask("--baseline", "round-trip", "--runs", "3");
    expect(few.stderr).toContain("takes a number from 20 to 1000");
    const unknown = await ask("--baseline", "round");
    expect(unknown.stderr).toBe('no check "round"; there are: round-trip\n');
  });
});

shortDescribe("a clip", () => {
  async function read(seconds: number, sampleRateHz: number, said = "Merhaba.") {
    const [clip, text] = [path.join(home.path, "clip.wav"), path.join(home.path, "clip.txt")];
    await writeFile(clip, speechLikeWav({ seconds, sampleRateHz }));
    await writeFile(text, said);
    const url = "http://127.0.0.1/v1/audio/transcriptions";
    return writtenCheck({ kind: "transcription", url, clip, text });
  }

  shortTest.each([
    [1, 4_000, "has 4000 samples per second; takes 8000 to 48000"],
    [0.1, 16_000, "has 0.10 s of audio; takes at least 0.2 s"],
    [270, 16_000, "bytes; takes at most 8388608"],
  ])("of %d s at %d Hz is refused", async (seconds, sampleRateHz, complaint) => {
    await expect(read(seconds, sampleRateHz)).rejects.toThrow(complaint);
  });

  shortTest("whose text has no words is refused", async () => {
    await expect(read(1, 16_000, " –\n")).rejects.toThrow("clip.txt has no words");
  });

  shortTest("of a second is taken", async () => {
    expect((await read(1, 22_050)).kind).toBe("transcription");
  });
});
