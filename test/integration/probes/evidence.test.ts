import { longTest, shortTest as test } from "../../support/lengths.ts";
import { sql } from "kysely";
import { pino } from "pino";
import { Value } from "typebox/value";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";

import { EvidenceKeeper, EVIDENCE_LIMITS } from "../../../probes/evidence/evidence-keeper.ts";
import { evidenceFacts } from "#monitor/domain/evidence-document.ts";
import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { startProber } from "../../../probes/prober.ts";
import type { Attempt } from "../../../probes/run/run-check.ts";
import { markDifferences } from "#word-errors/text-differences.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { Trace } from "../../../probes/check/trace.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { monitorFileForStub } from "../../support/probes/stub-monitor-file.ts";
import {
  type Fault,
  startStubSpeechService,
  stubClipText,
  type StubSpeechService,
} from "../../support/probes/stub-speech-service.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";
import { TestClock } from "../../support/test-clock.ts";

const speechChecks = [
  "demo-round-trip",
  "stt-file-round-trip",
  "stt-stream-round-trip",
  "tts-round-trip",
];

describeWithOneDatabase("evidence", (empty) => {
  let home: TemporaryDirectory;
  let status: OpenDatabase<StatusDatabase>;
  let stub: StubSpeechService;
  beforeAll(async () => {
    home = await temporaryDirectory("evidence");
    status = await openStatusDatabase(await empty());
  });
  afterAll(async () => {
    await status.close();
    await home[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await emptyStatusTables(status.db);
    stub = await startStubSpeechService();
  });
  afterEach(() => stub[Symbol.asyncDispose]());

  /** Returns the evidence kept after one round of all checks of a service with a fault. */
  async function afterOneRound(fault?: Fault) {
    await probeOnce(fault);
    return await stored();
  }

  async function probeOnce(fault?: Fault): Promise<void> {
    stub.fault = fault;
    const clock = new TestClock();
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

  async function stored() {
    const rows = await status.db.selectFrom("evidence").selectAll().orderBy("check_id").execute();
    const audio = await status.db.selectFrom("evidence_audio").selectAll().execute();
    return rows.map((row) => ({
      ...row,
      facts: Value.Parse(evidenceFacts, row.facts),
      audio: Object.fromEntries(
        audio
          .filter(({ evidence_id }) => evidence_id === row.id)
          .map(({ name, content }) => [name, content]),
      ),
    }));
  }

  test("of good runs is kept for each speech check, with what was sent and received", async () => {
    const kept = await afterOneRound();
    expect(kept.map(({ check_id }) => check_id)).toEqual(speechChecks);
    const [demo, file, stream, tts] = kept;
    expect(file).toMatchObject({
      passed: true,
      result: "ok",
      reason: null,
      component_id: "stt-file",
    });
    expect(file?.facts).toMatchObject({
      kind: "transcription",
      input_text: stubClipText,
      texts: { expected: stubClipText, heard: stubClipText },
      differences: [{ kind: "same", words: "merhaba bu bir deneme kaydıdır" }],
      exchanges: [{ status: 200, request_id: "req_stub", close_code: null }],
      versions: { node: process.version },
      cut: [],
    });
    expect(Object.keys(file?.audio ?? {})).toEqual(["sent"]);
    expect(parseWav(file?.audio["sent"] ?? Buffer.of()).sampleRateHz).toBe(16_000);
    expect(file?.bytes).toBe(file?.audio["sent"]?.length);
    expect(stream?.facts.exchanges).toMatchObject([
      { status: 101, request_id: "s", close_code: 1000 },
    ]);
    const { first_partial_seconds: partial, audio_seconds: audio } = stream?.facts.measures ?? {};
    expect(partial).toBeGreaterThan(0);
    expect(audio).toBeGreaterThan(0);
    for (const spoken of [demo, tts]) {
      expect(Object.keys(spoken?.audio ?? {})).toEqual(["received"]);
      expect(parseWav(spoken?.audio["received"] ?? Buffer.of()).sampleRateHz).toBe(48_000);
      expect(spoken?.facts.input_text).toBe(spoken?.facts.texts["asked"]);
    }
  });

  test("of a failed run says what was heard instead, and stands beside the last good run", async () => {
    await afterOneRound();
    await status.db.deleteFrom("slot_claims").execute();
    await status.db.deleteFrom("observations").execute();
    // The same slots as before, which are kept already: their good runs stay, by another attempt.
    const kept = await afterOneRound("hears_wrong");
    const ofFile = kept.filter(({ check_id }) => check_id === "stt-file-round-trip");
    const byAttempt = ofFile.toSorted((one, other) => one.attempt - other.attempt);
    expect(byAttempt.map(({ passed, reason }) => [passed, reason])).toEqual([
      [true, null],
      [false, "transcript_mismatch"],
    ]);
    const failed = ofFile.find(({ passed }) => !passed);
    expect(failed?.facts.message).toMatch(/WER .*CER/);
    expect(markDifferences(failed?.facts.differences ?? [])).toBe(
      "[-merhaba bu-] {+bambaşka+} bir [-deneme kaydıdır-] {+şey duydum galiba+}",
    );
    expect(failed?.facts.phases.first_byte).toBeGreaterThan(0);
    expect(failed?.audio["sent"]).toEqual(ofFile.find(({ passed }) => passed)?.audio["sent"]);
  });

  longTest(
    "of a run that got no answer has what was sent, and the close code of a stream",
    async () => {
      const kept = await afterOneRound("closes_badly");
      const stream = kept.find(({ check_id }) => check_id === "stt-stream-round-trip");
      expect(stream).toMatchObject({ passed: false, reason: "bad_close" });
      expect(stream?.facts.exchanges.at(-1)).toMatchObject({ status: 101, close_code: 1011 });

      await emptyStatusTables(status.db);
      const broken = await afterOneRound("breaks_connections");
      const file = broken.find(({ check_id }) => check_id === "stt-file-round-trip");
      expect(file).toMatchObject({ passed: false, reason: "connection_lost" });
      expect(file?.facts).toMatchObject({
        exchanges: [],
        differences: null,
        input_text: stubClipText,
      });
      expect(Object.keys(file?.audio ?? {})).toEqual(["sent"]);
    },
  );

  test("that cannot be stored keeps no verdict from being stored", async () => {
    await sql`alter table evidence rename to evidence_away`.execute(status.db);
    await probeOnce("hears_wrong");
    await sql`alter table evidence_away rename to evidence`.execute(status.db);
    expect(await stored()).toEqual([]);
    const results = await status.db
      .selectFrom("observations")
      .select(["check_id", "result"])
      .where("counted", "=", true)
      .where("check_id", "in", speechChecks)
      .orderBy("check_id")
      .execute();
    expect(results.map(({ check_id, result }) => [check_id, result])).toEqual([
      ["demo-round-trip", "failed"],
      ["stt-file-round-trip", "failed"],
      ["stt-stream-round-trip", "failed"],
      ["tts-round-trip", "ok"],
    ]);
  });

  test("never comes of the prober's own errors, nor of checks that are not about speech", async () => {
    const keeper = new EvidenceKeeper(status.db, "local", Date.now);
    await keeper.keep(check, 0, [attempt({ result: "prober_error", bytes: 10 })]);
    const plain = attempt({ result: "failed", bytes: 10 });
    plain.trace.input = undefined;
    await keeper.keep(check, 0, [plain]);
    expect(await stored()).toEqual([]);
  });

  test("stays within its limits: the oldest goes first, and long audio is cut", async () => {
    let nowMs = Date.parse("2026-11-21T12:00:00Z");
    const limits = { ...EVIDENCE_LIMITS, maxAudioBytes: 100, maxTotalBytes: 250, maxAgeMs: 60_000 };
    const keeper = new EvidenceKeeper(status.db, "local", () => nowMs, limits);
    const keep = (slot: number, bytes: number) =>
      keeper.keep(check, slot, [attempt({ result: "failed", bytes })]);
    const slots = async () =>
      (await stored()).map(({ slot }) => slot.getTime()).toSorted((a, b) => a - b);
    await keep(1, 1000);
    expect(await stored()).toMatchObject([{ bytes: 100, facts: { cut: ["received"] } }]);
    nowMs += 1000;
    await keep(2, 100);
    nowMs += 1000;
    await keep(3, 60);
    // 260 bytes are ten too many.
    expect(await slots()).toEqual([2, 3]);
    nowMs += 59_500;
    await keep(4, 10);
    expect(await slots()).toEqual([3, 4]);
    expect(await status.db.selectFrom("evidence_audio").select("name").execute()).toHaveLength(2);
  });

  test("has one good run of each check, renewed once an hour, also after room was made", async () => {
    let nowMs = Date.parse("2026-11-21T12:00:00Z");
    const keeper = new EvidenceKeeper(status.db, "local", () => nowMs);
    const keepGood = (slot: number) =>
      keeper.keep(check, slot, [attempt({ result: "ok", bytes: 10 })]);
    await keepGood(1);
    nowMs += 59 * 60_000;
    await keepGood(2);
    expect((await stored()).map(({ slot }) => slot.getTime())).toEqual([1]);
    nowMs += 60_000;
    await keepGood(3);
    expect((await stored()).map(({ slot }) => slot.getTime())).toEqual([3]);
  });
});

const check = { id: "stt-file-round-trip", componentId: "stt-file", kind: "transcription" };

/** One attempt that received so much. */
function attempt({
  result,
  bytes,
}: {
  result: Attempt["observation"]["result"];
  bytes: number;
}): Attempt {
  const trace = new Trace("seed");
  trace.input = { text: "merhaba" };
  trace.received = new Uint8Array(bytes);
  const observation = {
    result,
    reason: result === "ok" ? null : ("timeout" as const),
    message: null,
    phases: {},
    measures: {},
    texts: {},
    startedAtMs: 0,
    durationMs: 1,
    attempt: 1,
  };
  return { observation, trace };
}
