import { componentPath } from "#monitor/domain/page-paths.ts";
import { CONSOLE_PATHS, runPath } from "#monitor/domain/console-paths.ts";
import type { Selectable } from "kysely";
import type { AlertMessageKind, AlertTable } from "#migrations/status/alert-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import {
  type AcknowledgeButton,
  type AlertMessage,
  ends,
} from "#monitor/alerts/channels/channel.ts";
import { MONITOR_FILE, MONITOR_FILE_DIFFERS } from "#monitor/domain/configuration-version.ts";
import { isReason } from "#monitor/domain/reason.ts";
import { readFailedRunId } from "#monitor/store/kept-runs.ts";
import { type Page, readComponentName } from "#monitor/store/components.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { momentInWords } from "../texts/moments.ts";
import { alertTexts, reasonTexts } from "../texts/texts.ts";

export interface Notification {
  readonly kind: AlertMessageKind;
  readonly messageId: string;
  readonly language: Language;
  readonly page: Page;
  /** The URL of the page, without a trailing slash. */
  readonly statusUrl: string;
  /** The URL of the console, without a trailing slash; undefined where there is none. */
  readonly consoleUrl: string | undefined;
  /** Returns the signed address by which its receiver acknowledges an alert. */
  readonly acknowledgeUrl: (alertId: string) => string;
  /** Whether the receiver may already have it and cannot recognise the repeat. */
  readonly isPerhapsRepeat: boolean;
  /** Whether it is the first message of its thread to the receiver. */
  readonly beginsThread: boolean;
  readonly nowMs: number;
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
  const name = (await readComponentName(db, alert.component_id))?.[notification.language];
  const runId = await readFailedRunId(db, alert.check_id, alert.failing_since);
  const about = {
    component: name ?? alert.component_id,
    runbookUrl: check?.runbook_url ?? null,
    runId,
    failingBeside: ends(notification.kind) ? await readFailingBeside(db, alert) : [],
  };
  return alertMessageOf(alert, about, notification);
}

/** Returns the ids of the component's other checks that have open alerts. */
async function readFailingBeside(
  db: Database,
  { component_id, check_id }: Selectable<AlertTable>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("alerts")
    .select("check_id")
    .distinct()
    .where("component_id", "=", component_id)
    .where("check_id", "!=", check_id)
    .where("resolved_at", "is", null)
    .orderBy("check_id")
    .execute();
  return rows.map((row) => row.check_id);
}

/** Reads an alert; undefined when it is not stored any more. */
export function readAlert(
  db: Database,
  alertId: string,
): Promise<Selectable<AlertTable> | undefined> {
  return db.selectFrom("alerts").selectAll().where("id", "=", alertId).executeTakeFirst();
}

/** The messages that call for somebody to take care of the alert. */
export const ASKS_SOMEBODY: ReadonlySet<AlertMessageKind> = new Set([
  "trigger",
  "repeat",
  "escalate",
]);

interface About {
  readonly component: string;
  readonly runbookUrl: string | null;
  /** The id of a failed run whose evidence is kept. */
  readonly runId: string | undefined;
  /** Other checks of the component that still fail when this one has recovered. */
  readonly failingBeside: readonly string[];
}

