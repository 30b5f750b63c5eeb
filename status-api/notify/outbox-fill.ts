import { type Kysely, sql, type Transaction } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { readMembers } from "#monitor/store/stories.ts";
import { markNotified, readUnnotifiedUpdates } from "#monitor/store/unnotified-updates.ts";
import { channelsThat } from "./channels/channels.ts";
import { deliveryLimits } from "./sending/limits.ts";

/** Channels whose messages wait for further updates. */
const gathering = channelsThat(({ gathersUpdates }) => gathersUpdates);

/** The key of the advisory lock; nothing else in this database uses it. */
const fillLock = 6_271_034;

const updatesAtOnce = 50;

/**
 * Puts updates that nobody was told of into the outbox of everybody whom they concern, once and in their order.
 *
 * Returns how many updates that were; 0 also while another process is at it.
 */
export function fillOutbox(db: Kysely<StatusDatabase>, nowMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // One process at a time, so that updates are queued in their order.
    const lock = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${fillLock}) as held`
      .execute(tx)
      .then(({ rows }) => rows[0]);
    if (lock?.held !== true) return 0;
    const updates = await readUnnotifiedUpdates(tx, updatesAtOnce);
    for (const { id, storyId } of updates) {
      const members = (await readMembers(tx, [storyId])).get(storyId) ?? [];
      await queue(
        tx,
        id,
        members.map((component) => component.id),
        nowMs,
      );
      await markNotified(tx, id, nowMs);
    }
    return updates.length;
  });
}

async function queue(
  tx: Transaction<StatusDatabase>,
  updateId: string,
  componentIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  const gathered = new Date(nowMs + deliveryLimits.gatherMs);
  // An incident without components concerns everybody.
  const concerns =
    componentIds.length === 0
      ? sql`true`
      : sql`(s.components is null or s.components ?| array[${sql.join(componentIds)}]::text[])`;
  await sql`
    insert into outbox (subscriber_id, incident_update_id, queued_at, due_at)
    select s.id, ${updateId}, ${now}::timestamptz,
      case when s.channel in (${sql.join(gathering)}) then ${gathered}::timestamptz else ${now}::timestamptz end
    from subscribers s
    where s.confirmed_at is not null and s.ended_at is null and ${concerns}
    order by s.id
    on conflict do nothing`.execute(tx);
}
