import { WEEK_MS } from "#units/time.ts";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import { ALERT_LIMITS } from "../alerts/configuration.ts";
import { monitorFileCheckId, NOTIFIED_AFTER_MS } from "../alerts/monitor-file.ts";
import type { CheckNow } from "../alerts/plan.ts";
import { MONITOR_FILE, MONITOR_FILE_DIFFERS } from "../domain/configuration-version.ts";
import { isExplained } from "../domain/dependencies.ts";
import { isOfPastMaintenance } from "../domain/maintenance.ts";
import { causeSinceMs, type LocationReport, outcomeOf, seenAt } from "../domain/verdict.ts";
import { loadStates } from "./check-states.ts";
import { readComponentStates } from "./components.ts";
import { type LocationFile, readLocationFiles } from "./configuration-versions.ts";
import { loadMaintenanceWindows } from "./maintenances-now.ts";
import { loadReports } from "./observations.ts";

/** A check with what alerts report of it while it fails. */
export interface AlertCheck extends CheckNow {
  readonly failingSinceMs: number;
  readonly reason: string | null;
  /** The locations at which it did not pass in the newest slot. */
  readonly locations: readonly string[];
}

/** Reads the state at `nowMs` of each configured check, and whether each location has the current monitor.yaml. */
export async function readAlertChecks(
  transaction: DatabaseTransaction,
  nowMs: number,
): Promise<AlertCheck[]> {
  const files = await readLocationFiles(transaction, nowMs);
  return [
    ...(await readConfiguredChecks(transaction, nowMs)),
    ...files.map((file) => monitorFileCheck(file, nowMs)),
  ];
}

/** Returns the comparison of a location's monitor.yaml as a check, so that alerts about it go the way of all others. */
function monitorFileCheck(
  { location, isKnown, differsSinceMs }: LocationFile,
  nowMs: number,
): AlertCheck {
  const isSame = differsSinceMs === null;
  const badSlots = isSame || nowMs - differsSinceMs < NOTIFIED_AFTER_MS ? 0 : 1;
  return {
    checkId: monitorFileCheckId(location),
    componentId: MONITOR_FILE,
    groupId: null,
    isKnown,
    isInMaintenance: false,
    isConsequence: false,
    verdict: isSame ? "up" : "down",
    lastResult: isSame ? "ok" : "failed",
    failedSlots: badSlots,
    impairedSlots: badSlots,
    causeSinceMs: null,
    failingSinceMs: differsSinceMs ?? nowMs,
    reason: isSame ? null : MONITOR_FILE_DIFFERS,
    locations: [location],
  };
}

async function readConfiguredChecks(
  transaction: DatabaseTransaction,
  nowMs: number,
): Promise<AlertCheck[]> {
  const rows = await transaction
    .selectFrom("checks")
    .select(["id", "component_id", "period_seconds"])
    .where("removed_at", "is", null)
    .execute();
  const states = await loadStates(transaction, nowMs);
  const all = await readComponentStates(transaction);
  const components = new Map(all.map((component) => [component.id, component]));
  const reasonOf = (ofComponent: typeof rows): string | null =>
    ofComponent.map(({ id }) => states.get(id)?.reason ?? null).find((one) => one !== null) ?? null;
  const observed = all.map((component) => ({
    ...component,
    reason: reasonOf(rows.filter((row) => row.component_id === component.id)),
  }));
  const failing = new Set(
    rows.filter(({ id }) => states.get(id)?.lastResult === "failed").map((row) => row.component_id),
  );
  const bad = rows.filter(({ id }) => (states.get(id)?.lastResult ?? "ok") !== "ok");
  const windows = await loadMaintenanceWindows(transaction);
  const reports = await readStreaks(transaction, bad, states);
  return rows.map((row) => {
    const state = states.get(row.id);
    const component = components.get(row.component_id);
    const lastSlotMs = state?.lastSlotMs ?? -Infinity;
    const streak = streakOf(reports.get(row.id) ?? [], lastSlotMs);
    const downSinceMs = state?.verdict === "up" ? null : (state?.sinceMs ?? null);
    return {
      checkId: row.id,
      componentId: row.component_id,
      groupId: component?.groupId ?? null,
      isKnown: state !== undefined && state.knownUntilMs > nowMs,
      isInMaintenance:
        component?.status === "under_maintenance" ||
        isOfPastMaintenance(lastSlotMs, windows.get(row.component_id) ?? [], nowMs),
      isConsequence: isExplained(row.component_id, observed, failing),
      verdict: state?.verdict ?? null,
      lastResult: state?.lastResult ?? null,
      causeSinceMs: state === undefined ? null : causeSinceMs(state),
      failedSlots: streak.failed,
      impairedSlots: streak.impaired,
      failingSinceMs: Math.min(streak.sinceMs, downSinceMs ?? Infinity, nowMs),
      reason: streak.reason,
      locations: streak.locations,
    };
  });
}

/** Reads when a check last passed at any location in the week before `nowMs`; null if it did not. */
export async function readLastGood(
  db: Database,
  checkId: string,
  nowMs: number,
): Promise<Date | null> {
  const row = await db
    .selectFrom("observations")
    .select("started_at")
    .where("check_id", "=", checkId)
    .where("slot", ">", new Date(nowMs - WEEK_MS))
    .where("counted", "=", true)
    .where("result", "=", "ok")
    .where("reason", "is", null)
    .orderBy("slot", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.started_at ?? null;
}

async function readStreaks(
  transaction: DatabaseTransaction,
  bad: readonly { readonly id: string; readonly period_seconds: number }[],
  states: ReadonlyMap<string, { readonly lastSlotMs: number }>,
): Promise<ReadonlyMap<string, readonly LocationReport[]>> {
  if (bad.length === 0) return new Map();
  const windows = bad.map(({ id, period_seconds }) => {
    const lastSlotMs = states.get(id)?.lastSlotMs ?? 0;
    return { lastSlotMs, afterMs: lastSlotMs - ALERT_LIMITS.badSlots * period_seconds * 1000 };
  });
  return loadReports(
    transaction,
    bad.map(({ id }) => id),
    Math.min(...windows.map(({ afterMs }) => afterMs)),
    Math.max(...windows.map(({ lastSlotMs }) => lastSlotMs)) + 1,
  );
}

/** Counts the judged slots that did not pass, newest first, until one that did. */
function streakOf(reports: readonly LocationReport[], lastSlotMs: number) {
  const slots = [
    ...Map.groupBy(
      reports.filter(({ slotMs }) => slotMs <= lastSlotMs),
      ({ slotMs }) => slotMs,
    ),
  ].sort(([a], [b]) => b - a);
  const streak = { failed: 0, impaired: 0, sinceMs: Infinity, reason: null as string | null };
  let locations: readonly string[] = [];
  for (const [, ofSlot] of slots) {
    const outcome = outcomeOf(ofSlot);
    if (outcome === null) continue;
    if (outcome.result === "ok") break;
    if (streak.impaired === 0) {
      streak.reason = outcome.reason;
      locations = ofSlot
        .filter(({ result }) => result === "failed" || result === outcome.result)
        .map(({ location }) => location)
        .sort();
    }
    if (outcome.result === "failed" && streak.failed === streak.impaired) streak.failed += 1;
    streak.impaired += 1;
    streak.sinceMs = seenAt(ofSlot, outcome.result);
  }
  return { ...streak, locations };
}
