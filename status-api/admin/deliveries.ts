import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { type TSchema, Type } from "typebox";
import type { Database } from "#migrations/status/schema.ts";
import { object } from "../documents/document-schemas.ts";
import {
  DELIVERY_LISTS,
  listDeliveries,
  readDelivery,
  retryDelivery,
  type StoredDelivery,
} from "../notify/deliveries.ts";
import { notFound, wrongState } from "./admin-error.ts";
import type { AdminContext } from "./admin-context.ts";
import { answerOf, DeliveryAnswer, type ListAnswer, pageOf } from "./answers.ts";
import { type Requested, type Change, changesOf } from "./change.ts";
import { maskedAddress } from "./masked-address.ts";
import { numberedPageFields } from "./request-fields.ts";

const DeliveryQuery = object({
  ...numberedPageFields,
  status: Type.Enum([...DELIVERY_LISTS], { default: "failed" }),
});

const OneByNumber = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});

/** Serves the deliveries of messages to subscribers, by default those that failed, and retries one. */
export const deliveryRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (app, context) => {
  app.get("/deliveries", { schema: { querystring: DeliveryQuery } }, (request) =>
    listDeliveryAnswers(context.db, request.query),
  );

  const change = changesOf(app, context);
  change("POST /deliveries/:id/retry", {
    action: "delivery.retry",
    params: OneByNumber,
    make: retry,
  });
};

/** Lists deliveries, newest first; `before` is the number of one. */
export async function listDeliveryAnswers(
  db: Database,
  query: Parameters<typeof listDeliveries>[1],
): Promise<ListAnswer<DeliveryAnswer>> {
  return pageOf((await listDeliveries(db, query)).map(deliveryAnswer), query.limit);
}

/** Retries a failed delivery at once; one that is pending keeps waiting for its next attempt. */
async function retry(db: Database, { id, nowMs }: Requested<TSchema, number>): Promise<Change> {
  const row = await readDelivery(db, id);
  if (row === undefined) throw notFound(`delivery ${id}`);
  const before = deliveryAnswer(row);
  if (before.status === "pending") return { before, after: before };
  if (before.status === "delivered") {
    throw wrongState("the message was delivered; retry takes one that failed");
  }
  if (row.ended_at !== null) {
    throw wrongState("the subscription has ended; nothing is sent to it", "subscription");
  }
  await retryDelivery(db, id, nowMs);
  const after = { ...row, given_up_at: null, due_at: new Date(nowMs) };
  return { before, after: deliveryAnswer(after) };
}

function deliveryAnswer(row: StoredDelivery): DeliveryAnswer {
  const { delivered_at, given_up_at } = row;
  const status = delivered_at !== null ? "delivered" : given_up_at !== null ? "failed" : "pending";
  return answerOf(DeliveryAnswer, {
    ...row,
    id: String(row.id),
    status,
    subscriber: row.subscriber_id,
    address: maskedAddress(row.address),
    incident: row.incidentId,
    next_attempt_at: status === "pending" ? row.due_at : null,
    failed_at: given_up_at,
    error: row.last_error,
  });
}
