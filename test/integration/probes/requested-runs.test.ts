import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { longTest, shortTest as test } from "../../support/lengths.ts";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { REQUESTED_RUN_LIMITS } from "#monitor/domain/requested-run.ts";
import { insertRequestedRun, readRequestedRun } from "#monitor/store/requested-runs.ts";
import type { RequestedRunAnswer } from "#status-api/admin/requested-runs.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";

import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import type { MonitorConfiguration } from "../../../probes/monitor-file/configuration.ts";
import { type Prober, startProber } from "../../../probes/prober.ts";
import { keepInBounds } from "../../../probes/results/retention.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import {
  describeWithOneDatabase,
  type EmptyDatabase,
} from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { startProgram } from "../../support/probes/prober-program.ts";
import { monitorFileForStub } from "../../support/probes/stub-monitor-file.ts";
import {
  startStubSpeechService,
  type StubSpeechService,
} from "../../support/probes/stub-speech-service.ts";
import { adminClient } from "../../support/status-api/admin-client.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";
import { neverStalled, TestClock } from "../../support/test-clock.ts";

const adminToken = "admin-token-of-people-on-call";
const file = "stt-file-round-trip";
const tts = "tts-round-trip";
const hourMs = 60 * 60_000;

/** All that slots leave, and what follows from it. */
const historyTables = [
  "slot_claims",
  "observations",
  "check_states",
  "component_states",
  "components",
  "hourly_figures",
  "figure_hours",
  "incidents",
  "incident_updates",
  "outbox",
  "alerts",
  "drift_states",
  "drifts",
] as const;

