import { pino } from "pino";
import { afterEach, expect, test } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { ComponentStatus, StatusDatabase } from "#migrations/status/schema.ts";
import type { Kysely } from "kysely";

import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { type Prober, startProber } from "../../../probes/prober.ts";
import type { MonitorConfiguration } from "../../../probes/monitor-file/configuration.ts";
import type { CheckContext } from "../../../probes/check/context.ts";
import { CheckFailure, type Report } from "../../../probes/check/report.ts";
import { readHistory } from "../../../monitor/store/history.ts";
import { buildSnapshot } from "../../../status-api/snapshot/snapshot.ts";
import { durationsByDay, uptimeWindow } from "../../../monitor/domain/uptime.ts";
import { describeWithEveryDatabase } from "../../support/databases/every-database.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";
import { neverStalled, TestClock } from "../../support/test-clock.ts";
import { writeMaintenance } from "../../support/status-api/written-maintenance.ts";

const slotMs = 3 * 3_600_000;
const dayMs = 8 * slotMs;
const slots = 90 * 8;
/** Midnight of the first of ninety days. */
const startMs = Date.parse("2026-08-24T00:00:00Z");
/** How far into each slot checks are run. */
const intoSlotMs = 1_000;

/** What is wrong, with what, from one slot until before another. */
const faults: readonly (readonly [Finding, "api" | "web", number, number])[] = [
  ["failed", "web", 0, 3],
  ["failed", "web", 14, 17],
  ["failed", "web", 100, 101],
  ["retried", "web", 110, 112],
  ["degraded", "web", 200, 206],
  ["failed", "web", 300, 304],
  ["prober_error", "web", 450, 456],
  ["failed", "web", 500, 520],
  ["failed", "api", 502, 512],
  ["failed", "web", 600, 604],
  ["failed", "api", 600, 604],
  ["failed", "web", 717, slots],
];
type Finding = "failed" | "retried" | "degraded" | "prober_error";
const maintenanceSlots = [299, 306] as const;
const deadSlots = [350, 370] as const;
const sleptSlots = [400, 401] as const;
const clockSetBackAtSlot = 550;

type Interval = readonly [ComponentStatus, fromMs: number, toMs: number];
const looked = (slot: number): number => slot * slotMs + intoSlotMs;
/** Until when a slot's observation holds. */
const heldFrom = (slot: number): number => looked(slot + 3);
const endMs = looked(slots - 1);
const [maintained, restored] = maintenanceSlots;

/** What the script implies, in milliseconds since the start. */
const implied: Readonly<Record<"api" | "web", readonly Interval[]>> = {
  api: [
    ["operational", looked(0), heldFrom(349)],
    ["unknown", heldFrom(349), looked(370)],
    ["operational", looked(370), 502 * slotMs],
    ["partial_outage", 502 * slotMs, 512 * slotMs],
    ["operational", 512 * slotMs, 600 * slotMs],
    ["partial_outage", 600 * slotMs, 604 * slotMs],
    ["operational", 604 * slotMs, endMs],
  ],
  web: [
    ["major_outage", looked(0), 3 * slotMs],
    ["operational", 3 * slotMs, 14 * slotMs],
    ["major_outage", 14 * slotMs, 17 * slotMs],
    ["operational", 17 * slotMs, 200 * slotMs],
    ["degraded_performance", 200 * slotMs, 206 * slotMs],
    ["operational", 206 * slotMs, maintained * slotMs],
    ["under_maintenance", maintained * slotMs, restored * slotMs],
    ["operational", restored * slotMs, heldFrom(349)],
    ["unknown", heldFrom(349), looked(370)],
    ["operational", looked(370), heldFrom(449)],
    ["unknown", heldFrom(449), looked(456)],
    ["operational", looked(456), 500 * slotMs],
    ["major_outage", 500 * slotMs, 520 * slotMs],
    ["operational", 520 * slotMs, 600 * slotMs],
    ["major_outage", 600 * slotMs, 604 * slotMs],
    ["operational", 604 * slotMs, 717 * slotMs],
    ["major_outage", 717 * slotMs, endMs],
  ],
};

