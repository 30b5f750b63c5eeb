import { sql } from "kysely";
import type { AlertMessageKind } from "#migrations/status/alert-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import type { AlertMessage } from "#monitor/alerts/channels/channel.ts";
import { readComponentName } from "#monitor/store/components.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { readAlert, readAlertMessage, type Notification, threadOf } from "./alert-message.ts";
import { type Alert, combinedMessage, kindOf } from "./combined-message.ts";

interface ThreadNotification extends Omit<Notification, "kind" | "beginsThread"> {
  readonly receiver: string;
  /** The kinds of the messages that are sent together. */
  readonly kinds: readonly AlertMessageKind[];
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
  const about = {
    names: await namesOf(db, alerts, notification.language),
    failing: await readFailing(db, alerts),
  };
  return combinedMessage(lead, alerts, about, notification);
}

async function namesOf(
  db: Database,
  alerts: readonly Alert[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const { component_id: id } of alerts) {
    if (!names.has(id)) names.set(id, (await readComponentName(db, id))?.[language] ?? id);
  }
  return names;
}

/** Reads which components of alerts have open alerts now, in whatever thread. */
async function readFailing(db: Database, alerts: readonly Alert[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("alerts")
    .select("component_id")
    .distinct()
    .where("resolved_at", "is", null)
    .where(
      "component_id",
      "in",
      alerts.map((alert) => alert.component_id),
    )
    .execute();
  return new Set(rows.map((row) => row.component_id));
}
