import type { DriftMeasure } from "#migrations/status/drift-tables.ts";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import type { DriftState } from "../domain/drift.ts";
import { newId } from "./new-id.ts";

/** A series of values with its own baseline. */
export interface DriftSeries {
  readonly checkId: string;
  readonly location: string;
  /** Empty for a check without clips. */
  readonly clip: string;
  readonly measure: DriftMeasure;
}

/** A series that drifts, or has stopped drifting. */
export interface DriftNow extends DriftSeries {
  readonly isDrifting: boolean;
}

export interface StoredDrift extends DriftSeries {
  readonly lastSlotMs: number;
  readonly state: DriftState;
}

/** Reads the detector states of all series of checks at locations. */
export async function loadDrifts(
  db: Database,
  checkIds: readonly string[],
  locations: readonly string[],
): Promise<StoredDrift[]> {
  if (checkIds.length === 0) return [];
  const rows = await db
    .selectFrom("drift_states")
    .selectAll()
    .where("check_id", "in", checkIds)
    .where("location", "in", locations)
    .execute();
  return rows.map((row) => ({
    checkId: row.check_id,
    location: row.location,
    clip: row.clip,
    measure: row.measure,
    lastSlotMs: row.last_slot.getTime(),
    state: row.state as DriftState,
  }));
}

export async function storeDrifts(
  transaction: DatabaseTransaction,
  drifts: readonly StoredDrift[],
): Promise<void> {
  if (drifts.length === 0) return;
  await transaction
    .insertInto("drift_states")
    .values(
      drifts.map(({ lastSlotMs, state, ...series }) => ({
        ...columnsOf(series),
        last_slot: new Date(lastSlotMs),
        state: JSON.stringify(state),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["check_id", "location", "clip", "measure"]).doUpdateSet((row) => ({
        last_slot: row.ref("excluded.last_slot"),
        state: row.ref("excluded.state"),
      })),
    )
    .execute();
}

export async function beginDrift(
  transaction: DatabaseTransaction,
  series: DriftSeries,
  { fromMs, foundMs }: { readonly fromMs: number; readonly foundMs: number },
): Promise<void> {
  await transaction
    .insertInto("drifts")
    .values({
      id: newId(),
      ...columnsOf(series),
      from_at: new Date(fromMs),
      found_at: new Date(foundMs),
      to_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function endDrift(
  transaction: DatabaseTransaction,
  { checkId, location, clip, measure }: DriftSeries,
  toMs: number,
): Promise<void> {
  await transaction
    .updateTable("drifts")
    .set({ to_at: new Date(toMs) })
    .where("check_id", "=", checkId)
    .where("location", "=", location)
    .where("clip", "=", clip)
    .where("measure", "=", measure)
    .where("to_at", "is", null)
    .execute();
}

/** A period in which a measure was worse than its baseline. */
export interface Drift extends DriftSeries {
  readonly fromMs: number;
  /** Null while it lasts. */
  readonly toMs: number | null;
}

/** Reads the drifts of a component's checks that lasted beyond `sinceMs`, oldest first. */
export async function readDrifts(
  db: Database,
  componentId: string,
  sinceMs: number,
): Promise<Drift[]> {
  const rows = await db
    .selectFrom("drifts")
    .innerJoin("checks", "checks.id", "drifts.check_id")
    .selectAll("drifts")
    .where("checks.component_id", "=", componentId)
    .where("checks.removed_at", "is", null)
    .where((is) => is.or([is("to_at", "is", null), is("to_at", ">", new Date(sinceMs))]))
    .orderBy("from_at")
    .orderBy("drifts.id")
    .execute();
  return rows.map((row) => ({
    checkId: row.check_id,
    location: row.location,
    clip: row.clip,
    measure: row.measure,
    fromMs: row.from_at.getTime(),
    toMs: row.to_at?.getTime() ?? null,
  }));
}

/** Deletes drifts that ended before `beforeMs`, and all drifts and states of checks that left monitor.yaml. */
export async function forgetDrifts(db: Database, beforeMs: number): Promise<void> {
  await db.deleteFrom("drifts").where("to_at", "<", new Date(beforeMs)).execute();
  for (const table of ["drift_states", "drifts"] as const) {
    await db
      .deleteFrom(table)
      .where("check_id", "in", (checks) =>
        checks.selectFrom("checks").select("id").where("removed_at", "is not", null),
      )
      .execute();
  }
}

function columnsOf({ checkId, location, clip, measure }: DriftSeries) {
  return { check_id: checkId, location, clip, measure };
}
