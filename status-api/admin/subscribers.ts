import type { Kysely, Selectable } from "kysely";
import type { StatusDatabase, SubscriberTable } from "#migrations/status/schema.ts";
import { endSubscription } from "../notify/subscriber-store.ts";
import { AdminError } from "./admin-error.ts";
import { type ListAnswer, pageOf, type SubscriberAnswer } from "./answers.ts";
import type { Change } from "./change.ts";

type Database = Kysely<StatusDatabase>;

/** Which subscribers are listed, newest first; `before` is the id of one that was seen. */
export interface SubscriberList {
  readonly limit: number;
  readonly before?: string | undefined;
  /** Those that have not ended alone. */
  readonly active?: boolean | undefined;
}

/** Lists subscribers; what opens or signs their subscriptions is never told. */
export async function listSubscribers(
  db: Database,
  { limit, before, active }: SubscriberList,
): Promise<ListAnswer<SubscriberAnswer>> {
  const rows = await db
    .selectFrom("subscribers")
    .selectAll()
    .$if(active === true, (query) => query.where("ended_at", "is", null))
    .$if(before !== undefined, (query) =>
      query.where((where) =>
        where.eb(
          where.refTuple("created_at", "id"),
          "<",
          where
            .selectFrom("subscribers")
            .select(["created_at", "id"])
            .where("id", "=", before ?? "")
            .$asTuple("created_at", "id"),
        ),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows.map(subscriberAnswer), limit);
}

/** Ends a subscription; one that has ended stays as it ended. Throws AdminError. */
export async function removeSubscriber(
  db: Database,
  id: string,
  nowMs: number,
): Promise<Change<SubscriberAnswer>> {
  const row = await db
    .selectFrom("subscribers")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw new AdminError("not_found", `there is no subscriber ${id}`);
  const before = subscriberAnswer(row);
  if (row.ended_at !== null) return { subject: id, before, after: before, isChange: false };
  await endSubscription(db, id, "removed", nowMs);
  const ended = { ...row, ended_at: new Date(nowMs), ended_why: "removed" } as const;
  return { subject: id, before, after: subscriberAnswer(ended), isChange: true };
}

function subscriberAnswer(row: Selectable<SubscriberTable>): SubscriberAnswer {
  return {
    id: row.id,
    channel: row.channel,
    address: row.address,
    language: row.language,
    components: row.components,
    created_at: row.created_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    ended_why: row.ended_why,
  };
}
