import type { Kysely } from "kysely";

import type { StatusDatabase } from "#migrations/status/schema.ts";

import { makeHourlyFigures } from "#monitor/store/hourly-figures.ts";
import type { ResultStore } from "../spool/result-store.ts";
import { keepInBounds } from "../results/retention.ts";
import type { Chore } from "./chores.ts";
import type { Heartbeat } from "./heartbeat.ts";

/** What the chores of a prober work with. */
export interface StandingChoresOptions {
  readonly db: Kysely<StatusDatabase>;
  readonly results: ResultStore;
  /** How long observations are kept. */
  readonly observationDays?: number | undefined;
  /** Undefined: nobody is told that the prober lives. */
  readonly heartbeat?: Heartbeat | undefined;
  /** Whether checks run on time and their results are kept, without which the heart does not beat. */
  readonly isOnTime: (nowMs: number) => boolean;
  readonly stopping: AbortSignal;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Lists what a prober does beside the checks: time that passes, late results, figures, partitions, heartbeat. */
export function standingChores(options: StandingChoresOptions): Chore[] {
  const { db, results, observationDays, heartbeat, isOnTime, stopping } = options;
  const whenUp =
    (run: Chore["run"]): Chore["run"] =>
    async (nowMs) => {
      if (results.isDatabaseUp) await run(nowMs);
    };
  const chores: Chore[] = [
    { what: "passing time", intervalMs: 10 * SECOND_MS, run: (nowMs) => results.sweep(nowMs) },
    { what: "replaying the spool", intervalMs: SECOND_MS, run: (nowMs) => results.retry(nowMs) },
    {
      what: "hourly figures",
      intervalMs: MINUTE_MS,
      run: whenUp((nowMs) => makeHourlyFigures(db, nowMs)),
    },
    {
      what: "retention",
      intervalMs: 60 * MINUTE_MS,
      run: whenUp((nowMs) => keepInBounds(db, nowMs, observationDays)),
    },
  ];
  if (heartbeat === undefined) return chores;
  const beat = async (nowMs: number): Promise<void> => {
    if (isOnTime(nowMs)) await heartbeat.beat(stopping);
  };
  return [...chores, { what: "heartbeat", intervalMs: MINUTE_MS, run: beat }];
}
