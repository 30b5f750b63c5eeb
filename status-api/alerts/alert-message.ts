import { componentPath } from "#monitor/domain/page-paths.ts";
import { CONSOLE_PATHS, runPath } from "#monitor/domain/console-paths.ts";
import type { Selectable } from "kysely";
import type { AlertMessageKind, AlertTable } from "#migrations/status/alert-tables.ts";
import {
  type AcknowledgeButton,
  type AlertMessage,
  ends,
} from "#monitor/alerts/channels/channel.ts";
import { SEVERITIES } from "#monitor/alerts/configuration.ts";
import { MONITOR_FILE, MONITOR_FILE_DIFFERS } from "#monitor/domain/configuration-version.ts";
import { isReason } from "#monitor/domain/reason.ts";
import type { Page } from "#monitor/store/components.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { momentInWords } from "../texts/moments.ts";
import { alertTexts, reasonTexts } from "../texts/texts.ts";

export type Alert = Selectable<AlertTable>;

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

/** What a message says besides its alerts. */
export interface About {
  /** The names of their components in the receiver's language, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The checks of these components that have open alerts now, in whatever thread. */
  readonly failing: readonly Pick<Alert, "component_id" | "check_id">[];
  /** Of one alert alone: the runbook of its check, and the id of a failed run whose evidence is kept. */
  readonly runbookUrl?: string | null;
  readonly runId?: string | undefined;
}

const MAX_NAMES = 3;
const MAX_CHECKS = 10;
/** For alerts that go on, a message about several has the first of these kinds that is among its messages. */
const GOING_ON: readonly AlertMessageKind[] = ["escalate", "trigger", "repeat"];

/** The messages that call for somebody to take care of the alert. */
const ASKS_SOMEBODY: ReadonlySet<AlertMessageKind> = new Set(GOING_ON);

/** Returns the id of the alert that began the thread of an alert. */
export function threadOf({ id, thread }: Pick<Alert, "id" | "thread">): string {
  return thread ?? id;
}

/** Returns the kind of a message about several alerts: all have ended, all open ones are acknowledged, or they go on. */
export function kindOf(
  kinds: readonly AlertMessageKind[],
  alerts: readonly Pick<Alert, "resolved_at" | "withdrawn" | "acknowledged_at">[],
): AlertMessageKind {
  const open = alerts.filter(({ resolved_at }) => resolved_at === null);
  if (open.length === 0 && kinds.some(ends)) {
    return alerts.every(({ withdrawn }) => withdrawn) ? "withdraw" : "resolve";
  }
  const isTaken = open.every(({ acknowledged_at }) => acknowledged_at !== null);
  if (isTaken && kinds.includes("acknowledge")) return "acknowledge";
  return GOING_ON.find((kind) => kinds.includes(kind)) ?? "repeat";
}

/**
 * Returns the alerts that the title of a message names: the open ones; once all have ended, those that recovered, without
 * components that now fail for another cause, as long as others are left.
 */
export function namedAlerts<
  Named extends Pick<Alert, "component_id" | "resolved_at" | "withdrawn">,
>(alerts: readonly Named[], failing: ReadonlySet<string>): readonly Named[] {
  const open = alerts.filter(({ resolved_at }) => resolved_at === null);
  const recovered = alerts.filter(
    ({ resolved_at, withdrawn }) => resolved_at !== null && !withdrawn,
  );
  const well = recovered.filter(({ component_id }) => !failing.has(component_id));
  return [open, well, recovered].find((some) => some.length > 0) ?? alerts;
}

/**
 * Returns one message about an alert, or about several of a thread, of which `lead` is the one that it is sent for. One alert alone
 * is described in full; of several each gets a line.
 */
