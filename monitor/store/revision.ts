import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";

/** Reads the revision number, which increases with every change that readers see, and when it last did; a cheap query. */
export async function readRevision(db: Database) {
  const row = await db.selectFrom("revision").selectAll().executeTakeFirstOrThrow();
  return { number: row.number, changedAtMs: row.changed_at.getTime() };
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
    await transaction.selectFrom("revision").select("number").forUpdate().executeTakeFirstOrThrow();
    const { changed, result } = await work(transaction);
    if (changed) await moveOn(transaction, nowMs);
    return result;
  });
}

/** Like `changeUnderLock`, for work that always changes something: incrementing the revision also waits for all others. */
export function changeAlways<Result>(
  db: Database,
  nowMs: number,
  work: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await moveOn(transaction, nowMs);
    return await work(transaction);
  });
}

async function moveOn(transaction: DatabaseTransaction, nowMs: number): Promise<void> {
  await transaction
    .updateTable("revision")
    .set((row) => ({ number: row("number", "+", 1), changed_at: new Date(nowMs) }))
    .execute();
}
