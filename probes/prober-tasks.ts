import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { makeHourlyFigures } from "#monitor/store/hourly-figures.ts";
import { keepInBounds } from "./results/retention.ts";
import { Heartbeat } from "./schedule/heartbeat.ts";
import type { PeriodicTask } from "./schedule/periodic-tasks.ts";
import type { ResultStore } from "./spool/result-store.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Lists what a prober does beside its checks: late results, silence, hourly figures, retention, heartbeat. */
export function proberTasks({
  db,
  results,
  observationDays,
  heartbeatUrl,
  log,
  isOnTime,
  stopping,
}: {
  readonly db: Kysely<StatusDatabase>;
  readonly results: ResultStore;
  readonly observationDays: number | undefined;
  readonly heartbeatUrl: string | undefined;
  readonly log: Logger;
  /** Whether checks run on time and their results are kept, without which there is no heartbeat. */
  readonly isOnTime: (nowMs: number) => boolean;
  readonly stopping: AbortSignal;
}): PeriodicTask[] {
  const whileUp =
    (run: PeriodicTask["run"]): PeriodicTask["run"] =>
    async (nowMs) => {
      if (results.isDatabaseUp) await run(nowMs);
    };
  const heartbeat = heartbeatUrl === undefined ? undefined : new Heartbeat(heartbeatUrl, log);
  return [
    { name: "passing time", intervalMs: 10 * SECOND_MS, run: (nowMs) => results.sweep(nowMs) },
    { name: "replaying the spool", intervalMs: SECOND_MS, run: (nowMs) => results.retry(nowMs) },
    {
      name: "hourly figures",
      intervalMs: MINUTE_MS,
      run: whileUp((nowMs) => makeHourlyFigures(db, nowMs)),
    },
    {
      name: "retention",
      intervalMs: 60 * MINUTE_MS,
      run: whileUp((nowMs) => keepInBounds(db, nowMs, observationDays)),
    },
    {
      name: "heartbeat",
      intervalMs: MINUTE_MS,
      run: async (nowMs) => {
        if (isOnTime(nowMs)) await heartbeat?.beat(stopping);
      },
    },
  ];
}