export function alertMessage(
  lead: Alert,
  alerts: readonly Alert[],
  about: About,
  notification: Notification,
): AlertMessage {
  const { kind, language, page, statusUrl, consoleUrl } = notification;
  const texts = alertTexts[language];
  const { names, runbookUrl = null, runId } = about;
  const isAlone = alerts.length === 1;
  const named = namedAlerts(alerts, new Set(about.failing.map((one) => one.component_id)));
  const components = [...new Set(named.map(({ component_id }) => component_id))];
  const isReplaced = kind === "withdraw" && named.every(({ replaced }) => replaced);
  const what = whatOf(
    components.map((id) => names.get(id) ?? id),
    named.map(({ check_id }) => check_id),
    texts,
  );
  const severity =
    SEVERITIES.find((one) => named.some((alert) => alert.severity === one)) ?? lead.severity;
  const failingSince = new Date(Math.min(...named.map((alert) => alert.failing_since.getTime())));
  const inConsole = (path: string) => (consoleUrl === undefined ? null : consoleUrl + path);
  const alertUrl = inConsole(`${CONSOLE_PATHS.alerts}/${lead.id}`);
  const runUrl = runId === undefined ? null : inConsole(runPath(runId));
  const url = pageOfComponents(statusUrl, components);
  const ended = alerts.map(({ resolved_at }) => resolved_at?.getTime() ?? Infinity);
  const resolvedAtMs = ends(kind) ? Math.max(...ended) : Infinity;
  const since = moment(failingSince, notification);
  return {
    ...headOf(fill(isReplaced ? texts.replaced : texts.titles[kind], { what }), notification),
    dedupKey: isAlone ? lead.id : threadOf(lead),
    thread: threadOf(lead),
    severity,
    text: isAlone ? textOf(lead, about, notification) : "",
    facts: [
      ...(isAlone ? whoFails(lead, about, notification) : linesOf(alerts, about, notification)),
      { label: texts.severity, value: texts.severities[severity] },
      { label: texts.since, value: since },
      ...(isAlone ? whatFails(lead, notification) : []),
    ].filter(({ value }) => value !== ""),
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
      rule: lead.rule,
      component: lead.component_id,
      check: lead.check_id,
      locations: lead.locations,
      reason: lead.reason,
      runbookUrl,
      runUrl,
    },
    url,
    consoleUrl: alertUrl,
    acknowledge: acknowledgeButton(alerts, notification),
    failingSinceMs: failingSince.getTime(),
    lastGoodMs: isAlone ? (lead.last_good?.getTime() ?? null) : null,
    acknowledgedBy: named.find((one) => one.acknowledged_by !== null)?.acknowledged_by ?? null,
    resolvedAtMs: resolvedAtMs === Infinity ? null : resolvedAtMs,
  };
}

/** Returns a test message, which requires no action. */
export function testAlert(notification: Notification): AlertMessage {
  const { messageId, language, page, statusUrl, nowMs } = notification;
  const texts = alertTexts[language];
  return {
    ...headOf(fill(texts.titles.test, { what: page.name[language] }), notification),
    dedupKey: messageId,
    thread: messageId,
    severity: "info",
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
  };
}

function headOf(
  title: string,
  { kind, messageId, language, isPerhapsRepeat, beginsThread, nowMs: sentAtMs }: Notification,
) {
  const shown = isPerhapsRepeat ? fill(alertTexts[language].perhapsRepeat, { title }) : title;
  return { kind, messageId, language, beginsThread, sentAtMs, title: shown };
}

/** Returns the facts of one alert that come before its severity; those without a value are left out. */
function whoFails(
  { component_id, check_id, locations }: Alert,
  { names }: About,
  { language }: Notification,
): AlertMessage["facts"] {
  const texts = alertTexts[language];
  return [
    { label: texts.component, value: names.get(component_id) ?? component_id },
    { label: texts.check, value: check_id },
    { label: texts.locations, value: locations.join(", ") },
  ];
}

function whatFails(
  { component_id, reason, last_good, acknowledged_by, resolved_at }: Alert,
  notification: Notification,
): AlertMessage["facts"] {
  const { kind, language } = notification;
  const texts = alertTexts[language];
  const goodRun = last_good === null ? texts.noGoodRun : moment(last_good, notification);
  const hasRecovered = kind === "resolve" && resolved_at !== null;
  return [
    { label: texts.reason, value: reasonIn(language, reason) },
    { label: texts.lastGood, value: component_id === MONITOR_FILE ? "" : goodRun },
    { label: texts.acknowledgedBy, value: acknowledged_by ?? "" },
    { label: texts.recoveredAt, value: hasRecovered ? moment(resolved_at, notification) : "" },
  ];
}

