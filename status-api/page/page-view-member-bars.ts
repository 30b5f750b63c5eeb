import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import {
  endOf,
  type Incident,
  isMaintenance,
  type Maintenance,
} from "#monitor/domain/status-event.ts";
import type { StateInterval } from "#monitor/domain/uptime.ts";
import type { Archive } from "../snapshot/archive.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** How the members of an incident or a maintenance were in its time; epoch milliseconds. */
export interface MemberBars {
  readonly fromMs: number;
  /** Its end; while it lasts, the time of the data. */
  readonly toMs: number;
  readonly isOver: boolean;
  readonly rows: readonly MemberBar[];
}

interface MemberBar {
  readonly id: string;
  readonly name: LocalizedText;
  /** Within the time, oldest first. */
  readonly intervals: readonly StateInterval[];
}

/** The share of its length that is shown before it began. */
const LEAD = 0.05;
const MIN_LEAD_MS = 60_000;

/**
 * Returns how the members of a status event were from shortly before it until it ended; null before it began, and where none of
 * them was anything but operational. Rejects with `DatabaseAway`.
 */
export async function memberBars(
  statusEvent: Incident | Maintenance,
  { components, dataAtMs, window }: Snapshot,
  archive: Archive,
): Promise<MemberBars | null> {
  const { startedAtMs, resolvedAtMs, componentIds } = statusEvent;
  if (statusEvent.status === "scheduled" || startedAtMs >= dataAtMs) return null;
  const endMs = isMaintenance(statusEvent) ? resolvedAtMs : (resolvedAtMs ?? null);
  const toMs = Math.min(endMs ?? dataAtMs, dataAtMs);
  const lastedMs = (endOf(statusEvent) ?? toMs) - startedAtMs;
  const fromMs = startedAtMs - Math.max(MIN_LEAD_MS, LEAD * lastedMs);
  const old =
    fromMs < window.fromMs ? await archive.endedIntervals(fromMs, toMs) : new Map<string, never>();
  const rows = components
    .filter(({ id }) => componentIds.includes(id))
    .map(({ id, name, intervals }) => ({
      id,
      name,
      intervals: [...(old.get(id) ?? intervals)]
        .filter((interval) => interval.toMs > fromMs && interval.fromMs < toMs)
        .map(({ status, ...interval }) => ({
          status,
          fromMs: Math.max(interval.fromMs, fromMs),
          toMs: Math.min(interval.toMs, toMs),
        })),
    }));
  const hasIntervals = rows.some(({ intervals }) =>
    intervals.some(({ status }) => status !== "operational" && status !== "unknown"),
  );
  return hasIntervals ? { fromMs, toMs, isOver: endMs !== null, rows } : null;
}
