import type { Database } from "#migrations/status/schema.ts";
import { type IncidentHistory, readIncidentHistory } from "./incident-history.ts";
import { type IntervalHistory, readIntervals } from "./interval-history.ts";
import {
  type ComponentRow,
  type ConfiguredGroup,
  type Page,
  readComponents,
  readGroups,
  readPage,
} from "./components.ts";
import { readRevision } from "./revision.ts";
import { uptimeWindow } from "../domain/uptime.ts";

/** What the snapshot is made from, read in one go; all times are epoch milliseconds. */
export interface HistoryRows extends IncidentHistory, IntervalHistory {
  readonly revision: number;
  readonly changedAtMs: number;
  /** Undefined while no prober has set the page up. */
  readonly page: Page | undefined;
  readonly groups: readonly ConfiguredGroup[];
  readonly components: readonly ComponentRow[];
}

/**
 * Reads everything the snapshot needs as of `nowMs`; rows as many as there were changes, never samples. What has not
 * changed since `known` was read is taken from there: most revisions are observations that change no interval.
 */
export async function readHistory(
  db: Database,
  nowMs: number,
  known?: HistoryRows,
): Promise<HistoryRows> {
  // Repeatable read: all of it is of one revision, also while probers go on writing.
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const windowStart = new Date(uptimeWindow(nowMs).fromMs);
      const revision = await readRevision(tx);
      return {
        revision: revision.number,
        changedAtMs: revision.changedAtMs,
        page: await readPage(tx),
        groups: await readGroups(tx),
        components: await readComponents(tx),
        ...(await readIntervals(tx, windowStart, known)),
        ...(await readIncidentHistory(tx, windowStart, known)),
      };
    });
}
