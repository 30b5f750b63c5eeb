import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import { readChecks, readFigures } from "#monitor/store/figures.ts";
import { type HistoryRows, readHistory } from "#monitor/store/history.ts";
import { makeHourlyFigures } from "#monitor/store/hourly-figures.ts";
import { readIncidentPage } from "#monitor/store/incident-history.ts";
import { readRevision } from "#monitor/store/revision.ts";
import { readRuns } from "#monitor/store/runs.ts";
import { insertClaims } from "#monitor/store/slot-claims.ts";
import { judgeLate, storeLate } from "#probes/results/late-results.ts";
import { recordPassingTime, recordRuns } from "#probes/results/recorder.ts";
import { keepInBounds } from "#probes/results/retention.ts";
import { LOCATIONS } from "../../support/monitor/ninety-days.ts";
import { DAY_MS, HOUR_MS, type Scale } from "./load.ts";
import { checkIdOf, PERIOD_MS, runOf } from "./runs.ts";

/** Something that the monitor does with its database. */
export interface Operation {
  readonly name: string;
  /** Does it, each time as of another slot. */
  readonly run: (db: Kysely<StatusDatabase>, turn: number) => Promise<unknown>;
  /** How often it is timed; once where it cannot be done again. */
  readonly times?: number;
}

const SPOOLED = 1_000;
const [LOCATION = ""] = LOCATIONS;

/** What the status API reads and what a prober reads and writes, as of the moments after `nowMs`. */
export function operations({ components, days }: Scale, nowMs: number): readonly Operation[] {
  const ids = Array.from({ length: components }, (_, index) => checkIdOf(index));
  const runsOf = (slotMs: number, checkIds: readonly string[]): SlotRun[] =>
    checkIds.map((checkId) => runOf(checkId, slotMs, LOCATION));
  const slotMs = (turn: number): number => Math.floor(nowMs / PERIOD_MS + 1 + turn) * PERIOD_MS;
  const component = "component-1";
  const spooledMinutes = Math.floor(SPOOLED / components);
  let known: HistoryRows | undefined;
  return [
    { name: "has anything changed?", run: (db) => readRevision(db) },
    {
      name: "the history, at the start",
      run: async (db) => (known = await readHistory(db, nowMs)),
    },
    { name: "the history, after an observation", run: (db) => readHistory(db, nowMs, known) },
    {
      name: "a page of old incidents",
      run: (db) => readIncidentPage(db, { offset: 50, limit: 50 }),
    },
    { name: "the checks of a component", run: (db) => readChecks(db, component) },
    {
      name: "the runs of a component, 24 hours",
      run: (db) => readRuns(db, component, nowMs - DAY_MS),
    },
    {
      name: "its hourly figures, 90 days",
      run: (db) => readFigures(db, component, nowMs - 90 * DAY_MS),
    },
    {
      name: "claim a slot",
      run: (db, turn) => insertClaims(db, [claimOf(ids[0]!, slotMs(turn))]),
    },
    {
      name: `claim ${components} slots`,
      run: (db, turn) =>
        insertClaims(
          db,
          ids.slice(1).map((id) => claimOf(id, slotMs(turn))),
        ),
    },
    {
      name: "store a result, with the verdict",
      run: (db, turn) => recordRuns(db, runsOf(slotMs(turn), ids.slice(0, 1)), slotMs(turn + 1)),
    },
    {
      name: `store ${components} results`,
      run: (db, turn) => recordRuns(db, runsOf(slotMs(turn), ids.slice(1)), slotMs(turn + 1)),
    },
    {
      name: "what follows from time alone",
      run: (db, turn) => recordPassingTime(db, slotMs(turn)),
    },
    {
      name: `store ${SPOOLED} spooled results, those of ${spooledMinutes} minutes`,
      run: (db, turn) =>
        storeLate(
          db,
          // Beside what is there: of another millisecond.
          Array.from({ length: spooledMinutes }, (_, minute) =>
            runsOf(slotMs(-(turn + 1) * spooledMinutes - 1 + minute) + 1, ids),
          ).flat(),
          nowMs,
        ),
    },
    {
      name: "judge the last hour anew",
      run: (db) => judgeLate(db, nowMs - HOUR_MS, nowMs),
      times: 1,
    },
    {
      name: "the figures of an hour",
      run: async (db) => {
        const hourMs = Math.floor(nowMs / HOUR_MS - 1) * HOUR_MS;
        await db
          .updateTable("figure_hours")
          .set({ computed_at: null })
          .where("hour", "=", new Date(hourMs))
          .execute();
        await makeHourlyFigures(db, hourMs + HOUR_MS + 10 * PERIOD_MS);
      },
    },
    {
      name: "retention: a day of observations goes, an hour of claims",
      run: (db) => keepInBounds(db, nowMs + HOUR_MS, days - 1),
      times: 1,
    },
  ];
}

function claimOf(checkId: string, slotMs: number) {
  const { location, prober } = runOf(checkId, slotMs, LOCATION);
  return { checkId, location, slotMs, prober, claimedAtMs: slotMs };
}
