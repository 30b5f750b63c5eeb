import { randomUUID } from "node:crypto";
import type { Database } from "#migrations/status/schema.ts";
import { readConfiguredChecks, readLocations, readRecentRuns } from "#monitor/store/checks-now.ts";
import { readLocationFiles } from "#monitor/store/configuration-versions.ts";
import { readComponentStates, readGroups } from "#monitor/store/components.ts";
import { readOpenIncidents } from "#monitor/store/incidents-now.ts";
import { readAlertsNow, readEndedAlert } from "../alerts/alerts-now.ts";
import {
  causesNow,
  checksNow,
  type ConsoleNowView,
  consoleSinceMs,
  groupsNow,
  isSilent,
  namesOf,
} from "../page/page-view-now.ts";
import { mayAct } from "../settings/console-people.ts";
import type { ConsoleSession } from "./console-context.ts";

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
  const [components, groups, checks, runs, locations, files, alerts, incidents, ended] =
    await Promise.all([
      readComponentStates(db),
      readGroups(db),
      readConfiguredChecks(db),
      readRecentRuns(db, consoleSinceMs(nowMs)),
      readLocations(db, nowMs),
      readLocationFiles(db, nowMs),
      readAlertsNow(db, nowMs),
      readOpenIncidents(db),
      openedAlertId === undefined ? null : readEndedAlert(db, openedAlertId),
    ]);
  const nameOf = namesOf(components);
  return {
    person,
    role,
    canPublish: mayAct(role, "responder"),
    askingKey: randomUUID(),
    nowMs,
    firing: causesNow(alerts.firing, incidents, nameOf),
    acknowledged: causesNow(alerts.acknowledged, incidents, nameOf),
    silenced: alerts.silenced.map(({ checkId, componentId, silence }) => ({
      checkId,
      component: nameOf(componentId),
      silence,
    })),
    endedAlert:
      ended === null || ended === "gone"
        ? ended
        : { ...ended, component: nameOf(ended.componentId) },
    silent: locations.filter((location) => isSilent(location, nowMs)),
    fileMismatches: files.flatMap(({ location, differsSinceMs: sinceMs }) =>
      sinceMs === null ? [] : { location, sinceMs },
    ),
    groups: groupsNow(components, groups, checksNow(checks, runs, nowMs)),
  };
}