function alertMessageOf(
  alert: Selectable<AlertTable>,
  { component, runbookUrl, runId, failingBeside }: About,
  notification: Notification,
): AlertMessage {
  const { kind, messageId, language, isPerhapsRepeat, page, statusUrl, consoleUrl } = notification;
  const texts = alertTexts[language];
  // A component has several checks, and one may recover while another fails.
  const what = fill(texts.what, { component, check: alert.check_id });
  const isReplaced = kind === "withdraw" && alert.replaced;
  const title = fill(isReplaced ? texts.replaced : texts.titles[kind], { what });
  const alertUrl =
    consoleUrl === undefined ? null : `${consoleUrl}${CONSOLE_PATHS.alerts}/${alert.id}`;
  const runUrl =
    consoleUrl === undefined || runId === undefined ? null : `${consoleUrl}${runPath(runId)}`;
  const moment = (at: Date): string => momentInWords(at.getTime(), language, page.timeZone);
  const isOfFile = alert.component_id === MONITOR_FILE;
  const withdrawn = isOfFile ? texts.withdrawnLocation : texts.withdrawnText;
  const url = pageOfComponent(statusUrl, alert.component_id);
  const { reason, last_good, acknowledged_by, resolved_at } = alert;
  const isOver = ends(kind) && resolved_at !== null;
  const goodRun = last_good === null ? texts.noGoodRun : moment(last_good);
  const facts = [
    { label: texts.component, value: component },
    { label: texts.check, value: alert.check_id },
    { label: texts.locations, value: alert.locations.join(", ") },
    { label: texts.severity, value: texts.severities[alert.severity] },
    { label: texts.since, value: moment(alert.failing_since) },
    { label: texts.reason, value: reasonIn(language, reason) },
    { label: texts.lastGood, value: isOfFile ? "" : goodRun },
    { label: texts.acknowledgedBy, value: acknowledged_by ?? "" },
    { label: texts.recoveredAt, value: isOver && kind === "resolve" ? moment(resolved_at) : "" },
  ].filter(({ value }) => value !== "");
  return {
    kind,
    dedupKey: alert.id,
    thread: threadOf(alert),
    beginsThread: notification.beginsThread,
    messageId,
    language,
    severity: alert.severity,
    title: isPerhapsRepeat ? fill(texts.perhapsRepeat, { title }) : title,
    text: [
      ...(kind === "withdraw" ? [isReplaced ? texts.replacedText : withdrawn] : []),
      ...(isOfFile && ASKS_SOMEBODY.has(kind) ? [texts.monitorFileText] : []),
      ...(failingBeside.length === 0
        ? []
        : [fill(texts.failingBeside, { component, checks: failingBeside.join(", ") })]),
    ].join(" "),
    facts,
    links: [
      {
        label: ASKS_SOMEBODY.has(kind) ? texts.acknowledgeInConsole : texts.seeInConsole,
        url: alertUrl,
      },
      { label: texts.runbook, url: runbookUrl },
      { label: texts.failedRun, url: runUrl },
      { label: texts.seeComponent, url },
    ].flatMap(({ label, url: to }) => (to === null ? [] : [{ label, url: to }])),
    about: {
      page: page.id,
      rule: alert.rule,
      component: alert.component_id,
      check: alert.check_id,
      locations: alert.locations,
      reason,
      runbookUrl,
      runUrl,
    },
    url,
    consoleUrl: alertUrl,
    acknowledge: acknowledgeButton([alert], notification),
    failingSinceMs: alert.failing_since.getTime(),
    lastGoodMs: last_good?.getTime() ?? null,
    acknowledgedBy: acknowledged_by,
    resolvedAtMs: isOver ? resolved_at.getTime() : null,
    sentAtMs: notification.nowMs,
  };
}

/** Returns the button for the first of `alerts` that fires; null where none does, and in messages that ask nobody. */
export function acknowledgeButton(
  alerts: readonly Pick<Selectable<AlertTable>, "id" | "resolved_at" | "acknowledged_at">[],
  { kind, language, acknowledgeUrl }: Pick<Notification, "kind" | "language" | "acknowledgeUrl">,
): AcknowledgeButton | null {
  const firing = alerts.find((one) => one.resolved_at === null && one.acknowledged_at === null);
  if (firing === undefined || !ASKS_SOMEBODY.has(kind)) return null;
  const { id: alertId } = firing;
  return { alertId, label: alertTexts[language].acknowledge, url: acknowledgeUrl(alertId) };
}

/** Returns the id of the alert that began the thread of an alert. */
export function threadOf({ id, thread }: Pick<Selectable<AlertTable>, "id" | "thread">): string {
  return thread ?? id;
}

/** Returns a test message, which requires no action. */
export function testAlert(notification: Notification): AlertMessage {
  const { messageId, language, isPerhapsRepeat, page, statusUrl, nowMs } = notification;
  const texts = alertTexts[language];
  const title = fill(texts.titles.test, { what: page.name[language] });
  return {
    kind: "test",
    dedupKey: messageId,
    thread: messageId,
    beginsThread: true,
    messageId,
    language,
    severity: "info",
    title: isPerhapsRepeat ? fill(texts.perhapsRepeat, { title }) : title,
    text: texts.testText,
    facts: [{ label: texts.severity, value: texts.severities.info }],
    links: [{ label: page.name[language], url: `${statusUrl}/` }],
    about: {
      page: page.id,
      rule: "test",
      component: page.id,
      check: "test",
      locations: [],
      reason: null,
      runbookUrl: null,
      runUrl: null,
    },
    url: `${statusUrl}/`,
    consoleUrl: null,
    acknowledge: null,
    failingSinceMs: nowMs,
    lastGoodMs: null,
    acknowledgedBy: null,
    // Already resolved, so that receivers that keep alerts open close it at once.
    resolvedAtMs: nowMs,
    sentAtMs: nowMs,
  };
}

/** Returns the page that readers see of a component; that of all where it is none. */
export function pageOfComponent(statusUrl: string, componentId: string): string {
  return componentId === MONITOR_FILE ? `${statusUrl}/` : statusUrl + componentPath(componentId);
}

export function reasonIn(language: Language, reason: string | null): string {
  if (reason === null) return "";
  if (reason === MONITOR_FILE_DIFFERS) return alertTexts[language].monitorFileDiffers;
  return isReason(reason) ? `${reasonTexts[language][reason]} (${reason})` : reason;
}
