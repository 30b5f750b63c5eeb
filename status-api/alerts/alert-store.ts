import { DAY_MS } from "#units/time.ts";
import { type Selectable, sql } from "kysely";
import type { AlertMessageKind, AlertTable } from "#migrations/status/alert-tables.ts";
import type { Database, DatabaseTransaction as Tx } from "#migrations/status/schema.ts";
import { mayKeepAlerts } from "#monitor/alerts/channels/channels.ts";
import type { AlertConfiguration, WeeklyTest } from "#monitor/alerts/configuration.ts";
import { rotasNow } from "#monitor/alerts/on-call.ts";
import {
  alertChanges,
  dueNotifications,
  type OnCallNow,
  type OpenAlert,
  type Notification,
} from "#monitor/alerts/plan.ts";
import { decideThreads, type ThreadedAlert } from "#monitor/alerts/threads.ts";
import { dueWeek } from "#monitor/alerts/weekly-test.ts";
import { type AlertCheck, readAlertChecks, readLastGood } from "#monitor/store/alert-checks.ts";
import { readOpenIncidentMembers } from "#monitor/store/incidents-now.ts";
import { forgetOnCallOverrides, readOnCallOverrides } from "#monitor/store/on-call-overrides.ts";
import { newId } from "#monitor/store/new-id.ts";
import { tryLock } from "#monitor/store/try-lock.ts";
import { readAlertConfiguration } from "./configuration.ts";

/** The key of the advisory lock; nothing else in this database uses it. */
const PLAN_LOCK = 6_271_041;

const KEPT_MS = 90 * DAY_MS;

/**
 * Begins and ends alerts according to the stored states of checks, and queues the messages that are due, in one transaction;
 * does nothing while another process does the same.
 */
export function bringAlertsUpToDate(db: Database, nowMs: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (!(await tryLock(tx, PLAN_LOCK))) return;
    const configuration = await readAlertConfiguration(tx);
    const { rules, weeklyTest } = configuration;
    if (weeklyTest !== null) await queueWeeklyTest(tx, weeklyTest, nowMs);
    const open = await readOpen(tx);
    if (rules.length === 0 && open.length === 0) return;
    const checks = await readAlertChecks(tx, nowMs);
    const { fire, resolve, withdraw, replace } = alertChanges(rules, checks, open);
    for (const alert of resolve) await endAlert(tx, configuration, alert, "resolve", nowMs);
    for (const alert of withdraw) await endAlert(tx, configuration, alert, "withdraw", nowMs);
    for (const alert of replace) await endAlert(tx, configuration, alert, "replace", nowMs);
    for (const { rule, check } of fire) await beginAlert(tx, rule, check, nowMs);
    const isChanged = resolve.length + withdraw.length + replace.length + fire.length > 0;
    const going = await withThreads(tx, isChanged ? await readOpen(tx) : open, nowMs);
    const failing = new Map(checks.map((check) => [check.checkId, check]));
    const onCall = await readOnCall(tx, configuration, going, nowMs);
    for (const notification of dueNotifications(rules, checks, going, nowMs, onCall)) {
      await queueNotification(tx, notification, { open: going, failing }, nowMs);
    }
  });
}

/** Queues the message that an alert was acknowledged, for all receivers that were notified of it. */
export async function tellAcknowledged(tx: Tx, alertId: string, nowMs: number): Promise<void> {
  await queue(tx, { alertId, kind: "acknowledge" }, await notifiedReceivers(tx, alertId), nowMs);
}

/**
 * Queues a message about an alert, or a test, for each receiver that does not have the same one queued already; returns the ids of
 * what it queued.
 */
