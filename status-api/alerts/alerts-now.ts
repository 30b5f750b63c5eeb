import type { Selectable } from "kysely";
import type { AlertTable } from "#migrations/status/alert-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import { alertLists, type AlertLists } from "#monitor/alerts/lists.ts";
import { readAlertChecks } from "#monitor/store/alert-checks.ts";
import { openAlertOf, openAlerts } from "./alert-store.ts";
import { readAlertConfiguration } from "./configuration.ts";
import { readAlert } from "./read-alert-message.ts";

/** An alert as people on call see it. */
export type AlertNow = ReturnType<typeof alertNow>;

/** An alert that is over. */
export interface EndedAlert extends AlertNow {
  readonly resolvedAtMs: number;
  /** Whether it ended without a recovery: its check or rule was removed from monitor.yaml, or another alert took its place. */
  readonly isWithdrawn: boolean;
  /** Whether another alert took its place, because the check now fails for another cause. */
  readonly isReplaced: boolean;
}

/** More alerts than this are no list that a person reads. */
const MAX_ALERTS = 200;

/** Reads the open alerts, oldest first, in lists by what is to be done about them. */
export function readAlertsNow(db: Database, nowMs: number): Promise<AlertLists<AlertNow>> {
  return db.transaction().execute(async (tx) => {
    const { rules } = await readAlertConfiguration(tx);
    const rows = await openAlerts(tx).limit(MAX_ALERTS).execute();
    if (rules.length + rows.length === 0) return { firing: [], acknowledged: [], silenced: [] };
    return alertLists(rules, await readAlertChecks(tx, nowMs), rows.map(alertNow), nowMs);
  });
}

/** Reads an alert that has ended; null for an open one, "gone" for one that is not stored any more. */
export async function readEndedAlert(
  db: Database,
  id: string,
): Promise<EndedAlert | "gone" | null> {
  const row = await readAlert(db, id);
  if (row === undefined) return "gone";
  const { resolved_at: resolvedAt } = row;
  if (resolvedAt === null) return null;
  const { withdrawn: isWithdrawn, replaced: isReplaced } = row;
  return { ...alertNow(row), resolvedAtMs: resolvedAt.getTime(), isWithdrawn, isReplaced };
}

function alertNow(row: Selectable<AlertTable>) {
  return {
    ...openAlertOf(row),
    severity: row.severity,
    reason: row.reason,
    failingSinceMs: row.failing_since.getTime(),
    acknowledgedBy: row.acknowledged_by,
  };
}
