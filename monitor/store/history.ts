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

/** The input of the snapshot, read in one transaction; all times are epoch milliseconds. */
export interface HistoryRows extends IncidentHistory, IntervalHistory {
  readonly revision: number;
  readonly changedAtMs: number;
  /** Undefined while no prober has set the page up. */
  readonly page: Page | undefined;
  readonly groups: readonly ConfiguredGroup[];
  readonly components: readonly ComponentRow[];
}

/**
 * Reads everything that the snapshot needs at `nowMs`; the number of rows grows with changes, never with observations. What has
 * not changed since `known` was read is taken from there: most revisions are observations that change no interval.
 */
export async function readHistory(
  db: Database,
  nowMs: number,
  known?: HistoryRows,
): Promise<HistoryRows> {
  // Repeatable read, so that everything belongs to one revision while probers continue to write.
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
