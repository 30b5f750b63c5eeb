import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";

import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { startProber } from "../../../probes/prober.ts";
import { normalizeTurkish } from "#word-errors/turkish-text.ts";
import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import { type EndedProgram, runProgram } from "../../support/probes/prober-program.ts";
import { monitorFileForStub } from "../../support/probes/stub-monitor-file.ts";
import {
  type Fault,
  startStubSpeechService,
  stubClipText,
  type StubSpeechService,
} from "../../support/probes/stub-speech-service.ts";
import type { TemporaryDirectory } from "../../support/temporary-directory.ts";
import { TestClock } from "../../support/test-clock.ts";

let home: TemporaryDirectory;
let stub: StubSpeechService;
let status: OpenDatabase<StatusDatabase>;
let api: StatusApi;
let settings: Record<string, string>;

beforeAll(async () => {
  home = await temporaryDataDirectory("status");
  stub = await startStubSpeechService();
  status = await openStatusDatabase({ dataDirectory: home.path });
  const adminToken = "token-of-the-status-page";
  api = await startStatusApi({
    db: status.db,
    host: "127.0.0.1",
    port: 0,
    logger: pino({ enabled: false }),
    adminToken,
  });
  settings = {
    DATA_DIR: home.path,
    MONITOR_CONFIG: join(home.path, "monitor.yaml"),
    PUBLIC_URL: stub.url,
    PROBE_API_KEY: "sk_stub",
    BOOTSTRAP_PASSWORD: "stub password",
    STATUS_URL: api.url,
    STATUS_ADMIN_TOKEN: adminToken,
  };
  await probeOnce("hears_wrong");
  stub.fault = undefined;
});
afterAll(async () => {
  await api.stop();
  await status.close();
  await stub[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const ask = (...parameters: string[]): Promise<EndedProgram> =>
  runProgram("probes/command/main.ts", settings, parameters);

describe("an engineer", () => {
  test("is shown what is kept, while the monitor holds the database", async () => {
    const { code, stdout } = await ask("--evidence");
    expect(code).toBe(0);
    const id = await idOf("stt-file-round-trip");
    expect(stdout).toMatch(
      new RegExp(
        `^${id}  [\\d-]+T[\\d:.]+Z  local  stt-file-round-trip  attempt 2  failed, transcript_mismatch$`,
        "m",
      ),
    );
    expect(stdout.trim().split("\n")).toHaveLength(3);
    const one = await ask("--evidence", "stt-file-round-trip");
    expect(one.stdout).toMatch(new RegExp(`^${id} .*\\n$`));
  });

  test("runs a transcription again with the same recording, whatever the file is now", async () => {
    // Were this one compared, the repetition would fail.
    await writeFile(join(home.path, "fixtures/audio/clip.txt"), "bambaşka bir kayıt");
    const { code, stdout, stderr } = await ask("--replay", await idOf("stt-file-round-trip"));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^ {2}result +failed, transcript_mismatch +ok$/m);
    expect(stdout).toMatch(/^ {2}first_byte +[\d.]+ ms +[\d.]+ ms$/m);
    expect(stdout).toMatch(/^ {2}request +req_stub +req_stub$/m);
    expect(stdout).toMatch(/^ {2}word_error_ratio +[01]\.\d+ +0\.000$/m);
    expect(stdout).toContain(`  said          ${stubClipText}\n`);
    expect(stdout).toContain("  heard then    [-merhaba bu-] {+bambaşka+} bir ");
    expect(stdout).toContain(`  heard now     ${normalizeTurkish(stubClipText)}\n`);
  });

  test("has the same sentence spoken again", async () => {
    await probeOnce("hears_speech_wrong");
    stub.fault = undefined;
    const kept = await status.db
      .selectFrom("evidence")
      .select(["id", "facts"])
      .where("check_id", "=", "tts-round-trip")
      .where("reason", "=", "unintelligible_speech")
      .executeTakeFirstOrThrow();
    const { code, stdout } = await ask("--replay", kept.id);
    expect(code).toBe(0);
    const sentence = /^ {2}said +(.*)$/m.exec(stdout)?.[1] ?? "";
    expect(kept.facts).toMatchObject({ input_text: sentence, texts: { asked: sentence } });
    // The stub hears what it was asked to say: another sentence would show here.
    expect(stdout).toContain(`  heard now     ${normalizeTurkish(sentence)}\n`);
  });

  test("sees that it fails again, by the exit code too", async () => {
    stub.fault = "hears_wrong";
    const { code, stdout } = await ask("--replay", await idOf("stt-file-round-trip"));
    stub.fault = undefined;
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^ {2}result +failed, transcript_mismatch +failed, transcript_mismatch$/m,
    );
  });

  test("is told in one line what is not there, or is not to be had", async () => {
    expect(await ask("--replay", "nothing")).toMatchObject({
      code: 1,
      stderr: "there is no evidence nothing; npm run check -- --evidence lists what there is\n",
    });
    const guess = { ...settings, STATUS_ADMIN_TOKEN: "a-guess" };
    expect(await runProgram("probes/command/main.ts", guess, ["--evidence"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^http:.*\/admin\/evidence.* answers with status 401\n$/),
    });
    expect(await ask("--replai", "nothing")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Unknown option '--replai'.*\n$/),
    });
  });

  test("needs no status page for the evidence of a monitor that has stopped", async () => {
    const id = await idOf("stt-file-round-trip");
    await api.stop();
    await status.close();
    const { code, stdout } = await ask("--evidence", "stt-file-round-trip");
    expect(code).toBe(0);
    expect(stdout).toContain(id);
    const replayed = await ask("--replay", id);
    expect(replayed).toMatchObject({ code: 0, stderr: "" });
    expect(replayed.stdout).toMatch(/^ {2}result +failed, transcript_mismatch +ok$/m);
  });
});

/** Runs every check once, of a service with a fault, and keeps what comes of it. */
async function probeOnce(fault: Fault): Promise<void> {
  stub.fault = fault;
  const clock = new TestClock();
  // A slot of its own for each round.
  clock.nowMs = Date.now() + 3_600_000 * rounds++;
  await using monitor = await startProber({
    db: status.db,
    configuration: await monitorFileForStub(home.path, stub.url),
    apiKey: "sk_stub",
    account: { email: "probe@localhost", password: "stub" },
    location: "local",
    dataDirectory: home.path,
    metrics: new ProberMetrics("local"),
    log: pino({ enabled: false }),
    now: clock.now,
    databaseNow: clock.databaseNow,
    wait: clock.wait,
    tick: clock.tick,
  });
  await monitor.idle();
}
let rounds = 0;

async function idOf(checkId: string): Promise<string> {
  const { id } = await status.db
    .selectFrom("evidence")
    .select("id")
    .where("check_id", "=", checkId)
    .where("passed", "=", false)
    .executeTakeFirstOrThrow();
  return id;
}
