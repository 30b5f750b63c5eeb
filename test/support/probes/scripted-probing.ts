import type { Kysely } from "kysely";

import type {
  CheckImpact,
  ComponentStatus,
  ObservationResult,
  StatusDatabase,
} from "#migrations/status/schema.ts";

import type { Reason } from "#monitor/domain/reason.ts";
import type { SlowP95 } from "#monitor/domain/slow-p95.ts";

import { noIdentity } from "#monitor/domain/page-identity.ts";
import { storeConfiguration } from "../../../probes/monitor-file/configuration-store.ts";
import type {
  CheckConfiguration,
  MonitorConfiguration,
} from "../../../probes/monitor-file/configuration.ts";
import { recordPassingTime, recordRuns } from "../../../probes/results/recorder.ts";

export const minuteMs = 60_000;
/** When every script begins. */
export const startMs = Date.parse("2026-11-21T12:00:00Z");

/** A check of a script: its component's id is its own. */
export interface ScriptedCheck {
  readonly id: string;
  readonly groupId?: string;
  /** Ids of the components that its own stands on. */
  readonly dependsOn?: readonly string[];
  readonly periodMinutes?: number;
  readonly impact?: CheckImpact;
  /** What it fails for; `timeout` unless it is another. */
  readonly reason?: Reason;
  readonly slowP95?: SlowP95;
}

const quickMs = 10_000;
const slowMs = 15_000;

const results = {
  o: "ok",
  s: "ok",
  d: "degraded",
  f: "failed",
  p: "prober_error",
} as const satisfies Record<string, ObservationResult>;

/** What each check finds, one letter per slot: ok, ok but slow, degraded, failed, prober error, or `.` for no run. */
export type Script = Readonly<Record<string, string>>;

/** Records scripted runs minute by minute on a clock of its own; the database is real. */
export class ScriptedProbing {
  /** The script's clock, milliseconds since the epoch. */
  nowMs = startMs;
  readonly #db: Kysely<StatusDatabase>;
  readonly #checks: readonly CheckConfiguration[];
  readonly #reasons: Map<string, Reason>;
  readonly configuration: MonitorConfiguration;

  /** `page` is what the page shows of the checks' components, in place of their bare ids. */
  constructor(
    db: Kysely<StatusDatabase>,
    checks: readonly ScriptedCheck[],
    page: Partial<Pick<MonitorConfiguration, "page" | "groups" | "components">> = {},
  ) {
    this.#db = db;
    this.configuration = { ...configurationOf(checks), ...page };
    this.#checks = this.configuration.checks;
    this.#reasons = new Map(checks.map(({ id, reason = "timeout" }) => [id, reason]));
  }

  /** Stores the configuration, as a prober does when it starts, and brings the past up to date. */
  async start(): Promise<void> {
    await storeConfiguration(this.#db, this.configuration, this.nowMs);
    await this.passTime();
  }

  /** What a prober does from time to time. */
  async passTime(): Promise<void> {
    await recordPassingTime(this.#db, this.nowMs);
  }

  /** From now on a check that fails does so for this reason. */
  failFor(checkId: string, reason: Reason): void {
    this.#reasons.set(checkId, reason);
  }

  /** Plays a script from now on; each slot's runs are recorded twenty seconds into it. */
  async play(script: Script, location = "here"): Promise<void> {
    const minutes = Math.max(
      ...Object.entries(script).map(([id, letters]) => letters.length * this.#minutesOf(id)),
    );
    for (let minute = 0; minute < minutes; minute += 1) {
      for (const check of this.#checks) {
        const every = this.#minutesOf(check.id);
        const letter = script[check.id]?.[minute / every];
        if (minute % every !== 0 || letter === undefined || letter === ".") continue;
        await this.#record(check, this.nowMs, letter as keyof typeof results, location);
      }
      this.nowMs += minuteMs;
      await this.passTime();
    }
  }

  /** Lets minutes pass in which all checks pass, and records them together at their end, as after a short failure of the database. */
  async pass(minutes: number): Promise<void> {
    const runs = Array.from({ length: minutes }, (_, minute) =>
      this.#checks.map((check) => runOf(check, this.nowMs + minute * minuteMs, "o", null, "here")),
    );
    this.nowMs += minutes * minuteMs;
    await recordRuns(this.#db, runs.flat(), this.nowMs);
    await this.passTime();
  }

  #minutesOf(id: string): number {
    const check = this.#checks.find((other) => other.id === id);
    if (check === undefined) throw new Error(`no check ${id} in this script`);
    return check.periodMs / minuteMs;
  }

  async #record(
    check: CheckConfiguration,
    slotMs: number,
    letter: keyof typeof results,
    location: string,
  ): Promise<void> {
    const reason = this.#reasons.get(check.id) ?? null;
    const run = runOf(check, slotMs, letter, reason, location);
    await recordRuns(this.#db, [run], slotMs + 20_000);
  }
}

/** Returns the run of a check in a slot, at one attempt. */
function runOf(
  check: CheckConfiguration,
  slotMs: number,
  letter: keyof typeof results,
  reason: Reason | null,
  location: string,
): Parameters<typeof recordRuns>[1][number] {
  const result = results[letter];
  return {
    checkId: check.id,
    periodMs: check.periodMs,
    location,
    prober: `prober at ${location}`,
    slotMs,
    attempts: [
      {
        result,
        reason: result === "ok" ? null : reason,
        message: null,
        phases: { connect: 1 },
        measures: {},
        startedAtMs: slotMs,
        durationMs: letter === "s" ? slowMs : quickMs,
        attempt: 1,
      },
    ],
  };
}

/** A component's intervals as `status from-to` in minutes since the script began; open ones end in nothing. */
export async function intervalsOf(
  db: Kysely<StatusDatabase>,
  componentId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("component_states")
    .selectAll()
    .where("component_id", "=", componentId)
    .orderBy("from_at")
    .execute();
  const minute = (time: Date | null): string =>
    time === null ? "" : String(Number(((time.getTime() - startMs) / minuteMs).toFixed(2)));
  return rows.map((row) => `${row.status} ${minute(row.from_at)}-${minute(row.to_at)}`);
}

/** Every component's present status, by id. */
export async function statusesNow(
  db: Kysely<StatusDatabase>,
): Promise<Record<string, ComponentStatus>> {
  const rows = await db
    .selectFrom("component_states")
    .select(["component_id", "status"])
    .where("to_at", "is", null)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.component_id, row.status]));
}

function configurationOf(checks: readonly ScriptedCheck[]): MonitorConfiguration {
  const groupIds = [...new Set(checks.flatMap(({ groupId }) => groupId ?? []))];
  return {
    digest: "of a test",
    controls: [],
    page: {
      id: "page",
      name: { en: "Page" },
      url: "http://status",
      time_zone: "Etc/UTC",
      downtime_weights: { partial_outage: 0.3, major_outage: 1 },
    },
    identity: noIdentity,
    pictures: [],
    groups: groupIds.map((id) => ({ id, name: { en: id } })),
    components: checks.map(({ id, groupId, dependsOn = [] }) => ({
      id,
      name: { en: id },
      depends_on: [...dependsOn],
      ...(groupId === undefined ? {} : { group: groupId }),
      showcase: true,
      only_show_if_degraded: false,
    })),
    checks: checks.map(({ id, periodMinutes = 1, impact = "major_outage", slowP95 }) => ({
      id,
      componentId: id,
      kind: "http",
      impact,
      slowP95,
      periodMs: periodMinutes * minuteMs,
      offsetMs: 0,
      timeoutMs: 10_000,
      run: () => Promise.resolve({ result: "ok" }),
    })),
  };
}
