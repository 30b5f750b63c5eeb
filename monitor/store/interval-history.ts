import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { RecordedInterval } from "#monitor/domain/intervals.ts";
import { componentStatuses } from "#monitor/domain/component-status.ts";

type Database = Kysely<StatusDatabase>;

/** Components' histories, and what tells whether they have changed since. */
export interface IntervalHistory {
  /** By component id, oldest first; those that touch the 90-day window. */
  readonly intervals: ReadonlyMap<string, readonly RecordedInterval[]>;
  /** By component id: another mark means that intervals were added, changed or removed. */
  readonly intervalMarks: ReadonlyMap<string, string>;
}

/** Reads the intervals that touch the window, of components whose intervals are not those of `known` any more. */
export async function readIntervals(
  db: Database,
  windowStart: Date,
  known: IntervalHistory | undefined,
): Promise<IntervalHistory> {
  const intervalMarks = await readMarks(db, windowStart);
  const changed = [...intervalMarks.keys()].filter(
    (id) => intervalMarks.get(id) !== known?.intervalMarks.get(id),
  );
  const read = await readIntervalsOf(db, windowStart, changed);
  const intervals = new Map(
    Array.from(intervalMarks.keys(), (id) => [id, read.get(id) ?? known?.intervals.get(id) ?? []]),
  );
  return { intervals, intervalMarks };
}

/**
 * Marks are made of the number of a component's rows and the sum of the transactions that wrote them: a row that is added
 * or rewritten bears the number of a later transaction than any that it replaces.
 */
async function readMarks(db: Database, windowStart: Date): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("component_states")
    .select([
      "component_id",
      (count) => count.fn.countAll<number>().as("count"),
      sql<number>`sum(xmin::text::bigint)`.as("writers"),
    ])
    .where(touches(windowStart))
    .groupBy("component_id")
    .execute();
  return new Map(
    rows.map(({ component_id, count, writers }) => [
      component_id,
      `${windowStart.getTime()} ${count} ${writers}`,
    ]),
  );
}

/** One row and three texts a component: thousands of rows cost several times as much to take apart. */
async function readIntervalsOf(
  db: Database,
  windowStart: Date,
  componentIds: readonly string[],
): Promise<Map<string, RecordedInterval[]>> {
  if (componentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("component_states")
    .select([
      "component_id",
      sql<string>`array_agg(status)::text`.as("statuses"),
      sql<string>`array_agg(date_part('epoch', from_at))::text`.as("starts"),
      sql<string>`array_agg(date_part('epoch', to_at))::text`.as("ends"),
    ])
    .where(touches(windowStart))
    .where("component_id", "in", componentIds)
    .groupBy("component_id")
    .execute();
  return new Map(
    rows.map(({ component_id, statuses, starts, ends }) => {
      const starting = elementsOf(starts);
      const ending = elementsOf(ends);
      const intervals = elementsOf(statuses).map((status, index) => ({
        status: componentStatuses.find((one) => one === status) ?? "unknown",
        fromMs: millisecondsOf(starting[index]) ?? 0,
        toMs: millisecondsOf(ending[index]),
      }));
      return [component_id, intervals.toSorted((a, b) => a.fromMs - b.fromMs)];
    }),
  );
}

function touches(windowStart: Date) {
  return (where: ExpressionBuilder<StatusDatabase, "component_states">) =>
    where.or([where("to_at", "is", null), where("to_at", ">", windowStart)]);
}

/** The elements of an array of numbers or plain words as PostgreSQL writes it: `{1.5,NULL}`. */
function elementsOf(array: string): string[] {
  return array.slice(1, -1).split(",");
}

function millisecondsOf(epochSeconds: string | undefined): number | null {
  return epochSeconds === undefined || epochSeconds === "NULL"
    ? null
    : Math.round(Number(epochSeconds) * 1000);
}