describeWithOneDatabase("a run that a person asks for", (empty) => {
  let home: TemporaryDirectory;
  let place: EmptyDatabase;
  let database: OpenDatabase<StatusDatabase>;
  let stub: StubSpeechService;
  let api: StatusApi;
  let clock: TestClock;
  let probers: AsyncDisposableStack;
  let metrics: ProberMetrics;
  beforeAll(async () => {
    home = await temporaryDirectory("asked");
    place = await empty();
    stub = await startStubSpeechService();
    clock = new TestClock();
    await open();
  });
  afterAll(async () => {
    await close();
    await stub[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await emptyStatusTables(database.db);
    clock = new TestClock();
    probers = new AsyncDisposableStack();
    stub.fault = undefined;
  });
  afterEach(() => probers.disposeAsync());

  async function open(): Promise<void> {
    database = await openStatusDatabase(place);
    api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      adminToken,
      logger: pino({ level: "silent" }),
      nowMs: () => clock.nowMs,
    });
  }

  async function close(): Promise<void> {
    await api.stop();
    await database.close();
  }

  const admin = adminClient(() => api.url, adminToken);

  /** Starts a prober whose slots come once an hour, and waits for its first round. */
  async function startHourlyProber(
    change: (configuration: MonitorConfiguration) => MonitorConfiguration = (same) => same,
  ): Promise<Prober> {
    const read = await monitorFileForStub(home.path, stub.url);
    const checks = read.checks
      .filter(({ id }) => [file, tts].includes(id))
      .map((check) => ({ ...check, periodMs: hourMs, offsetMs: 0 }));
    metrics = new ProberMetrics("local");
    const prober = await startProber({
      db: database.db,
      configuration: change({ ...read, checks }),
      apiKey: "sk_stub",
      location: "local",
      dataDirectory: join(home.path, String(Math.random())),
      metrics,
      log: pino({ enabled: false }),
      now: clock.now,
      databaseNow: clock.databaseNow,
      wait: clock.wait,
      tick: clock.tick,
      stallWatch: neverStalled,
    });
    probers.use(prober);
    await prober.idle();
    return prober;
  }

  async function ask(check: string, body: object = { location: "local" }) {
    const answer = await admin("POST", `/checks/${check}/runs`, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body as unknown as RequestedRunAnswer;
  }

  async function announcedOf({ id }: { readonly id: string }): Promise<RequestedRunAnswer> {
    const { status, body } = await admin("GET", `/requested-runs/${id}`);
    expect(status).toBe(200);
    return body as unknown as RequestedRunAnswer;
  }

  async function history(): Promise<string> {
    const rows = await Promise.all(
      historyTables.map((table) => database.db.selectFrom(table).selectAll().execute()),
    );
    const shown = (await metrics.registry.metrics()).match(/^probe_(?!clock).*$/gm);
    return JSON.stringify([rows, shown], null, 1);
  }

  test("is told to who asked, with its evidence, and counts for nothing", async () => {
    const prober = await startHourlyProber();
    const before = await history();
    expect(before).toContain(file);
    stub.fault = "hears_wrong";
    const requested = await ask(file);
    expect(requested).toMatchObject({ state: "waiting", asked_by: "admin", replay: null });
    await clock.pass(3, () => prober.idle());
    const done = await announcedOf(requested);
    expect(done).toMatchObject({
      state: "done",
      result: "failed",
      reason: "transcript_mismatch",
      attempt: 2,
    });
    expect(done.message).toMatch(/WER/);
    expect(done.phases?.first_byte).toBeGreaterThan(0);
    const evidence = await admin("GET", `/evidence/${done.evidence}`);
    expect(evidence.body).toMatchObject({ check_id: file, passed: false, location: "local" });
    expect(await history()).toBe(before);
    const audit = await database.db.selectFrom("audit_log").select(["action", "subject"]).execute();
    expect(audit).toEqual([{ action: "check.run", subject: requested.id }]);
  });

  longTest("that passes is kept too, beside the last good run of a slot", async () => {
    const prober = await startHourlyProber();
    const passed = async () =>
      (await database.db.selectFrom("evidence").select("id").where("check_id", "=", tts).execute())
        .length;
    expect(await passed()).toBe(1);
    const requested = await ask(tts);
    await clock.pass(3, () => prober.idle());
    const done = await announcedOf(requested);
    expect(done).toMatchObject({ state: "done", result: "ok", reason: null });
    expect(await passed()).toBe(2);
    // The next good run of a slot takes the place of the one before it, and of no other.
    await clock.moveTo(clock.nowMs + hourMs, () => prober.idle());
    expect(await passed()).toBe(2);
    expect((await admin("GET", `/evidence/${done.evidence}`)).status).toBe(200);
    clock.nowMs += REQUESTED_RUN_LIMITS.keptMs + 1000;
    await keepInBounds(database.db, clock.nowMs);
    expect((await admin("GET", `/requested-runs/${requested.id}`)).status).toBe(404);
  });

  longTest("sends the same input again", async () => {
    const prober = await startHourlyProber();
    const inputs = async () =>
      (await database.db.selectFrom("evidence").selectAll().where("check_id", "=", tts).execute())
        .map(({ facts }) => facts as { seed: string; input_text: string })
        .map(({ seed, input_text: text }) => ({ seed, text }));
    const [kept] = await database.db
      .selectFrom("evidence")
      .select("id")
      .where("check_id", "=", tts)
      .execute();
    await ask(tts, { location: "local", replay: kept!.id });
    await clock.pass(3, () => prober.idle());
    const [first, second, ...others] = await inputs();
    expect([others, second]).toEqual([[], first]);
    await ask(tts);
    await clock.pass(3, () => prober.idle());
    expect(new Set((await inputs()).map(({ text }) => text)).size).toBe(2);
  });

  test("is taken by one of two probers of its location", async () => {
    const names = Array.from({ length: 10 }, (_, at) => `file-${at}`);
    const manyChecks = (read: MonitorConfiguration) => ({
      ...read,
      checks: names.map((id) => ({ ...read.checks.find((one) => one.id === file)!, id })),
    });
    const one = await startHourlyProber(manyChecks);
    const other = await startHourlyProber(manyChecks);
    const before = stub.requestCount;
    const requested = await Promise.all(names.map((name) => ask(name)));
    await clock.pass(3, async () => void (await Promise.all([one.idle(), other.idle()])));
    const done = await Promise.all(requested.map(announcedOf));
    expect(done.map(({ state, result }) => [state, result])).toEqual(
      names.map(() => ["done", "ok"]),
    );
    expect(stub.requestCount - before).toBe(names.length);
  });

  test("never holds up a slot, and is told to have ended when its prober stops", async () => {
    const prober = await startHourlyProber();
    stub.fault = "hangs";
    const before = stub.requestCount;
    const requested = await ask(file);
    await clock.pass(3, async () => {});
    await eventually("it is under way", () => stub.requestCount > before);
    expect(await announcedOf(requested)).toMatchObject({ state: "running" });
    stub.fault = undefined;
    await clock.moveTo(Math.ceil(clock.nowMs / hourMs) * hourMs, async () => {});
    await eventually("the slot has its result", async () => {
      const rows = await database.db
        .selectFrom("observations")
        .select("result")
        .where("check_id", "=", file)
        .where("slot", "=", new Date(clock.nowMs))
        .execute();
      return rows[0]?.result === "ok";
    });
    await prober.stop();
    expect(await announcedOf(requested)).toMatchObject({
      state: "done",
      result: "prober_error",
      message: "the prober was stopped meanwhile",
    });
  });

  test("is told not to come where no prober took it, and is not taken later", async () => {
    const prober = await startHourlyProber();
    const requested = await ask(file);
    clock.nowMs += REQUESTED_RUN_LIMITS.takenWithinMs;
    const wanted = {
      state: "not_taken",
      message: "not taken: no prober at local took it within 60 s",
    };
    expect(await announcedOf(requested)).toMatchObject(wanted);
    await clock.pass(3, () => prober.idle());
    expect(await announcedOf(requested)).toMatchObject(wanted);
    expect(await ask(file)).toMatchObject({ state: "waiting" });
  });

  longTest("is told never to have ended where its prober was killed", async () => {
    const { db } = database;
    await monitorFileForStub(home.path, stub.url);
    stub.fault = "hangs";
    const asking = { checkId: file, location: "local", replays: null, requestedBy: "Ayşe" };
    const { id } = await insertRequestedRun(db, asking, Date.now());
    // An embedded database is the prober's alone while it runs.
    await close();
    {
      await using prober = startProgram("probes/main.ts", {
        ...(place.url !== undefined && { STATUS_DATABASE_URL: place.url }),
        DATA_DIR: place.dataDirectory,
        MONITOR_CONFIG: join(home.path, "monitor.yaml"),
        PUBLIC_URL: stub.url,
        PROBE_API_KEY: "sk_stub",
        PROBE_METRICS_PORT: String(await freePort()),
      });
      const begins = () => prober.output().includes("a run that was asked for begins");
      await eventually("it is under way", begins);
      prober.process.kill("SIGKILL");
      await prober.ended;
    }
    clock.nowMs = Date.now();
    await open();
    expect(await announcedOf({ id })).toMatchObject({ state: "running", result: null });
    clock.nowMs += 3 * 60_000;
    expect(await announcedOf({ id })).toMatchObject({ state: "never_ended", done_at: null });
    expect((await readRequestedRun(database.db, id, clock.nowMs))?.requestedBy).toBe("Ayşe");
    expect(await ask(file)).toMatchObject({ state: "waiting" });
    const observed = await database.db.selectFrom("observations").select("check_id").execute();
    expect(observed.filter(({ check_id }) => check_id === file)).toEqual([]);
  });

  test("is refused where it cannot be, in words that say what can", async () => {
    const prober = await startHourlyProber();
    stub.fault = "hears_wrong";
    await ask(file);
    await clock.pass(3, () => prober.idle());
    const kept = await database.db
      .selectFrom("evidence")
      .select(["id", "check_id"])
      .where("check_id", "=", file)
      .executeTakeFirstOrThrow();
    const refused = async (check: string, body: object) => {
      const { status, body: said } = await admin("POST", `/checks/${check}/runs`, body);
      const { code, message } = (said as { error: { code: string; message: string } }).error;
      return [status, code, message];
    };
    expect(await refused("none", { location: "local" })).toEqual([
      404,
      "not_found",
      "there is no check none",
    ]);
    expect(await refused(file, { location: "moon" })).toEqual([
      400,
      "invalid_field",
      'location is "moon"; it takes one that a prober was heard from within a day: local',
    ]);
    expect(await refused(tts, { location: "local", replay: kept.id })).toEqual([
      400,
      "invalid_field",
      `replay is "${kept.id}", which is of ${file}; it takes the id of evidence of ${tts}`,
    ]);
    expect((await refused(tts, { location: "local", replay: "x" })).at(-1)).toMatch(/not kept/);
    const open = await ask(file);
    expect(await refused(file, { location: "local" })).toEqual([
      409,
      "wrong_state",
      `a run of ${file} at local is waiting already: ${open.id}; there may be one at a time`,
    ]);
    const others = { checkId: "other", location: "elsewhere", replays: null, requestedBy: "x" };
    for (let at = 1; at < REQUESTED_RUN_LIMITS.maxOpen; at += 1) {
      await insertRequestedRun(database.db, others, clock.nowMs);
    }
    expect(await refused(tts, { location: "local" })).toEqual([
      429,
      "too_many_runs",
      "20 runs wait or are running; there may be 20 at a time",
    ]);
    clock.nowMs += REQUESTED_RUN_LIMITS.takenWithinMs;
    expect(await ask(tts)).toMatchObject({ state: "waiting" });
  });
});
