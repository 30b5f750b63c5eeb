import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { Selectable } from "kysely";
import type {
  AlertMessageKind,
  AlertSeverity,
  AlertTable,
} from "#migrations/status/alert-tables.ts";
import { type AlertMessage, ends } from "#monitor/alerts/channels/channel.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { momentInWords } from "../texts/moments.ts";
import { alertTexts } from "../texts/texts.ts";
import {
  acknowledgeButton,
  ASKS_SOMEBODY,
  pageOfComponent,
  reasonIn,
  type Notification,
  threadOf,
} from "./alert-message.ts";

export type Alert = Selectable<AlertTable>;

const MAX_NAMES = 3;
const MAX_CHECKS = 10;
/** Worst first. */
const SEVERITIES: readonly AlertSeverity[] = ["critical", "warning", "info"];
/** For alerts that go on, a combined message has the first of these kinds that is among its messages. */
const GOING_ON: readonly AlertMessageKind[] = ["escalate", "trigger", "repeat"];

/** Returns the kind of a combined message: all alerts have ended, all open ones are acknowledged, or they go on. */
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
 * Returns the alerts that the title of a combined message names: the open ones; once all have ended, those that recovered, without
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

/** The content of a combined message, besides its alerts. */
export interface About {
  /** The names of their components in the receiver's language, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The ids of those that fail now. */
  readonly failing: ReadonlySet<string>;
}

/** Returns one message about several alerts of a thread, of which `lead` is the one that it is sent for. */
export function combinedMessage(
  lead: Alert,
  alerts: readonly Alert[],
  { names, failing }: About,
  notification: Notification,
): AlertMessage {
  const { kind, messageId, language, isPerhapsRepeat, beginsThread, page, nowMs } = notification;
  const { statusUrl, consoleUrl } = notification;
  const texts = alertTexts[language];
  const open = alerts.filter(({ resolved_at }) => resolved_at === null);
  const named = namedAlerts(alerts, failing);
  const components = [...new Set(named.map(({ component_id }) => component_id))];
  const moment = (at: Date): string => momentInWords(at.getTime(), language, page.timeZone);
  const isReplaced = kind === "withdraw" && named.every(({ replaced }) => replaced);
  const title = fill(isReplaced ? texts.replaced : texts.titles[kind], {
    what: whatOf(
      components.map((id) => names.get(id) ?? id),
      named.map(({ check_id }) => check_id),
      texts,
    ),
  });
  const stateOf = (alert: Alert): string => {
    const { reason, resolved_at, withdrawn, replaced, acknowledged_by: name } = alert;
    if (withdrawn) return replaced ? texts.replacedOne : texts.withdrawnOne;
    if (resolved_at !== null) return fill(texts.recoveredOne, { at: moment(resolved_at) });
    const inWords = reasonIn(language, reason);
    return name === null ? inWords : fill(texts.acknowledgedOne, { reason: inWords, name });
  };
  // Failing checks come before recovered ones.
  const listed = [...open, ...alerts.filter(({ resolved_at }) => resolved_at !== null)];
  const severity =
    SEVERITIES.find((one) => named.some((alert) => alert.severity === one)) ?? lead.severity;
  const failingSince = new Date(Math.min(...named.map((alert) => alert.failing_since.getTime())));
  const [component] = components;
  const isOne = components.length === 1 && component !== undefined;
  const url = isOne ? pageOfComponent(statusUrl, component) : `${statusUrl}/`;
  const alertUrl =
    consoleUrl === undefined ? null : `${consoleUrl}${CONSOLE_PATHS.alerts}/${lead.id}`;
  return {
    kind,
    dedupKey: threadOf(lead),
    thread: threadOf(lead),
    beginsThread,
    messageId,
    language,
    severity,
    title: isPerhapsRepeat ? fill(texts.perhapsRepeat, { title }) : title,
    text: "",
    facts: [
      ...listed.slice(0, MAX_CHECKS).map((alert) => ({
        label: alert.check_id,
        value: [names.get(alert.component_id) ?? alert.component_id, stateOf(alert)]
          .filter((part) => part !== "")
          .join(": "),
      })),
      ...(listed.length > MAX_CHECKS
        ? [{ label: texts.furtherChecks, value: String(listed.length - MAX_CHECKS) }]
        : []),
      { label: texts.severity, value: texts.severities[severity] },
      { label: texts.since, value: moment(failingSince) },
    ],
    links: [
      ...(alertUrl === null
        ? []
        : [
            {
              label: ASKS_SOMEBODY.has(kind) ? texts.acknowledgeInConsole : texts.seeInConsole,
              url: alertUrl,
            },
          ]),
      { label: texts.seeComponent, url },
    ],
    about: {
      page: page.id,
      rule: lead.rule,
      component: lead.component_id,
      check: lead.check_id,
      locations: lead.locations,
      reason: lead.reason,
      runbookUrl: null,
      runUrl: null,
    },
    url,
    consoleUrl: alertUrl,
    acknowledge: acknowledgeButton(open, notification),
    failingSinceMs: failingSince.getTime(),
    lastGoodMs: null,
    acknowledgedBy:
      named.find(({ acknowledged_by }) => acknowledged_by !== null)?.acknowledged_by ?? null,
    resolvedAtMs:
      open.length === 0
        ? Math.max(...alerts.map(({ resolved_at }) => resolved_at?.getTime() ?? 0))
        : null,
    sentAtMs: nowMs,
  };
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
