import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Selectable } from "kysely";
import { Type } from "typebox";
import type { Database } from "#migrations/status/schema.ts";
import type { SubscriberTable } from "#migrations/status/subscriber-tables.ts";
import { olderThan } from "#monitor/store/older-than.ts";
import { sealedAddress } from "#monitor/store/sealed-subscriber.ts";
import { endSubscription } from "../notify/subscriber-store.ts";
import { notFound } from "./admin-error.ts";
import { object } from "../documents/document-schemas.ts";
import type { AdminContext } from "./admin-context.ts";
import { answerOf, type ListAnswer, pageOf, SubscriberAnswer } from "./answers.ts";
import { type Requested, type Change, changesOf } from "./change.ts";
import { maskedAddress } from "./masked-address.ts";
import { type QueryOf, pageFields } from "./request-fields.ts";

const SubscriberQuery = object({
  ...pageFields,
  status: Type.Enum(["all", "active"], { default: "all" }),
  /** The full address, although answers show it masked. */
  address: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
});

/** Serves the list of subscribers, and ends subscriptions; the secrets of a subscription are never shown. */
export const subscriberRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (app, context) => {
  app.get("/subscribers", { schema: { querystring: SubscriberQuery } }, (request) =>
    listSubscribers(context.db, request.query),
  );

  app.get("/subscribers/counts", async () => countSubscribers(context.db));

  const change = changesOf(app, context);
  change("DELETE /subscribers/:id", { action: "subscriber.remove", make: removeSubscriber });
};

/** Lists subscribers with masked addresses, newest first; `before` is the id of one. */
export async function listSubscribers(
  db: Database,
  { limit, before, status, address }: QueryOf<typeof SubscriberQuery>,
): Promise<ListAnswer<SubscriberAnswer>> {
  const rows = await db
    .selectFrom("subscribers")
    .selectAll()
    .$if(status === "active", (query) => query.where("ended_at", "is", null))
    .$if(address !== undefined, (query) =>
      query.where("address", "in", [address ?? "", sealedAddress(address ?? "")]),
    )
    .where(olderThan("subscribers", "created_at", before))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows.map(subscriberAnswer), limit);
}

/** The numbers of active subscribers, also by channel, of those that have not confirmed yet, and of those that have ended. */
export type SubscriberCounts = Awaited<ReturnType<typeof countSubscribers>>;

export async function countSubscribers(db: Database) {
  const rows = await db
    .selectFrom("subscribers")
    .select(({ fn, eb }) => [
      "channel",
      eb("confirmed_at", "is not", null).as("is_confirmed"),
      eb("ended_at", "is not", null).as("has_ended"),
      fn.countAll<number | string>().as("count"),
    ])
    .groupBy(["channel", "is_confirmed", "has_ended"])
    .orderBy("channel")
    .execute();
  const sum = (some: typeof rows): number =>
    some.reduce((whole, { count }) => whole + Number(count), 0);
  const active = rows.filter((row) => row.is_confirmed && !row.has_ended);
  return {
    active: sum(active),
    channels: Object.fromEntries(active.map(({ channel, count }) => [channel, Number(count)])),
    unconfirmed: sum(rows.filter((row) => !row.is_confirmed && !row.has_ended)),
    ended: sum(rows.filter((row) => row.has_ended)),
  };
}

/** Ends a subscription; one that has already ended stays unchanged. */
async function removeSubscriber(db: Database, { id, nowMs }: Requested): Promise<Change> {
  const row = await db
    .selectFrom("subscribers")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw notFound(`subscriber ${id}`);
  const before = subscriberAnswer(row);
  if (row.ended_at !== null) return { before, after: before };
  await endSubscription(db, id, "removed", nowMs);
  const ended = { ...row, ended_at: new Date(nowMs), ended_why: "removed" } as const;
  return { before, after: subscriberAnswer(ended) };
}

function subscriberAnswer(row: Selectable<SubscriberTable>): SubscriberAnswer {
  const address = maskedAddress(row.address);
  return answerOf(SubscriberAnswer, { ...row, address, incident: row.incident_id });
}
