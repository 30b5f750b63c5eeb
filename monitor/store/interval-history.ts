import { type ExpressionBuilder, sql } from "kysely";
import type { Database, StatusDatabase } from "#migrations/status/schema.ts";
import type { ComponentStatus } from "../domain/component-status.ts";
import type { RecordedInterval } from "../domain/intervals.ts";
import type { StateInterval } from "../domain/uptime.ts";

/** Components' histories, and marks that show whether they have changed. */
export interface IntervalHistory {
  /** By component id, oldest first; intervals that overlap the 90-day window. */
  readonly intervals: ReadonlyMap<string, readonly RecordedInterval[]>;
  /** By component id: a different mark means that intervals were added, changed or removed. */
  readonly intervalMarks: ReadonlyMap<string, string>;
}

/** Reads the intervals that overlap the window, for components whose intervals differ from `known`. */
export async function readIntervals(
  db: Database,
  windowStart: Date,
  known: IntervalHistory | undefined,
): Promise<IntervalHistory> {
  const components = await db.selectFrom("components").select(["id", "history_number"]).execute();
  const intervalMarks = new Map(
    components.map((row) => [row.id, `${windowStart.getTime()} ${row.history_number}`]),
  );
  const changed = [...intervalMarks.keys()].filter(
    (id) => intervalMarks.get(id) !== known?.intervalMarks.get(id),
  );
  const read = await readIntervalsOf(db, windowStart, changed);
  const isChanged = new Set(changed);
  const intervals = new Map(
    Array.from(intervalMarks.keys(), (id) => [
      id,
      (isChanged.has(id) ? read.get(id) : known?.intervals.get(id)) ?? [],
    ]),
  );
  return { intervals, intervalMarks };
}

/** Reads the ended intervals that lie wholly or partly between two times, by component id, oldest first. */
export async function readEndedIntervals(
  db: Database,
  from: Date,
  to: Date,
): Promise<ReadonlyMap<string, readonly StateInterval[]>> {
  const rows = await db
    .selectFrom("component_states")
    .select(["component_id", "status", "from_at", "to_at"])
    .where("to_at", ">", from)
    .where("from_at", "<", to)
    .orderBy("from_at")
    .$narrowType<{ to_at: Date }>()
    .execute();
  const intervals = rows.map(({ component_id, status, from_at, to_at }) => ({
    component_id,
    interval: { status, fromMs: from_at.getTime(), toMs: to_at.getTime() },
  }));
  return new Map(
    [...Map.groupBy(intervals, ({ component_id }) => component_id)].map(([id, ofComponent]) => [
      id,
      ofComponent.map(({ interval }) => interval),
    ]),
  );
}

/** A time in which a component was not operational; `toMs` is null while it lasts. */
export interface Trouble {
  readonly componentId: string;
  readonly status: ComponentStatus;
  readonly reason: string | null;
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** Reads the times between two moments in which components were seen not to be operational, oldest first. */
export async function readTroubles(
  db: Database,
  componentIds: readonly string[],
  from: Date,
  to: Date,
): Promise<Trouble[]> {
  if (componentIds.length === 0) return [];
  const rows = await db
    .selectFrom("component_states")
    .select(["component_id", "status", "reason", "from_at", "to_at"])
    .where("component_id", "in", componentIds)
    .where("status", "not in", ["operational", "unknown"])
    .where("from_at", "<", to)
    .where((where) => where.or([where("to_at", "is", null), where("to_at", ">", from)]))
    .orderBy("from_at")
    .orderBy("component_id")
    .execute();
  return rows.map(({ component_id: componentId, status, reason, from_at, to_at }) => ({
    componentId,
    status,
    reason,
    fromMs: from_at.getTime(),
    toMs: to_at?.getTime() ?? null,
  }));
}

/** Reads one row per component with its intervals as JSON lists: drivers parse thousands of rows several times as slowly. */
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
      sql<ComponentStatus[]>`json_agg(status order by from_at)`.as("statuses"),
      sql<number[]>`json_agg(${milliseconds("from_at")} order by from_at)`.as("fromMs"),
      sql<(number | null)[]>`json_agg(${milliseconds("to_at")} order by from_at)`.as("toMs"),
    ])
    .where(touches(windowStart))
    .where("component_id", "in", componentIds)
    .groupBy("component_id")
    .execute();
  return new Map(
    rows.map(({ component_id, statuses, fromMs, toMs }) => [
      component_id,
      statuses.map((status, at) => ({ status, fromMs: fromMs[at]!, toMs: toMs[at]! })),
    ]),
  );
}

/** Returns whole milliseconds, because PostgreSQL takes longer to write fractions as JSON than to read the rows. */
function milliseconds(column: "from_at" | "to_at") {
  return sql`(date_part('epoch', ${sql.ref(column)}) * 1000)::int8`;
}

function touches(windowStart: Date) {
  return (where: ExpressionBuilder<StatusDatabase, "component_states">) =>
    where.or([where("to_at", "is", null), where("to_at", ">", windowStart)]);
}
