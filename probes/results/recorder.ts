import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import { moveKnownUntil } from "#monitor/store/check-states.ts";
import { discardAhead } from "#monitor/store/discard-ahead.ts";
import { updateHistory } from "./component-history.ts";
import type { DriftNow } from "#monitor/store/drifts.ts";
import { followDrift } from "./follow-drift.ts";
import { type AgreedSlot, judgeChecks } from "./judge-checks.ts";
import { updateIncidents } from "./automatic-incidents.ts";
import type { IncidentAction } from "#monitor/domain/incident-plan.ts";
import type { ComponentNow } from "#monitor/domain/incident-now.ts";
import { type MaintenanceAction, updateMaintenances } from "./automatic-maintenance.ts";
import { withPartitions } from "#monitor/store/observation-partitions.ts";
import { insertObservations } from "#monitor/store/observations.ts";
import { changeOfChecks, changeUnderLock } from "#monitor/store/revision.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";

/** The published state after results were recorded. */
export interface Recorded {
  readonly components: readonly ComponentNow[];
  readonly incidentActions: readonly IncidentAction[];
  readonly maintenanceActions: readonly MaintenanceAction[];
}

/** Like `Recorded`, with the slots that were judged: those that all locations have reported, or that a later one followed. */
interface RecordedRuns extends Recorded {
  readonly agreed: readonly AgreedSlot[];
  readonly drifts: readonly DriftNow[];
}

const nothingElse: Recorded = { components: [], incidentActions: [], maintenanceActions: [] };

/**
 * Stores runs, which are the newest slots of their checks, and the verdicts, intervals and incidents that follow from them, in
 * one transaction.
 */
export function recordRuns(
  db: Database,
  runs: readonly SlotRun[],
  nowMs: number,
): Promise<RecordedRuns> {
  const slotsMs = runs.map(({ slotMs }) => slotMs);
  const checkIds = runs.map(({ checkId }) => checkId);
  return withPartitions(db, slotsMs, () =>
    changeOfChecks(db, nowMs, checkIds, async (transaction, alone) => {
      await insertObservations(transaction, runs, nowMs);
      const drifts = await followDrift(transaction, runs, nowMs);
      const { agreed, changed } = await judgeChecks(transaction, runs, nowMs);
      if (changed) {
        await alone();
        return { ...(await bringUpToDate(transaction, nowMs)).result, agreed, drifts };
      }
      await moveKnownUntil(transaction, checkIds, nowMs);
      return { ...nothingElse, agreed, drifts };
    }),
  );
}

/**
 * Stores what follows from time alone: components that are no longer observed, incidents that are over. Rows dated in the
 * future by a wrong clock are discarded first.
 */
export function recordPassingTime(db: Database, nowMs: number): Promise<Recorded> {
  return changeUnderLock(db, nowMs, async (transaction) => {
    const discarded = await discardAhead(transaction, nowMs);
    const { result, changed } = await bringUpToDate(transaction, nowMs);
    return { result, changed: changed || discarded };
  });
}

/** Writes what follows from the states of checks at `nowMs`: intervals, maintenance, incidents. */
export async function bringUpToDate(
  transaction: DatabaseTransaction,
  nowMs: number,
): Promise<{ result: Recorded; changed: boolean }> {
  const { components, awaited, changed } = await updateHistory(transaction, nowMs);
  const maintenanceActions = await updateMaintenances(transaction, components, nowMs);
  // To an incident it is no news that a maintenance has ended, as long as nobody knows more than in it.
  const asAnnounced = components.map((component) =>
    awaited.has(component.id) ? { ...component, status: "under_maintenance" as const } : component,
  );
  const incidentActions = await updateIncidents(transaction, asAnnounced, nowMs);
  const hasActions = maintenanceActions.length + incidentActions.length > 0;
  return {
    result: { components, incidentActions, maintenanceActions },
    changed: changed || hasActions,
  };
}