/** Returns a line for each of several alerts; failing checks come before those that ended. */
function linesOf(
  alerts: readonly Alert[],
  { names }: About,
  notification: Notification,
): AlertMessage["facts"] {
  const { language } = notification;
  const texts = alertTexts[language];
  const stateOf = (alert: Alert): string => {
    const { reason, resolved_at, withdrawn, replaced, acknowledged_by: name } = alert;
    if (withdrawn) return replaced ? texts.replacedOne : texts.withdrawnOne;
    if (resolved_at !== null) {
      return fill(texts.recoveredOne, { at: moment(resolved_at, notification) });
    }
    const inWords = reasonIn(language, reason);
    return name === null ? inWords : fill(texts.acknowledgedOne, { reason: inWords, name });
  };
  const { open = [], ended = [] } = Object.groupBy(alerts, ({ resolved_at }) =>
    resolved_at === null ? "open" : "ended",
  );
  const lines = [...open, ...ended].map((alert) => ({
    label: alert.check_id,
    value: [names.get(alert.component_id) ?? alert.component_id, stateOf(alert)]
      .filter((part) => part !== "")
      .join(": "),
  }));
  const further = lines.length - MAX_CHECKS;
  if (further <= 0) return lines;
  return [...lines.slice(0, MAX_CHECKS), { label: texts.furtherChecks, value: String(further) }];
}

/** Returns what is to be said of one alert in sentences. */
function textOf(
  { component_id, check_id, replaced }: Alert,
  { names, failing }: About,
  { kind, language }: Notification,
): string {
  const texts = alertTexts[language];
  const isOfFile = component_id === MONITOR_FILE;
  const withdrawn = isOfFile ? texts.withdrawnLocation : texts.withdrawnText;
  // A component has several checks, and one may recover while another fails.
  const beside = failing.flatMap((one) => (one.check_id === check_id ? [] : one.check_id));
  const component = names.get(component_id) ?? component_id;
  return [
    ...(kind === "withdraw" ? [replaced ? texts.replacedText : withdrawn] : []),
    ...(isOfFile && ASKS_SOMEBODY.has(kind) ? [texts.monitorFileText] : []),
    ...(ends(kind) && beside.length > 0
      ? [fill(texts.failingBeside, { component, checks: beside.join(", ") })]
      : []),
  ].join(" ");
}

/** Returns the button for the first of `alerts` that fires; null where none does, and in messages that ask nobody. */
function acknowledgeButton(
  alerts: readonly Alert[],
  { kind, language, acknowledgeUrl }: Notification,
): AcknowledgeButton | null {
  const firing = alerts.find((one) => one.resolved_at === null && one.acknowledged_at === null);
  if (firing === undefined || !ASKS_SOMEBODY.has(kind)) return null;
  const { id: alertId } = firing;
  return { alertId, label: alertTexts[language].acknowledge, url: acknowledgeUrl(alertId) };
}

/** Returns a phrase with up to `MAX_NAMES` components, and the check or the number of checks. */
function whatOf(
  names: readonly string[],
  checks: readonly string[],
  texts: (typeof alertTexts)[Language],
): string {
  const [check] = checks;
  const isMany = names.length > MAX_NAMES;
  const shown = (isMany ? names.slice(0, MAX_NAMES - 1) : names).join(", ");
  const components = isMany
    ? fill(texts.more, { components: shown, count: names.length - MAX_NAMES + 1 })
    : shown;
  return checks.length === 1 && check !== undefined
    ? fill(texts.what, { component: components, check })
    : fill(texts.whatSeveral, { components, count: checks.length });
}

/** Returns the page that readers see of one component; that of all for several, and for what is none. */
function pageOfComponents(statusUrl: string, [id, ...others]: readonly string[]): string {
  const isOne = id !== undefined && others.length === 0 && id !== MONITOR_FILE;
  return isOne ? statusUrl + componentPath(id) : `${statusUrl}/`;
}

function moment(at: Date, { language, page }: Notification): string {
  return momentInWords(at.getTime(), language, page.timeZone);
}

function reasonIn(language: Language, reason: string | null): string {
  if (reason === null) return "";
  if (reason === MONITOR_FILE_DIFFERS) return alertTexts[language].monitorFileDiffers;
  return isReason(reason) ? `${reasonTexts[language][reason]} (${reason})` : reason;
}
