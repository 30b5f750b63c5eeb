import type { Kysely } from "kysely";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { ComponentStatus, StatusDatabase } from "#migrations/status/schema.ts";

import { durationsByDay, uptimeWindow } from "../../../monitor/domain/uptime.ts";
import { readHistory } from "../../../monitor/store/history.ts";
import type { CheckContext } from "../../../probes/check/context.ts";
import { CheckFailure, type Report } from "../../../probes/check/report.ts";
import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import type { MonitorConfiguration } from "../../../probes/monitor-file/configuration.ts";
import { type Prober, startProber } from "../../../probes/prober.ts";
import { buildSnapshot } from "../../../status-api/snapshot/snapshot.ts";
import type { NewDatabase } from "../databases/every-database.ts";
import { writeMaintenance } from "../status-api/written-maintenance.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../temporary-directory.ts";
import { neverStalled, TestClock } from "../test-clock.ts";
import { ScriptedProbing } from "./scripted-probing.ts";

export const slotMs = 3 * 3_600_000;
const slotsPerDay = 8;
const dayMs = slotsPerDay * slotMs;
/** How far into each slot checks are run. */
const intoSlotMs = 1_000;
/** Days that the status page shows. */
const shownDays = 90;

type Finding = "failed" | "retried" | "degraded" | "prober_error";
type Slots = readonly [fromSlot: number, untilSlot: number];
/** Milliseconds since the start of the days. */
export type ImpliedInterval = readonly [ComponentStatus, fromMs: number, toMs: number];

/** What happens on some days, in slots of three hours each of which has a run of two checks, and what that implies. */
export interface ScriptOfDays {
  /** Midnight of the first. */
  readonly startMs: number;
  readonly days: number;
  /** What is wrong, with what. */
  readonly faults: readonly (readonly [Finding, "api" | "web", ...Slots])[];
  /** Planned for `web`. */
  readonly maintenance: Slots;
  /** No prober runs. */
  readonly dead: Slots;
  /** The machine sleeps through it, and the prober's clock jumps. */
  readonly sleptThrough: number;
  readonly clockSetBackAt: number;
  readonly implied: Readonly<Record<"api" | "web", readonly ImpliedInterval[]>>;
  /** Each incident's start, who was in it, and how bad it was. */
  readonly impliedIncidents: readonly (readonly [startMs: number, ids: string, impact: string])[];
}

/** When the checks of a slot are run. */
export const looked = (slot: number): number => slot * slotMs + intoSlotMs;
/** Until when a slot's observation holds. */
export const heldFrom = (slot: number): number => looked(slot + 3);

/** Two checks every three hours that find what the script says, and write down every time they are run. */
class ScriptedChecks {
  readonly runs: string[] = [];
  readonly configuration: MonitorConfiguration;
  readonly #script: ScriptOfDays;

  constructor(db: Kysely<StatusDatabase>, script: ScriptOfDays) {
    this.#script = script;
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
    const { startMs, faults } = this.#script;
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

/** Declares the test that a prober which lives through the script finds and shows what that implies. */
export function testDays(empty: NewDatabase, script: ScriptOfDays): void {
  const { startMs, faults, maintenance, dead, sleptThrough, clockSetBackAt, implied } = script;
  const slots = script.days * slotsPerDay;
  const endMs = looked(slots - 1);
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
    const checks = new ScriptedChecks(db, script);
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
      fromMs: startMs + maintenance[0] * slotMs,
      untilMs: startMs + maintenance[1] * slotMs,
      componentIds: ["web"],
    });
    for (let slot = 1; slot < slots; slot += 1) {
      if (slot === dead[0]) await monitor.stop();
      if (slot >= dead[0] && slot < dead[1]) continue;
      if (slot === sleptThrough) continue;
      if (slot === dead[1]) {
        clock.nowMs = startMs + looked(slot);
        monitor = await start();
      } else {
        await clock.moveTo(startMs + looked(slot), () => monitor?.idle());
      }
      await monitor.idle();
      if (slot === clockSetBackAt) {
        await clock.moveTo(startMs + looked(slot) - slotMs / 2, () => monitor?.idle());
        await clock.moveTo(startMs + looked(slot) - slotMs / 4, () => monitor?.idle());
      }
    }

    const stored = (intervals: readonly ImpliedInterval[]): unknown[] =>
      // The last one is open.
      intervals.map(([status, fromMs, toMs]) => [status, fromMs, toMs === endMs ? null : toMs]);
    expect(await storedIntervals(db, startMs)).toEqual({
      api: stored(implied.api),
      web: stored(implied.web),
    });
    expect(await storedIncidents(db, startMs)).toEqual(script.impliedIncidents);

    expect(new Set(checks.runs).size).toBe(checks.runs.length);
    const away = dead[1] - dead[0] + 1;
    const observations = await db
      .selectFrom("observations")
      .select(["check_id", "retried"])
      .where("counted", "=", true)
      .execute();
    expect(observations).toHaveLength(2 * (slots - away));
    expect(observations.filter(({ retried }) => retried)).toHaveLength(
      slotsWith("retried", faults),
    );
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
      ["api", sleptThrough],
      ["web", sleptThrough],
    ]);
    const failures = figures.reduce((sum, row) => sum + row.failures, 0);
    // The last slot is not over.
    expect(failures).toBe(slotsWith("failed", faults) - 1);

    const snapshot = buildSnapshot(await readHistory(db, startMs + endMs), startMs + endMs);
    for (const id of ["api", "web"] as const) {
      const component = snapshot?.components.find((one) => one.id === id);
      const window = uptimeWindow(startMs + endMs);
      const days = durationsByDay(component?.intervals ?? [], window);
      expect(days.map(({ durationsMs }) => withoutZeros(durationsMs))).toEqual(
        daysOf(implied[id], script.days, endMs),
      );
      expect(component?.uptimePercent).toBe(uptimeOf(implied[id]));
    }
  });
}

function slotsWith(finding: Finding, faults: ScriptOfDays["faults"]): number {
  return faults.reduce((sum, [of, , from, to]) => sum + (of === finding ? to - from : 0), 0);
}

async function storedIntervals(
  db: Kysely<StatusDatabase>,
  startMs: number,
): Promise<Record<string, unknown[]>> {
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

async function storedIncidents(db: Kysely<StatusDatabase>, startMs: number): Promise<unknown[]> {
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

/** Milliseconds of each status on each day that is shown, by the plainest way there is; what no interval covers is unknown. */
function daysOf(
  intervals: readonly ImpliedInterval[],
  lastDay: number,
  endMs: number,
): Record<string, number>[] {
  return Array.from({ length: shownDays }, (_, index) => {
    const day = index + lastDay - shownDays;
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

function uptimeOf(intervals: readonly ImpliedInterval[]): number {
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
