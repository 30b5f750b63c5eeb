import { sql, type Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";

/**
 * Records a writer's batch in this transaction; returns false where it was written already and the writer missed the
 * confirmation of its commit.
 */
export async function isNewBatch(
  transaction: Kysely<ServiceDatabase>,
  writer: string,
  batch: number,
): Promise<boolean> {
  if (batch === 1) await forgetOldWriters(transaction);
  const { rows } = await sql`
    insert into usage_writers as known (id, batch, written_at) values (${writer}, ${batch}, now())
    on conflict (id) do update set batch = excluded.batch, written_at = excluded.written_at
      where known.batch < excluded.batch
    returning id`.execute(transaction);
  return rows.length > 0;
}

async function forgetOldWriters(transaction: Kysely<ServiceDatabase>): Promise<void> {
  await sql`delete from usage_writers where written_at < now() - interval '30 days'`.execute(
    transaction,
  );
}