export async function queue(
  tx: Database,
  what: {
    readonly alertId: string | null;
    readonly kind: AlertMessageKind;
    readonly number?: number;
  },
  receivers: readonly string[],
  nowMs: number,
): Promise<number[]> {
  if (receivers.length === 0) return [];
  const now = new Date(nowMs);
  const { alertId: alert_id, kind, number = 0 } = what;
  const same = { alert_id, kind, number, queued_at: now, due_at: now };
  const rows = await tx
    .insertInto("alert_messages")
    .values([...new Set(receivers)].map((receiver) => ({ ...same, receiver })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Queues this week's test when it is due; repeated calls queue it only once. */
async function queueWeeklyTest(tx: Tx, weeklyTest: WeeklyTest, nowMs: number): Promise<void> {
  const number = dueWeek(weeklyTest, nowMs);
  if (number === undefined) return;
  await queue(tx, { alertId: null, kind: "test", number }, weeklyTest.receivers, nowMs);
}

/** Deletes alerts that ended more than 90 days ago with their messages, and tests and overrides of that age. */
export async function forgetOldAlerts(db: Database, nowMs: number): Promise<void> {
  const before = new Date(nowMs - KEPT_MS);
  await db.transaction().execute(async (tx) => {
    await sql`delete from alert_messages where alert_id is null and queued_at < ${before}::timestamptz
      or alert_id in (select id from alerts where resolved_at < ${before}::timestamptz)`.execute(
      tx,
    );
    await tx.deleteFrom("alerts").where("resolved_at", "<", before).execute();
    await forgetOnCallOverrides(tx, before.getTime());
  });
}

/** Reads who is on call, and who has heard of the open alerts of rules with rotas. */
async function readOnCall(
  tx: Tx,
  configuration: AlertConfiguration,
  open: readonly OpenAlert[],
  nowMs: number,
): Promise<OnCallNow> {
  const ruleIds = new Set(
    configuration.rules.filter(({ rotas }) => rotas.length > 0).map(({ id }) => id),
  );
  const ids = open.filter(({ ruleId }) => ruleIds.has(ruleId)).map(({ id }) => id);
  if (ids.length === 0) return { rotas: new Map(), notified: new Map() };
  const overrides = await readOnCallOverrides(tx, nowMs, nowMs + 1);
  const notified = new Map<string, ReadonlySet<string>>();
  for (const id of ids) notified.set(id, new Set(await notifiedReceivers(tx, id)));
  return { rotas: rotasNow(configuration, overrides, nowMs), notified };
}

/** Assigns threads to open alerts that have none, as far as they can be decided yet. */
async function withThreads(tx: Tx, open: readonly StoredAlert[], nowMs: number) {
  if (open.every(({ thread }) => thread !== null)) return open;
  const decided = decideThreads(open, await readOpenIncidentMembers(tx), nowMs);
  for (const [id, thread] of decided) {
    await tx.updateTable("alerts").set({ thread }).where("id", "=", id).execute();
  }
  return open.map((alert) => ({ ...alert, thread: decided.get(alert.id) ?? alert.thread }));
}

/** An open alert as it is stored. */
export type StoredAlert = OpenAlert & ThreadedAlert;

/** Reads the alerts that have not ended, oldest first. */
export function openAlerts(db: Database) {
  return db
    .selectFrom("alerts")
    .selectAll()
    .where("resolved_at", "is", null)
    .orderBy("fired_at")
    .orderBy("id");
}

async function readOpen(tx: Tx): Promise<StoredAlert[]> {
  return (await openAlerts(tx).forUpdate().execute()).map(openAlertOf);
}

export function openAlertOf(row: Selectable<AlertTable>): StoredAlert {
  return {
    id: row.id,
    componentId: row.component_id,
    thread: row.thread,
    firedAtMs: row.fired_at.getTime(),
    ruleId: row.rule,
    checkId: row.check_id,
    notifiedAtMs: row.told_at?.getTime() ?? null,
    lastNotifiedAtMs: row.last_told_at?.getTime() ?? null,
    escalatedAtMs: row.escalated_at?.getTime() ?? null,
    isAcknowledged: row.acknowledged_at !== null,
  };
}

async function beginAlert(
  tx: Tx,
  rule: AlertConfiguration["rules"][number],
  check: AlertCheck,
  nowMs: number,
): Promise<void> {
  await tx
    .insertInto("alerts")
    .values({
      id: newId(),
      rule: rule.id,
      check_id: check.checkId,
      component_id: check.componentId,
      severity: rule.severity,
      failing_since: new Date(check.failingSinceMs),
      reason: check.reason,
      locations: JSON.stringify(check.locations),
      last_good: await readLastGood(tx, check.checkId, nowMs),
      fired_at: new Date(nowMs),
    })
    .execute();
}

async function endAlert(
  tx: Tx,
  { rules, receivers }: AlertConfiguration,
  { id: alertId, ruleId, checkId }: OpenAlert,
  how: "resolve" | "withdraw" | "replace",
  nowMs: number,
): Promise<void> {
  const kind = how === "resolve" ? "resolve" : "withdraw";
  await tx
    .updateTable("alerts")
    .set({
      resolved_at: new Date(nowMs),
      withdrawn: kind === "withdraw",
      replaced: how === "replace",
      last_good: await readLastGood(tx, checkId, nowMs),
    })
    .where("id", "=", alertId)
    .execute();
  const tellsAll = rules.find(({ id }) => id === ruleId)?.tellsRecovery ?? true;
  const notified = new Set(await notifiedReceivers(tx, alertId));
  const hearing = receivers.filter(
    ({ id, channel }) => notified.has(id) && (tellsAll || mayKeepAlerts(channel)),
  );
  await queue(
    tx,
    { alertId, kind },
    hearing.map(({ id }) => id),
    nowMs,
  );
}

async function queueNotification(
  tx: Tx,
  { alertId, kind, receivers, isAlongRota }: Notification,
  { open, failing }: { open: readonly OpenAlert[]; failing: ReadonlyMap<string, AlertCheck> },
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  const alert = open.find(({ id }) => id === alertId);
  const isFirst = alert?.notifiedAtMs === null;
  const { repeats } = await tx
    .updateTable("alerts")
    .set({
      ...(alert === undefined ? {} : await factsNow(tx, failing.get(alert.checkId), nowMs)),
      ...(isFirst ? { told_at: now } : {}),
      ...(kind === "escalate" && !isAlongRota ? { escalated_at: now } : { last_told_at: now }),
      ...(kind === "repeat" ? { repeats: sql<number>`repeats + 1` } : {}),
    })
    .where("id", "=", alertId)
    .returning("repeats")
    .executeTakeFirstOrThrow();
  await queue(tx, { alertId, kind, number: kind === "repeat" ? repeats : 0 }, receivers, nowMs);
}

/** Returns the current facts of a failing check: the reason and the locations may have changed since it began to fail. */
async function factsNow(tx: Tx, check: AlertCheck | undefined, nowMs: number) {
  if (check === undefined) return {};
  const lastGood = await readLastGood(tx, check.checkId, nowMs);
  if (check.impairedSlots === 0) return { last_good: lastGood };
  const { reason, locations } = check;
  return { reason, locations: JSON.stringify(locations), last_good: lastGood };
}

/** Reads the ids of the receivers that have a message about an alert, sent or not. */
export async function notifiedReceivers(db: Database, alertId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("alert_messages")
    .select("receiver")
    .distinct()
    .where("alert_id", "=", alertId)
    .execute();
  return rows.map(({ receiver }) => receiver);
}
