import type { Kysely, Transaction } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { MonitorConfiguration } from "./configuration.ts";
import { forgetStatesOfRemoved } from "#monitor/store/check-states.ts";
import { closeIntervalsOfRemoved } from "#monitor/store/open-intervals.ts";
import { changeInTurn } from "#monitor/store/revision.ts";

/**
 * Writes page, groups, components and checks as configured, in one transaction.
 *
 * What is no longer configured is marked as removed and its open interval is closed; it keeps its
 * history and takes it up again when it comes back.
 */
export async function storeConfiguration(
  db: Kysely<StatusDatabase>,
  configuration: MonitorConfiguration,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  await changeInTurn(db, nowMs, async (transaction) => {
    await storePage(transaction, configuration, now);
    await storeGroups(transaction, configuration, now);
    await storeComponents(transaction, configuration, now);
    await storeChecks(transaction, configuration, now);
    await closeIntervalsOfRemoved(transaction, nowMs);
    await forgetStatesOfRemoved(transaction);
    return { result: undefined, changed: true };
  });
}

async function storePage(
  transaction: Transaction<StatusDatabase>,
  { page }: MonitorConfiguration,
  now: Date,
): Promise<void> {
  const row = {
    id: page.id,
    name: JSON.stringify(page.name),
    url: page.url,
    time_zone: page.timeZone,
    partial_outage_weight: page.downtimeWeights.partialOutage,
    major_outage_weight: page.downtimeWeights.majorOutage,
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
  transaction: Transaction<StatusDatabase>,
  { groups }: MonitorConfiguration,
  now: Date,
): Promise<void> {
  await markRemoved(transaction, "component_groups", groups, now);
  for (const [index, group] of groups.entries()) {
    const row = { name: JSON.stringify(group.name), position: index + 1, removed_at: null };
    await transaction
      .insertInto("component_groups")
      .values({ id: group.id, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }
}

async function storeComponents(
  transaction: Transaction<StatusDatabase>,
  { components }: MonitorConfiguration,
  now: Date,
): Promise<void> {
  await markRemoved(transaction, "components", components, now);
  for (const component of components) {
    const siblings = components.filter((other) => other.groupId === component.groupId);
    const row = {
      name: JSON.stringify(component.name),
      description: JSON.stringify(component.description),
      group_id: component.groupId,
      position: siblings.indexOf(component) + 1,
      showcase: component.showcase,
      only_show_if_degraded: component.onlyShowIfDegraded,
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
  transaction: Transaction<StatusDatabase>,
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
      removed_at: null,
    };
    await transaction
      .insertInto("checks")
      .values({ id: check.id, ...row, scheduled_since: now })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((known) => ({
          ...row,
          // Slots before are not missed: there were none, or others.
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

/** Marks as removed whatever of `table` is not among `configured`. */
async function markRemoved(
  transaction: Transaction<StatusDatabase>,
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
