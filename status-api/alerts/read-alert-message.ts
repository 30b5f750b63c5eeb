import { sql } from "kysely";
import type { AlertMessageKind } from "#migrations/status/alert-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import type { AlertMessage } from "#monitor/alerts/channels/channel.ts";
import { readComponentName } from "#monitor/store/components.ts";
import { readFailedRunId } from "#monitor/store/kept-runs.ts";
import {
  type About,
  type Alert,
  alertMessage,
  kindOf,
  type Notification,
  threadOf,
} from "./alert-message.ts";

interface ThreadNotification extends Omit<Notification, "kind" | "beginsThread"> {
  readonly receiver: string;
  /** The kinds of the messages that are sent together. */
  readonly kinds: readonly AlertMessageKind[];
}

/** Reads an alert; undefined when it is not stored any more. */
export function readAlert(db: Database, alertId: string): Promise<Alert | undefined> {
  return db.selectFrom("alerts").selectAll().where("id", "=", alertId).executeTakeFirst();
}

/** Returns the message about an alert as it now stands; undefined when the alert is not stored any more. */
export async function readAlertMessage(
  db: Database,
  alertId: string,
  notification: Notification,
): Promise<AlertMessage | undefined> {
  const alert = await readAlert(db, alertId);
  if (alert === undefined) return undefined;
  const check = await db
    .selectFrom("checks")
    .select("runbook_url")
    .where("id", "=", alert.check_id)
    .executeTakeFirst();
  const about = {
    ...(await readAbout(db, [alert], notification)),
    runbookUrl: check?.runbook_url ?? null,
    runId: await readFailedRunId(db, alert.check_id, alert.failing_since),
  };
  return alertMessage(alert, [alert], about, notification);
}

/**
 * Returns the message to a receiver about the thread of an alert as it now stands. It covers all alerts of the thread that the
 * receiver has a message about, sent or not. Undefined when the alert is not stored any more.
 */
export async function readThreadMessage(
  db: Database,
  alertId: string,
  { receiver, kinds, ...place }: ThreadNotification,
): Promise<AlertMessage | undefined> {
  const lead = await readAlert(db, alertId);
  if (lead === undefined) return undefined;
  const messages = await db
    .selectFrom("alert_messages")
    .innerJoin("alerts", "alerts.id", "alert_messages.alert_id")
    .selectAll("alerts")
    .select("alert_messages.delivered_at")
    .where("alert_messages.receiver", "=", receiver)
    .where(sql<string>`coalesce(alerts.thread, alerts.id)`, "=", threadOf(lead))
    .orderBy("alerts.fired_at")
    .orderBy("alerts.id")
    .execute();
  const alerts = [...new Map(messages.map((alert) => [alert.id, alert])).values()];
  const notification: Notification = {
    ...place,
    kind: kindOf(kinds, alerts),
    beginsThread: messages.every(({ delivered_at }) => delivered_at === null),
  };
  if (alerts.length === 1) return readAlertMessage(db, alertId, notification);
  return alertMessage(lead, alerts, await readAbout(db, alerts, notification), notification);
}

/** Reads the names of the components of alerts, and which of their checks have open alerts now, in whatever thread. */
async function readAbout(
  db: Database,
  alerts: readonly Alert[],
  { language }: Notification,
): Promise<About> {
  const ids = [...new Set(alerts.map(({ component_id }) => component_id))];
  const names = new Map<string, string>();
  for (const id of ids) names.set(id, (await readComponentName(db, id))?.[language] ?? id);
  const failing = await db
    .selectFrom("alerts")
    .select(["component_id", "check_id"])
    .distinct()
    .where("resolved_at", "is", null)
    .where("component_id", "in", ids)
    .orderBy("check_id")
    .execute();
  return { names, failing };
}
