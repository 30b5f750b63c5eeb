import type { Selectable } from "kysely";
import type { OnCallOverrideTable } from "#migrations/status/alert-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import type { OnCallOverride } from "../alerts/rota.ts";

/** Reads the overrides that touch a time, in the order in which they were said. */
export async function readOnCallOverrides(
  db: Database,
  fromMs: number,
  toMs: number,
): Promise<OnCallOverride[]> {
  const rows = await db
    .selectFrom("on_call_overrides")
    .selectAll()
    .where("to_at", ">", new Date(fromMs))
    .where("from_at", "<", new Date(toMs))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(overrideOf);
}

/** Reads one override; undefined where there is none with that id. */
export async function readOnCallOverride(
  db: Database,
  id: string,
): Promise<OnCallOverride | undefined> {
  const row = await db
    .selectFrom("on_call_overrides")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && overrideOf(row);
}

/** Counts the overrides that are not over. */
export async function countOnCallOverrides(db: Database, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom("on_call_overrides")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("to_at", ">", new Date(nowMs))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertOnCallOverride(db: Database, override: OnCallOverride): Promise<void> {
  await db
    .insertInto("on_call_overrides")
    .values({
      id: override.id,
      rota: override.rotaId,
      person: override.personId,
      from_at: new Date(override.fromMs),
      to_at: new Date(override.toMs),
      said_by: override.saidBy,
      created_at: new Date(override.createdAtMs),
    })
    .execute();
}

/** Ends an override: one that has begun ends at `nowMs`, one that has not is deleted. */
export async function endOnCallOverride(
  db: Database,
  { id, fromMs }: OnCallOverride,
  nowMs: number,
): Promise<void> {
  if (fromMs >= nowMs) {
    await db.deleteFrom("on_call_overrides").where("id", "=", id).execute();
    return;
  }
  const ended = { to_at: new Date(nowMs) };
  await db.updateTable("on_call_overrides").set(ended).where("id", "=", id).execute();
}

/** Deletes the overrides that ended before a moment. */
export async function forgetOnCallOverrides(db: Database, beforeMs: number): Promise<void> {
  await db.deleteFrom("on_call_overrides").where("to_at", "<", new Date(beforeMs)).execute();
}

function overrideOf(row: Selectable<OnCallOverrideTable>): OnCallOverride {
  return {
    id: row.id,
    rotaId: row.rota,
    personId: row.person,
    fromMs: row.from_at.getTime(),
    toMs: row.to_at.getTime(),
    saidBy: row.said_by,
    createdAtMs: row.created_at.getTime(),
  };
}
