import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import { tryLock } from "./try-lock.ts";

/** The key of the advisory lock; nothing else in this database uses it. */
const CHANGE_LOCK = 6_271_048;
/** The row in which whoever is alone counts its changes; the others are for those beside others. */
const ALONE = 1;

/**
 * Reads the revision number, which increases with every change that readers see, and when it last did; a cheap query.
 *
 * A change is counted in its own transaction, in any of the rows: whoever sees the one sees the other, in whatever order
 * transactions end.
 */
export async function readRevision(db: Database) {
  const row = await db
    .selectFrom("revision")
    .select(({ fn }) => [fn.sum<number>("number").as("number"), fn.max("changed_at").as("at")])
    .executeTakeFirstOrThrow();
  return { number: row.number, changedAtMs: row.at.getTime() };
}

/** Reads the number of changes to incidents and maintenances. */
export async function readEventChanges(db: Database): Promise<number> {
  const { stories } = await db
    .selectFrom("revision")
    .select("stories")
    .where("id", "=", ALONE)
    .executeTakeFirstOrThrow();
  return stories;
}

/**
 * Runs `work` in a transaction that waits for all others that change what readers see, and increments the
 * revision when it changed something: two probers see each other's verdicts and open one incident, not two.
 */
export function changeUnderLock<Result>(
  db: Database,
  nowMs: number,
  work: (
    transaction: DatabaseTransaction,
  ) => Promise<{ readonly result: Result; readonly changed: boolean }>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${CHANGE_LOCK})`.execute(transaction);
    // For this row programs of before 0.3 wait, and it is waited for them.
    await transaction
      .selectFrom("revision")
      .select("number")
      .where("id", "=", ALONE)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { changed, result } = await work(transaction);
    if (changed) await countIn(transaction, ALONE, nowMs);
    return result;
  });
}

/** Like `changeUnderLock`, for work that always changes something. */
export function changeAlways<Result>(
  db: Database,
  nowMs: number,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return changeUnderLock(db, nowMs, async (transaction) => ({
    result: await work(transaction),
    changed: true,
  }));
}

/**
 * Runs `work`, which always changes something and mostly only what belongs to `checkIds`, beside others: it waits for those that
 * have one of these checks too, or are alone.
 *
 * Before `work` reads or changes what belongs to others it awaits `alone`. If others are at work at that moment, everything is
 * undone and done again as by `changeAlways`.
 */
export async function changeOfChecks<Result>(
  db: Database,
  nowMs: number,
  checkIds: readonly string[],
  work: (transaction: DatabaseTransaction, alone: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock_shared(${CHANGE_LOCK})`.execute(transaction);
      await countBeside(transaction, nowMs);
      // In one order, so that no two wait for each other.
      await transaction
        .selectFrom("checks")
        .select("id")
        .where("id", "in", checkIds)
        .orderBy("id")
        .forNoKeyUpdate()
        .execute();
      return await work(transaction, async () => {
        // Without waiting: of two that wait until the other ends neither does.
        if (!(await tryLock(transaction, CHANGE_LOCK))) throw new NotAlone();
      });
    });
  } catch (error) {
    if (!(error instanceof NotAlone)) throw error;
    return changeAlways(db, nowMs, (transaction) => work(transaction, async () => {}));
  }
}

/** Thrown to undo what was done beside others. */
class NotAlone extends Error {
  override readonly name = "NotAlone";
}

/** Counts a change in a row that nobody holds, or waits for one. */
async function countBeside(transaction: DatabaseTransaction, nowMs: number): Promise<void> {
  const { id } =
    (await transaction
      .selectFrom("revision")
      .select("id")
      .where("id", ">", ALONE)
      .orderBy("id")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()) ?? {};
  await countIn(transaction, id ?? ALONE + 1, nowMs);
}

async function countIn(transaction: DatabaseTransaction, id: number, nowMs: number): Promise<void> {
  await transaction
    .updateTable("revision")
    .set((row) => ({ number: row("number", "+", 1), changed_at: new Date(nowMs) }))
    .where("id", "=", id)
    .execute();
}
