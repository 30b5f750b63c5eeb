/**
 * A prober that has more results than it can store: `node prober-storing.ts PARAMETERS` stores the results of all its checks in
 * the slot that it is told, batch by batch, as the product's prober does, and says when they are stored.
 */

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { recordPassingTime, recordRuns } from "#probes/results/recorder.ts";
import { checkIdOf, PERIOD_MS, runOf } from "./runs.ts";

/** What it is told on its command line, as JSON. */
export interface Storing {
  readonly url: string;
  readonly location: string;
  /** Where in the list of checks it begins, as each location runs them at another time of the slot. */
  readonly from: number;
  readonly checks: number;
  /** Results that share a transaction. */
  readonly batch: number;
}

const { url, location, from, checks, batch } = JSON.parse(process.argv[2] ?? "") as Storing;
const database = await openStatusDatabase({ url, dataDirectory: "" });

/** The clock is that of the slots, which come as fast as they are stored. */
async function storeSlot(slotMs: number): Promise<void> {
  const { db } = database;
  const nowMs = slotMs + PERIOD_MS / 2;
  const seen = db.updateTable("probers").set({ last_seen_at: new Date(nowMs) });
  await seen.where("location", "=", location).execute();
  for (let done = 0; done < checks; done += batch) {
    const size = Math.min(batch, checks - done);
    const runs = Array.from({ length: size }, (_, index) =>
      runOf(checkIdOf((from + done + index) % checks), slotMs, location),
    );
    await recordRuns(db, runs, nowMs);
    // As after ten seconds: every prober looks what follows from time alone.
    if (done === 0) await recordPassingTime(db, nowMs);
  }
}

process.on("message", (slotMs: number) => {
  void storeSlot(slotMs).then(() => process.send?.("stored"));
});
process.once("disconnect", () => void database.close());
process.send?.("open");
