import type { Selectable } from "kysely";
import type { AlertMessageKind, AlertTable } from "#migrations/status/alert-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import type { AlertMessage } from "#monitor/alerts/channels/channel.ts";
import { isReason } from "#monitor/domain/reason.ts";
import { type Page, readComponentNames } from "#monitor/store/components.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { momentInWords } from "../texts/moments.ts";
import { alertTexts, reasonTexts } from "../texts/texts.ts";

interface Telling {
  readonly kind: AlertMessageKind;
  readonly messageId: string;
  readonly language: Language;
  readonly page: Page;
  /** The address of the page, without a slash at its end. */
  readonly statusUrl: string;
  readonly nowMs: number;
}

/** Writes what is told of an alert as it now stands; undefined when it is not stored any more. */
export async function readToldAlert(
  db: Database,
  alertId: string,
  telling: Telling,
): Promise<AlertMessage | undefined> {
  const alert = await db
    .selectFrom("alerts")
    .selectAll()
    .where("id", "=", alertId)
    .executeTakeFirst();
  if (alert === undefined) return undefined;
  const check = await db
    .selectFrom("checks")
    .select("runbook_url")
    .where("id", "=", alert.check_id)
    .executeTakeFirst();
  const names = await readComponentNames(db);
  const name = names.find(({ id }) => id === alert.component_id)?.name[telling.language];
  return toldAlert(alert, name ?? alert.component_id, check?.runbook_url ?? null, telling);
}

function toldAlert(
  alert: Selectable<AlertTable>,
  component: string,
  runbookUrl: string | null,
  { kind, messageId, language, page, statusUrl, nowMs }: Telling,
): AlertMessage {
  const texts = alertTexts[language];
  const moment = (at: Date): string => momentInWords(at.getTime(), language, page.timeZone);
  const url = `${statusUrl}/components/${alert.component_id}`;
  const { reason, last_good, acknowledged_by, resolved_at } = alert;
  const isOver = kind === "resolve" && resolved_at !== null;
  const facts = [
    { label: texts.component, value: component },
    { label: texts.check, value: alert.check_id },
    { label: texts.locations, value: alert.locations.join(", ") },
    { label: texts.severity, value: texts.severities[alert.severity] },
    { label: texts.since, value: moment(alert.failing_since) },
    { label: texts.reason, value: reasonIn(language, reason) },
    { label: texts.lastGood, value: last_good === null ? texts.noGoodRun : moment(last_good) },
    { label: texts.acknowledgedBy, value: acknowledged_by ?? "" },
    { label: texts.recoveredAt, value: isOver ? moment(resolved_at) : "" },
  ].filter(({ value }) => value !== "");
  return {
    kind,
    dedupKey: alert.id,
    messageId,
    language,
    severity: alert.severity,
    title: fill(texts.titles[kind], { what: component }),
    text: "",
    facts,
    links: [
      { label: texts.seeComponent, url },
      ...(runbookUrl === null ? [] : [{ label: texts.runbook, url: runbookUrl }]),
    ],
    about: {
      page: page.id,
      rule: alert.rule,
      component: alert.component_id,
      check: alert.check_id,
      locations: alert.locations,
      reason,
      runbookUrl,
    },
    url,
    failingSinceMs: alert.failing_since.getTime(),
    lastGoodMs: last_good?.getTime() ?? null,
    acknowledgedBy: acknowledged_by,
    resolvedAtMs: isOver ? resolved_at.getTime() : null,
    sentAtMs: nowMs,
  };
}

/** Writes a test, which asks nobody to do anything. */
export function testAlert({ messageId, language, page, statusUrl, nowMs }: Telling): AlertMessage {
  const texts = alertTexts[language];
  return {
    kind: "test",
    dedupKey: messageId,
    messageId,
    language,
    severity: "info",
    title: fill(texts.titles.test, { what: page.name[language] }),
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
    },
    url: `${statusUrl}/`,
    failingSinceMs: nowMs,
    lastGoodMs: null,
    acknowledgedBy: null,
    // What keeps alerts open forgets it at once.
    resolvedAtMs: nowMs,
    sentAtMs: nowMs,
  };
}

function reasonIn(language: Language, reason: string | null): string {
  if (reason === null) return "";
  return isReason(reason) ? `${reasonTexts[language][reason]} (${reason})` : reason;
}
