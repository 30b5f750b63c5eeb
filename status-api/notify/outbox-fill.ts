import { type Kysely, sql, type Transaction } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { channelsThat } from "./channels/channels.ts";
import { deliveryLimits } from "./sending/limits.ts";

/** Channels that wait for what else is said within seconds. */
const gathering = channelsThat(({ gathersUpdates }) => gathersUpdates);

/** Any number that nothing else in this database locks by. */
const fillLock = 6_271_034;

/** Updates that one transaction puts into the outbox. */
const updatesAtOnce = 50;

/**
 * Puts updates that nobody was told of into the outbox of everybody whom they concern, once and in their order.
 *
 * Returns how many updates that were; 0 also while another process is at it.
 */
export function fillOutbox(db: Kysely<StatusDatabase>, nowMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // One at a time, also among replicas: who puts a later update in first would tell it first.
    const lock = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${fillLock}) as held`
      .execute(tx)
      .then(({ rows }) => rows[0]);
    if (lock?.held !== true) return 0;
    const updates = await tx
      .selectFrom("incident_updates")
      .select(["id", "incident_id"])
      .where("notified_at", "is", null)
      .orderBy("created_at")
      .orderBy("id")
      .limit(updatesAtOnce)
      .execute();
    for (const { id, incident_id } of updates) await queue(tx, id, incident_id, nowMs);
    return updates.length;
  });
}

async function queue(
  tx: Transaction<StatusDatabase>,
  updateId: string,
  incidentId: string,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  const gathered = new Date(nowMs + deliveryLimits.gatherMs);
  // Of an incident without components everybody hears: nothing says whom it does not concern.
  await sql`
    insert into outbox (subscriber_id, incident_update_id, queued_at, due_at)
    select s.id, ${updateId}, ${now}::timestamptz,
      case when s.channel in (${sql.join(gathering)}) then ${gathered}::timestamptz else ${now}::timestamptz end
    from subscribers s
    where s.confirmed_at is not null and s.ended_at is null
      and (s.components is null
        or not exists (select from incident_components where incident_id = ${incidentId})
        or exists (select from incident_components c
          where c.incident_id = ${incidentId} and s.components ? c.component_id))
    order by s.id
    on conflict do nothing`.execute(tx);
  await tx
    .updateTable("incident_updates")
    .set({ notified_at: now })
    .where("id", "=", updateId)
    .execute();
}
