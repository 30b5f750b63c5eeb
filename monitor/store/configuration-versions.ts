import { DAY_MS, MINUTE_MS } from "#units/time.ts";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import type { OfferedFile, StoredFile } from "../domain/configuration-version.ts";

/** The current monitor.yaml: its version, and when and where it was stored. */
export interface StoredVersion extends StoredFile {
  /** Counts up. */
  readonly number: number;
  readonly storedAtMs: number;
}

/** A location that was seen within this time takes part in the decision on the current file. */
const LIVE_FOR_MS = DAY_MS;
/** How many files are remembered, so that an earlier one is recognized. */
const REMEMBERED = 200;
/** A prober that was not seen for this long is not running: its file does not matter. */
const GONE_AFTER_MS = 2 * MINUTE_MS;

/** Reads the version of the current monitor.yaml; null before the first. */
export async function readStoredVersion(
  db: Database,
  nowMs: number,
): Promise<StoredVersion | null> {
  const rows = await db
    .selectFrom("configuration_versions")
    .selectAll()
    .orderBy("number", "desc")
    .limit(REMEMBERED)
    .execute();
  const [newest, ...earlier] = rows;
  if (newest === undefined) return null;
  const live = await db
    .selectFrom("probers")
    .select("location")
    .distinct()
    .where("last_seen_at", ">", new Date(nowMs - LIVE_FOR_MS))
    .execute();
  return {
    number: newest.number,
    digest: newest.digest,
    fileVersion: newest.file_version,
    location: newest.location,
    storedAtMs: newest.stored_at.getTime(),
    earlier: new Set(earlier.map(({ digest }) => digest).filter((one) => one !== newest.digest)),
    liveLocations: live.map(({ location }) => location),
  };
}

/** Makes a file the current version; the transaction must hold the lock on the revision. */
export async function addVersion(
  transaction: DatabaseTransaction,
  { digest, fileVersion, location }: OfferedFile,
  before: StoredVersion | null,
  nowMs: number,
): Promise<void> {
  const number = (before?.number ?? 0) + 1;
  await transaction
    .insertInto("configuration_versions")
    .values({ number, digest, file_version: fileVersion, location, stored_at: new Date(nowMs) })
    .execute();
  await transaction
    .deleteFrom("configuration_versions")
    .where("number", "<=", number - REMEMBERED)
    .execute();
}

/** Reads the component id of each configured check, by the check's id. */
export async function readCheckHomes(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("checks")
    .select(["id", "component_id"])
    .where("removed_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, component_id }) => [id, component_id]));
}

/** Returns the permanent number of a location, and assigns it first if needed; the transaction must hold the revision lock. */
export async function numberOfLocation(
  transaction: DatabaseTransaction,
  name: string,
): Promise<number> {
  await transaction
    .insertInto("locations")
    .columns(["name", "number"])
    .expression((select) =>
      select
        .selectFrom("locations")
        .select((make) => [
          make.val(name).as("name"),
          make.fn.coalesce(make.fn.max(select("number", "+", 1)), make.lit(0)).as("number"),
        ]),
    )
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { number } = await transaction
    .selectFrom("locations")
    .select("number")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return number;
}

/** Stores since when a prober's monitor.yaml differs from the current version; null while they are the same. */
export async function writeDifference(
  db: Database,
  prober: string,
  sinceMs: number | null,
): Promise<void> {
  const since = sinceMs === null ? null : new Date(sinceMs);
  await db
    .updateTable("probers")
    .set({ differs_since: since })
    .where("id", "=", prober)
    .where("differs_since", "is distinct from", since)
    .execute();
}

/** Whether the monitor.yaml of a location differs from the current version. */
export interface LocationFile {
  readonly location: string;
  /** Whether one of its probers runs. */
  readonly isKnown: boolean;
  /** Since when the file of a running prober has differed; null while it does not. */
  readonly differsSinceMs: number | null;
}

/** Reads this of every location that was seen within a day. */
export async function readLocationFiles(
  db: Database,
  nowMs: number,
): Promise<readonly LocationFile[]> {
  const runningFrom = new Date(nowMs - GONE_AFTER_MS);
  const rows = await db
    .selectFrom("probers")
    .select("location")
    .select((of) => [
      of.fn.max("last_seen_at").as("seen"),
      of.fn.min("differs_since").filterWhere("last_seen_at", ">", runningFrom).as("since"),
    ])
    .where("last_seen_at", ">", new Date(nowMs - LIVE_FOR_MS))
    .groupBy("location")
    .orderBy("location")
    .execute();
  return rows.map(({ location, seen, since }) => ({
    location,
    isKnown: seen > runningFrom,
    differsSinceMs: since?.getTime() ?? null,
  }));
}
