import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import type { Translations } from "#monitor/domain/localized-text.ts";
import { kinds } from "../kinds/kinds.ts";
import { sealReceiver } from "#monitor/alerts/sealed-receiver.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { forgetStatesOfRemoved } from "#monitor/store/check-states.ts";
import { closeIntervalsOfRemoved } from "#monitor/store/open-intervals.ts";
import { changeAlways } from "#monitor/store/revision.ts";
import { DEFAULT_LANGUAGE } from "#web-kit/language/languages.ts";
import type { MonitorConfiguration } from "./configuration.ts";

/** Writes a configuration as `writeConfiguration` does, in a transaction of its own and whatever was stored before. */
export async function storeConfiguration(
  db: Database,
  configuration: MonitorConfiguration,
  nowMs: number,
): Promise<void> {
  await changeAlways(db, nowMs, (transaction) =>
    writeConfiguration(transaction, configuration, nowMs),
  );
}

/**
 * Writes page, groups, components and checks as configured. What is no longer configured is marked as removed and its open
 * interval is closed; when it is configured again, its history continues. The settings of receivers of alerts are encrypted
 * where there is a cipher.
 */
export async function writeConfiguration(
  transaction: DatabaseTransaction,
  configuration: MonitorConfiguration,
  nowMs: number,
  cipher?: TextCipher,
): Promise<void> {
  const now = new Date(nowMs);
  await storePage(transaction, configuration, now);
  await storeGroups(transaction, configuration, now);
  await storeComponents(transaction, configuration, now);
  await storeChecks(transaction, configuration, now);
  await storeAlerts(transaction, configuration, cipher);
  await closeIntervalsOfRemoved(transaction, nowMs);
  await forgetStatesOfRemoved(transaction);
}

async function storePage(
  transaction: DatabaseTransaction,
  { page, identity, pictures }: MonitorConfiguration,
  now: Date,
): Promise<void> {
  const row = {
    id: page.id,
    name: stored(page.name),
    url: page.url,
    time_zone: page.time_zone,
    partial_outage_weight: page.downtime_weights.partial_outage,
    major_outage_weight: page.downtime_weights.major_outage,
    identity: JSON.stringify(identity),
    pictures: JSON.stringify(pictures),
    updated_at: now,
  };
  await transaction.deleteFrom("page").where("id", "!=", page.id).execute();
  await transaction
    .insertInto("page")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

async function storeGroups(
  transaction: DatabaseTransaction,
  { groups }: MonitorConfiguration,
  now: Date,
): Promise<void> {
  await markRemoved(transaction, "component_groups", groups, now);
  for (const [index, group] of groups.entries()) {
    const row = { name: stored(group.name), position: index + 1, removed_at: null };
    await transaction
      .insertInto("component_groups")
      .values({ id: group.id, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }
}

async function storeComponents(
  transaction: DatabaseTransaction,
  { page, components }: MonitorConfiguration,
  now: Date,
): Promise<void> {
  await markRemoved(transaction, "components", components, now);
  for (const component of components) {
    const siblings = components.filter((other) => other.group === component.group);
    const row = {
      name: stored(component.name),
      description: stored(component.description),
      group_id: component.group ?? null,
      position: siblings.indexOf(component) + 1,
      showcase: component.showcase,
      only_show_if_degraded: component.only_show_if_degraded,
      objective: component.slo ?? page.slo ?? null,
      depends_on: JSON.stringify(component.depends_on),
      report_public: (component.report ?? page.report) === "public",
      removed_at: null,
    };
    await transaction
      .insertInto("components")
      .values({ id: component.id, created_at: now, known_until: null, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }
}

async function storeChecks(
  transaction: DatabaseTransaction,
  { checks }: MonitorConfiguration,
  now: Date,
): Promise<void> {
  await markRemoved(transaction, "checks", checks, now);
  for (const check of checks) {
    const row = {
      component_id: check.componentId,
      kind: check.kind,
      period_seconds: check.periodMs / 1000,
      impact: check.impact,
      slow_p95: check.slowP95 === undefined ? null : JSON.stringify(check.slowP95),
      runbook_url: check.runbookUrl ?? null,
      keeps_runs: kinds[check.kind]?.keepsRuns === true,
      removed_at: null,
    };
    await transaction
      .insertInto("checks")
      .values({ id: check.id, ...row, scheduled_since: now })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((known) => ({
          ...row,
          // Earlier slots are not missed: there were none, or they had another length.
          scheduled_since: known
            .case()
            .when("checks.removed_at", "is not", null)
            .then(now)
            .when("checks.period_seconds", "!=", row.period_seconds)
            .then(now)
            .else(known.ref("checks.scheduled_since"))
            .end(),
        })),
      )
      .execute();
  }
}

async function storeAlerts(
  transaction: DatabaseTransaction,
  { alerts }: MonitorConfiguration,
  cipher: TextCipher | undefined,
): Promise<void> {
  const row = {
    id: 1,
    receivers: JSON.stringify((alerts?.receivers ?? []).map((one) => sealReceiver(one, cipher))),
    rules: JSON.stringify(alerts?.rules ?? []),
    people: JSON.stringify(alerts?.people ?? []),
    rotas: JSON.stringify(alerts?.rotas ?? []),
    weekly_test: alerts?.weeklyTest ? JSON.stringify(alerts.weeklyTest) : null,
  };
  await transaction
    .insertInto("alert_configuration")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** Marks the rows of `table` as removed that are not among `configured`. */
async function markRemoved(
  transaction: DatabaseTransaction,
  table: "component_groups" | "components" | "checks",
  configured: readonly { readonly id: string }[],
  now: Date,
): Promise<void> {
  const ids = configured.map(({ id }) => id);
  await transaction
    .updateTable(table)
    .set({ removed_at: now })
    .where("removed_at", "is", null)
    .$if(ids.length > 0, (query) => query.where("id", "not in", ids))
    .execute();
}

/** Returns a text in its stored form; one without a language is in the default language, and shown in all. */
function stored(text: string | Translations = ""): string {
  return JSON.stringify(typeof text === "string" ? { [DEFAULT_LANGUAGE]: text } : text);
}
