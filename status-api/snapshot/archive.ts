import type { Kysely } from "kysely";
import { isDatabaseAway } from "#database/database-away.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { within } from "#database/within.ts";
import { readChecks, readFigures } from "#monitor/store/figures.ts";
import { readDrifts } from "#monitor/store/drifts.ts";
import { readRuns } from "#monitor/store/runs.ts";
import { readEndedIntervals } from "#monitor/store/interval-history.ts";
import { MAX_INCIDENTS } from "#monitor/domain/report.ts";
import {
  readFirstStatusEventMs,
  readIncident,
  readIncidentPage,
  readIncidentsDuring,
  readStatusEventsBetween,
} from "#monitor/store/incident-history.ts";

/** The database does not answer; `cause` is its error. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";
}

/** Data that is too old or too large for the snapshot, read from the database on request. */
export type Archive = ReturnType<typeof openArchive>;

/** How long answers are cached: as long as caches may keep a document. */
const KEPT_MS = 10_000;

/** A database that takes longer counts as away: a frozen server neither answers nor refuses. */
export const ANSWER_TIMEOUT_MS = 5_000;

/** The maximum number of cached answers of each kind; any number of URLs may be requested. */
const MAXIMUM_KEPT = 100;

/** The form of ids; nothing else is looked up. */
const ID_PATTERN = /^[\w-]{1,64}$/;

/** Opens the archive of `db`; each call rejects with `DatabaseAway` while the database does not answer. */
export function openArchive(db: Kysely<StatusDatabase>, nowMs: () => number) {
  return {
    /** Reads a page of all incidents, newest first. */
    incidentPage: keptForAWhile(nowMs, (offset: number, limit: number) =>
      readIncidentPage(db, { offset, limit }),
    ),
    /** Reads one incident or maintenance, however old; undefined when nothing has this id. */
    incident: keptForAWhile(nowMs, async (id: string) =>
      ID_PATTERN.test(id) ? readIncident(db, id) : undefined,
    ),
    /** Reads incidents and maintenance that began between two times; maintenance by its announced begin. */
    statusEventsBetween: keptForAWhile(nowMs, (fromMs: number, toMs: number) =>
      readStatusEventsBetween(db, new Date(fromMs), new Date(toMs)),
    ),
    /** Reads the incidents that overlap a period; one more than `MAX_INCIDENTS` only shows that there are more. */
    incidentsDuring: keptForAWhile(nowMs, (fromMs: number, toMs: number) =>
      readIncidentsDuring(db, new Date(fromMs), new Date(toMs), MAX_INCIDENTS + 1),
    ),
    /** Reads the ended status intervals of components between two times. */
    endedIntervals: keptForAWhile(nowMs, (fromMs: number, toMs: number) =>
      readEndedIntervals(db, new Date(fromMs), new Date(toMs)),
    ),
    /** Reads when the first incident or maintenance began; undefined when there never was one. */
    firstStatusEventMs: keptForAWhile(nowMs, () => readFirstStatusEventMs(db)),
    checks: keptForAWhile(nowMs, (componentId: string) => readChecks(db, componentId)),
    figures: keptForAWhile(nowMs, (componentId: string, sinceMs: number) =>
      readFigures(db, componentId, sinceMs),
    ),
    drifts: keptForAWhile(nowMs, (componentId: string, sinceMs: number) =>
      readDrifts(db, componentId, sinceMs),
    ),
    runs: keptForAWhile(nowMs, (componentId: string, sinceMs: number) =>
      readRuns(db, componentId, sinceMs),
    ),
  };
}

/** Returns `read` with a cache: requests with the same arguments share an answer for `KEPT_MS`. */
function keptForAWhile<Wanted extends readonly (string | number)[], Answer>(
  nowMs: () => number,
  read: (...wanted: Wanted) => Promise<Answer>,
): (...wanted: Wanted) => Promise<Answer> {
  const answers = new Map<string, { readonly untilMs: number; readonly answer: Promise<Answer> }>();
  return (...wanted) => {
    const key = wanted.join(" ");
    const known = answers.get(key);
    if (known !== undefined && known.untilMs > nowMs()) return known.answer;
    const answer = within(ANSWER_TIMEOUT_MS, read(...wanted)).catch((cause: unknown) => {
      if (!isDatabaseAway(cause)) throw cause;
      throw new DatabaseAway("the database does not answer", { cause });
    });
    answers.delete(key);
    answers.set(key, { untilMs: nowMs() + KEPT_MS, answer });
    const oldest = answers.keys().next();
    if (answers.size > MAXIMUM_KEPT && !oldest.done) answers.delete(oldest.value);
    answer.catch(() => {
      if (answers.get(key)?.answer === answer) answers.delete(key);
    });
    return answer;
  };
}

/** Resolves to null instead of rejecting while the database is away. */
export async function unlessAway<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DatabaseAway) return null;
    throw error;
  }
}
