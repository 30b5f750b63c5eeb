import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Selectable } from "kysely";
import { Type } from "typebox";
import type { AlertTable } from "#migrations/status/alert-tables.ts";
import type { DatabaseTransaction } from "#migrations/status/schema.ts";
import { readOpenIncidentMembers } from "#monitor/store/incidents-now.ts";
import { olderThan } from "#monitor/store/older-than.ts";
import { queue, tellAcknowledged } from "../alerts/alert-store.ts";
import { readAlertConfiguration } from "../alerts/configuration.ts";
import { object } from "../documents/document-schemas.ts";
import { notFound, wrongState } from "./admin-error.ts";
import type { AdminContext } from "./admin-context.ts";
import { AlertAnswer, type AlertTestAnswer, answerOf, pageOf } from "./answers.ts";
import { type Requested, type Change, changesOf } from "./change.ts";
import { pageFields } from "./request-fields.ts";

const AlertQuery = object({
  ...pageFields,
  status: Type.Enum(["open", "all"], { default: "open" }),
});

/** Serves alerts: lists and acknowledges them, and sends test alerts. */
export const alertRoutes: FastifyPluginAsyncTypebox<AdminContext> = async (app, context) => {
  app.get("/alerts", { schema: { querystring: AlertQuery } }, async (request) => {
    const { limit, before, status } = request.query;
    const rows = await context.db
      .selectFrom("alerts")
      .selectAll()
      .$if(status === "open", (query) => query.where("resolved_at", "is", null))
      .where(olderThan("alerts", "fired_at", before))
      .orderBy("fired_at", "desc")
      .orderBy("id", "desc")
      .limit(limit + 1)
      .execute();
    return pageOf(rows.map(alertAnswer), limit);
  });

  const change = changesOf(app, context);
  change("POST /alerts/:id/acknowledge", { action: "alert.acknowledge", make: acknowledge });
  change("POST /alerts/test/:id", { action: "alert.test", make: test });
};

/**
 * Acknowledges an alert, which stops its repetition and escalation, and the other open alerts of the same cause: those of its
 * component and of all components of an open incident that includes it. Alerts that were acknowledged before keep their person.
 */
async function acknowledge(
  tx: DatabaseTransaction,
  { id, actor, nowMs }: Requested,
): Promise<Change> {
  const row = await tx
    .selectFrom("alerts")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound(`alert ${id}`);
  const before = alertAnswer(row);
  if (before.status === "acknowledged") return { before, after: before };
  if (before.status !== "firing") {
    throw wrongState(`the alert is ${before.status}; acknowledge takes one that fires`);
  }
  const change = { acknowledged_at: new Date(nowMs), acknowledged_by: actor };
  const incidents = await readOpenIncidentMembers(tx);
  const beside = incidents.filter((members) => members.has(row.component_id));
  const components = new Set([row.component_id, ...beside.flatMap((members) => [...members])]);
  const acknowledged = await tx
    .updateTable("alerts")
    .set(change)
    .where("acknowledged_at", "is", null)
    .where("resolved_at", "is", null)
    .where("component_id", "in", [...components])
    .returning("id")
    .execute();
  for (const one of acknowledged) await tellAcknowledged(tx, one.id, nowMs);
  return { before, after: alertAnswer({ ...row, ...change }) };
}

async function test(tx: DatabaseTransaction, { id, nowMs }: Requested): Promise<Change> {
  const { receivers } = await readAlertConfiguration(tx);
  const receiver = receivers.find((one) => one.id === id);
  if (receiver === undefined) {
    const known = receivers.map((one) => one.id).join(", ") || "none";
    throw notFound(`receiver ${id}; monitor.yaml has: ${known}`);
  }
  const { channel } = receiver;
  const [queued] = await queue(tx, { alertId: null, kind: "test" }, [id], nowMs);
  const after: AlertTestAnswer = { id: String(queued), receiver: id, channel };
  return { before: null, after };
}

function statusOf({
  acknowledged_at,
  resolved_at,
  withdrawn,
}: Selectable<AlertTable>): AlertAnswer["status"] {
  if (resolved_at !== null) return withdrawn ? "withdrawn" : "resolved";
  return acknowledged_at === null ? "firing" : "acknowledged";
}

function alertAnswer(row: Selectable<AlertTable>): AlertAnswer {
  return answerOf(AlertAnswer, {
    ...row,
    status: statusOf(row),
    check: row.check_id,
    component: row.component_id,
    locations: [...row.locations],
    last_good_at: row.last_good,
  });
}