/** Each incident's start in slots, who was in it, and how bad it was. */
const impliedIncidents = [
  [looked(0), "web", "major"],
  [14 * slotMs, "web", "major"],
  [200 * slotMs, "web", "minor"],
  [500 * slotMs, "web", "major"],
  [502 * slotMs, "api", "minor"],
  [600 * slotMs, "api web", "major"],
  [717 * slotMs, "web", "major"],
];

/** Two checks every three hours that find what the script says, and write down every time they are run. */
class ScriptedChecks {
  readonly runs: string[] = [];
  readonly configuration: MonitorConfiguration;

  constructor(db: Kysely<StatusDatabase>) {
    const { configuration } = new ScriptedProbing(db, [
      { id: "api", impact: "partial_outage", periodMinutes: 180 },
      { id: "web", impact: "major_outage", periodMinutes: 180 },
    ]);
    const checks = configuration.checks.map((check, index) => ({
      ...check,
      offsetMs: index * (intoSlotMs / 2),
      run: (context: CheckContext) => this.#run(context),
    }));
    this.configuration = { ...configuration, checks };
  }

  async #run({ seed }: CheckContext): Promise<Report> {
    this.runs.push(seed);
    const [id, slotStart, attempt] = seed.split("/");
    const slot = (Number(slotStart) - startMs) / slotMs;
    const fault = faults.find(([, of, from, to]) => of === id && from <= slot && slot < to)?.[0];
    if (fault === "failed" || (fault === "retried" && attempt === "1")) {
      throw new CheckFailure("timeout", "as the script says");
    }
    if (fault === "prober_error") throw new Error("as the script says");
    if (fault === "degraded") return { result: "degraded", reason: "model_degraded" };
    return { result: "ok", phases: { connect: 1 } };
  }
}

describeWithEveryDatabase("ninety days", (empty) => {
  let home: TemporaryDirectory;
  let monitor: Prober | undefined;
  afterEach(async () => {
    await monitor?.stop();
    await home[Symbol.asyncDispose]();
  });

  test("of known faults come out as the script of them implies", { timeout: 900_000 }, async () => {
    home = await temporaryDirectory("days");
    await using database = await openStatusDatabase(await empty());
    const { db } = database;
    const clock = new TestClock();
    const metrics = new ProberMetrics("local");
    const checks = new ScriptedChecks(db);
    const start = (): Promise<Prober> =>
      startProber({
        db,
        configuration: checks.configuration,
        apiKey: "",
        location: "local",
        dataDirectory: home.path,
        metrics,
        log: pino({ enabled: false }),
        now: clock.now,
        databaseNow: clock.databaseNow,
        wait: clock.wait,
        tick: clock.tick,
        stallWatch: neverStalled,
      });

    clock.nowMs = startMs + intoSlotMs;
    monitor = await start();
    await monitor.idle();
    await writeMaintenance(db, {
      id: "disks",
      fromMs: startMs + maintained * slotMs,
      untilMs: startMs + restored * slotMs,
      componentIds: ["web"],
    });
    for (let slot = 1; slot < slots; slot += 1) {
      if (slot === deadSlots[0]) await monitor.stop();
      if (slot >= deadSlots[0] && slot < deadSlots[1]) continue;
      if (slot >= sleptSlots[0] && slot < sleptSlots[1]) continue;
      if (slot === deadSlots[1]) {
        clock.nowMs = startMs + looked(slot);
        monitor = await start();
      } else {
        await clock.moveTo(startMs + looked(slot), () => monitor?.idle());
      }
      await monitor.idle();
      if (slot === clockSetBackAtSlot) {
        await clock.moveTo(startMs + looked(slot) - slotMs / 2, () => monitor?.idle());
        await clock.moveTo(startMs + looked(slot) - slotMs / 4, () => monitor?.idle());
      }
    }

    expect(await storedIntervals(db)).toEqual({ api: ended(implied.api), web: ended(implied.web) });
    expect(await storedIncidents(db)).toEqual(impliedIncidents);

    expect(new Set(checks.runs).size).toBe(checks.runs.length);
    const away = deadSlots[1] - deadSlots[0] + sleptSlots[1] - sleptSlots[0];
    const stored = await db
      .selectFrom("observations")
      .select(["check_id", "retried"])
      .where("counted", "=", true)
      .execute();
    expect(stored).toHaveLength(2 * (slots - away));
    expect(stored.filter(({ retried }) => retried)).toHaveLength(2);
    expect(await metrics.registry.metrics()).toMatch(
      /^probe_missed_slots_total\{.*check="web".*\} 1$/m,
    );
    const figures = await db
      .selectFrom("hourly_figures")
      .selectAll()
      .orderBy("hour")
      .orderBy("check_id")
      .execute();
    expect(
      figures
        .filter(({ missed }) => missed > 0)
        .map(({ hour, check_id }) => [check_id, (hour.getTime() - startMs) / slotMs]),
    ).toEqual([
      ["api", 400],
      ["web", 400],
    ]);
    const failures = figures.reduce((sum, row) => sum + row.failures, 0);
    // The last slot is not over.
    expect(failures).toBe(
      faults.reduce(
        (sum, [finding, , from, to]) => sum + (finding === "failed" ? to - from : 0),
        0,
      ) - 1,
    );

    const snapshot = buildSnapshot(await readHistory(db, startMs + endMs), startMs + endMs);
    for (const id of ["api", "web"] as const) {
      const component = snapshot?.components.find((one) => one.id === id);
      const window = uptimeWindow(startMs + endMs);
      const days = durationsByDay(component?.intervals ?? [], window);
      expect(days.map(({ durationsMs }) => withoutZeros(durationsMs))).toEqual(daysOf(implied[id]));
      expect(component?.uptimePercent).toBe(uptimeOf(implied[id]));
    }
  });
});

