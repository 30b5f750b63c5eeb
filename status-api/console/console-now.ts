import { randomUUID } from "node:crypto";
import type { Database } from "#migrations/status/schema.ts";
import { readConfiguredChecks, readLocations, readRecentRuns } from "#monitor/store/checks-now.ts";
import { readComponentStates } from "#monitor/store/components.ts";
import {
  checksNow,
  type ConsoleNowView,
  consoleSinceMs,
  isSilent,
} from "../page/page-view-console.ts";
import { mayAct } from "../settings/console-people.ts";
import type { ConsoleSession } from "./sessions.ts";

const MOST_ALERTS = 50;

/** Reads how every check is now, who is silent, and what fires. */
export async function readConsoleNow(
  db: Database,
  { person, role }: ConsoleSession,
  nowMs: number,
): Promise<ConsoleNowView> {
  const [components, checks, runs, locations, alerts] = await Promise.all([
    readComponentStates(db),
    readConfiguredChecks(db),
    readRecentRuns(db, consoleSinceMs(nowMs)),
    readLocations(db, nowMs),
    readOpenAlerts(db),
  ]);
  const ofComponent = checksNow(checks, runs, nowMs);
  return {
    person,
    role,
    mayTell: mayAct(role, "responder"),
    askingKey: randomUUID(),
    nowMs,
    alerts,
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
    .select(["id", "check_id", "severity", "reason", "failing_since", "acknowledged_by"])
    .where("resolved_at", "is", null)
    .orderBy("fired_at", "desc")
    .limit(MOST_ALERTS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    checkId: row.check_id,
    severity: row.severity,
    reason: row.reason,
    failingSinceMs: row.failing_since.getTime(),
    acknowledgedBy: row.acknowledged_by,
  }));
}
