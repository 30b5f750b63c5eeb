import type { Database } from "#migrations/status/schema.ts";
import { readStatusEventIds } from "#monitor/store/unnotified-updates.ts";

/** A message to a subscriber, and the state of its delivery; a message that another one carries is part of that one. */
export interface StoredDelivery extends DeliveryRow {
  /** The incident or maintenance that the message is about; null for the answer to a sign-up. */
  readonly incidentId: string | null;
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveries>["execute"]>>[number];

/** Which deliveries are listed: those that were given up, those that wait, or all. */
export const DELIVERY_LISTS = ["failed", "pending", "all"] as const;
export type DeliveryList = (typeof DELIVERY_LISTS)[number];

/** Lists deliveries, newest first, one more than `limit` if there are more. */
export async function listDeliveries(
  db: Database,
  list: {
    readonly limit: number;
    readonly before?: number | undefined;
    readonly status: DeliveryList;
  },
): Promise<StoredDelivery[]> {
  const { limit, before, status } = list;
  const rows = await deliveries(db)
    .$if(status === "failed", (query) => query.where("outbox.given_up_at", "is not", null))
    .$if(status === "pending", (query) =>
      query.where("outbox.given_up_at", "is", null).where("outbox.delivered_at", "is", null),
    )
    .$if(before !== undefined, (query) => query.where("outbox.id", "<", before ?? 0))
    .orderBy("outbox.id", "desc")
    .limit(limit + 1)
    .execute();
  return withIncidents(db, rows);
}

/** Reads one delivery; undefined when there is none. */
export async function readDelivery(db: Database, id: number): Promise<StoredDelivery | undefined> {
  const rows = await deliveries(db).where("outbox.id", "=", id).execute();
  return (await withIncidents(db, rows))[0];
}

/**
 * Queues a delivery that was given up for another attempt, with the messages it carries; it is given up again if that fails and
 * it is too old.
 */
export async function retryDelivery(db: Database, id: number, nowMs: number): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ given_up_at: null, due_at: new Date(nowMs) })
    .where((where) => where.or([where("id", "=", id), where("carried_by", "=", id)]))
    .where("delivered_at", "is", null)
    .execute();
}

function deliveries(db: Database) {
  return db
    .selectFrom("outbox")
    .innerJoin("subscribers", "subscribers.id", "outbox.subscriber_id")
    .select(["outbox.id", "outbox.queued_at", "outbox.due_at", "outbox.attempts"])
    .select(["outbox.delivered_at", "outbox.given_up_at", "outbox.last_error"])
    .select(["outbox.subscriber_id", "subscribers.channel", "subscribers.address"])
    .select(["subscribers.ended_at", "outbox.incident_update_id"])
    .where("outbox.carried_by", "is", null);
}

async function withIncidents(
  db: Database,
  rows: readonly DeliveryRow[],
): Promise<StoredDelivery[]> {
  const eventIds = await readStatusEventIds(
    db,
    rows.flatMap(({ incident_update_id }) => incident_update_id ?? []),
  );
  return rows.map((row) => ({
    ...row,
    incidentId: eventIds.get(row.incident_update_id ?? "") ?? null,
  }));
}