/** Intervals as they are stored: the last one is open. */
function ended(intervals: readonly Interval[]): unknown[] {
  return intervals.map(([status, fromMs, toMs]) => [status, fromMs, toMs === endMs ? null : toMs]);
}

async function storedIntervals(db: Kysely<StatusDatabase>): Promise<Record<string, unknown[]>> {
  const rows = await db.selectFrom("component_states").selectAll().orderBy("from_at").execute();
  const of = (id: string): unknown[] =>
    rows
      .filter(({ component_id }) => component_id === id)
      .map(({ status, from_at, to_at }) => [
        status,
        from_at.getTime() - startMs,
        to_at === null ? null : to_at.getTime() - startMs,
      ]);
  return { api: of("api"), web: of("web") };
}

async function storedIncidents(db: Kysely<StatusDatabase>): Promise<unknown[]> {
  const rows = await db
    .selectFrom("incidents")
    .selectAll()
    .where("impact", "!=", "maintenance")
    .orderBy("started_at")
    .execute();
  const members = await db
    .selectFrom("incident_components")
    .selectAll()
    .orderBy("component_id")
    .execute();
  return rows.map(({ id, started_at, impact }) => [
    started_at.getTime() - startMs,
    members
      .filter(({ incident_id }) => incident_id === id)
      .map(({ component_id }) => component_id)
      .join(" "),
    impact,
  ]);
}

/** Milliseconds of each status on each day, by the plainest way there is; what no interval covers is unknown. */
function daysOf(intervals: readonly Interval[]): Record<string, number>[] {
  return Array.from({ length: 90 }, (_, day) => {
    const [fromMs, toMs] = [day * dayMs, Math.min((day + 1) * dayMs, endMs)];
    const days: Record<string, number> = { unknown: toMs - fromMs };
    for (const [status, beganMs, endedMs] of intervals) {
      const shareMs = Math.max(0, Math.min(endedMs, toMs) - Math.max(beganMs, fromMs));
      if (status === "unknown") continue;
      days[status] = (days[status] ?? 0) + shareMs;
      days["unknown"] = (days["unknown"] ?? 0) - shareMs;
    }
    return withoutZeros(days);
  });
}

function withoutZeros(durations: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(durations).filter(([, ms]) => ms > 0));
}

function uptimeOf(intervals: readonly Interval[]): number {
  const total = (status: ComponentStatus): number =>
    intervals
      .filter(([of]) => of === status)
      .reduce((sum, [, fromMs, toMs]) => sum + toMs - fromMs, 0);
  const observed = intervals.reduce(
    (sum, [of, fromMs, toMs]) => sum + (of === "unknown" ? 0 : toMs - fromMs),
    0,
  );
  const down = total("major_outage") + 0.3 * total("partial_outage");
  return Math.floor(10_000 * (1 - down / (observed - total("under_maintenance")))) / 100;
}
