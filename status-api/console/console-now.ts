import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { AlertTable } from "#migrations/status/alert-tables.ts";
import type { Database } from "#migrations/status/schema.ts";
import { readConfiguredChecks, readLocations, readRecentRuns } from "#monitor/store/checks-now.ts";
import { readComponentStates } from "#monitor/store/components.ts";
import {
  checksNow,
  type ConsoleNowView,
  consoleSinceMs,
  type FiringAlert,
  isSilent,
} from "../page/page-view-console.ts";
import { mayAct } from "../settings/console-people.ts";
import type { ConsoleSession } from "./sessions.ts";

const MAX_ALERTS = 50;

/**
 * Reads the current state of every check, the silent locations and the open alerts; with `openedAlertId`, also whether that
 * alert has ended.
 */
export async function readConsoleNow(
  db: Database,
  { person, role }: ConsoleSession,
  nowMs: number,
  openedAlertId?: string,
): Promise<ConsoleNowView> {
  const [components, checks, runs, locations, alerts, endedAlert] = await Promise.all([
    readComponentStates(db),
    readConfiguredChecks(db),
    readRecentRuns(db, consoleSinceMs(nowMs)),
    readLocations(db, nowMs),
    readOpenAlerts(db),
    openedAlertId === undefined ? null : readEndedAlert(db, openedAlertId),
  ]);
  const ofComponent = checksNow(checks, runs, nowMs);
  return {
    person,
    role,
    canPublish: mayAct(role, "responder"),
    askingKey: randomUUID(),
    nowMs,
    alerts,
    endedAlert,
    silent: locations.filter((location) => isSilent(location, nowMs)),
    components: components.map(({ id, name, status }) => ({
      id,
      name,
      status,
      checks: ofComponent.get(id) ?? [],
    })),
  };
}

async function readOpenAlerts(db: Database): Promise<ConsoleNowView["alerts"]> {
  const rows = await db
    .selectFrom("alerts")
    .selectAll()
    .where("resolved_at", "is", null)
    .orderBy("fired_at", "desc")
    .limit(MAX_ALERTS)
    .execute();
  return rows.map(alertOf);
}

/** Reads an alert that has ended; null for an open one, which is listed with the others. */
async function readEndedAlert(db: Database, id: string): Promise<ConsoleNowView["endedAlert"]> {
  const row = await db.selectFrom("alerts").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) return "gone";
  const { resolved_at: resolvedAt } = row;
  if (resolvedAt === null) return null;
  return { ...alertOf(row), resolvedAtMs: resolvedAt.getTime(), isWithdrawn: row.withdrawn };
}

function alertOf(row: Selectable<AlertTable>): FiringAlert {
  return {
    id: row.id,
    checkId: row.check_id,
    severity: row.severity,
    reason: row.reason,
    failingSinceMs: row.failing_since.getTime(),
    acknowledgedBy: row.acknowledged_by,
  };
}
