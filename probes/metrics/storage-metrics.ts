import { Counter, Gauge, type Registry } from "prom-client";

/** Why results were lost for good. */
const lossReasons = ["spool_full", "unreadable", "refused"] as const;

/** Results that wait on the disk. */
interface WaitingResults {
  readonly count: number;
  readonly oldestSlotMs: number | undefined;
}

/** What metrics say of where results are kept. */
export interface StorageMetrics {
  /** Shows from now on how much waits in `spool` and since when. */
  followSpool(spool: WaitingResults, now: () => number): void;
  /** Shows from now on whether the database takes what it is given. */
  followDatabase(database: { readonly isDatabaseUp: boolean }): void;
  /** Counts results that were lost for good. */
  countLost(reason: (typeof lossReasons)[number], results: number): void;
  /** Counts a statement that failed though the database is there. */
  countQueryError(): void;
}

/** Makes the metrics of a prober's database and spool in `registry`. */
export function storageMetrics(registry: Registry): StorageMetrics {
  const registers = [registry];
  let spool: WaitingResults | undefined;
  let nowMs = Date.now;
  let database: { readonly isDatabaseUp: boolean } | undefined;
  new Gauge({
    name: "probe_spooled_results",
    help: "Results of slots that wait on the disk for the database.",
    registers,
    collect() {
      this.set(spool?.count ?? 0);
    },
  });
  new Gauge({
    name: "probe_spool_age_seconds",
    help: "Since the start of the oldest slot whose result waits on the disk; 0 when none does.",
    registers,
    collect() {
      const oldestMs = spool?.oldestSlotMs;
      this.set(oldestMs === undefined ? 0 : Math.max(0, nowMs() - oldestMs) / 1000);
    },
  });
  new Gauge({
    name: "probe_database_up",
    help: "Whether the database took what it was last given.",
    registers,
    collect() {
      this.set(database?.isDatabaseUp === false ? 0 : 1);
    },
  });
  const lost = new Counter({
    name: "probe_lost_results_total",
    help: "Results lost for good: given up when the spool was full, unreadable in it, or refused by the database.",
    labelNames: ["reason"],
    registers,
  });
  for (const reason of lossReasons) lost.inc({ reason }, 0);
  const queryErrors = new Counter({
    name: "probe_query_errors_total",
    help: "Statements that failed though the database is there; a slot that could not be claimed is run all the same.",
    registers,
  });
  return {
    followSpool(followed, now) {
      spool = followed;
      nowMs = now;
    },
    followDatabase: (followed) => void (database = followed),
    countLost: (reason, results) => lost.inc({ reason }, results),
    countQueryError: () => queryErrors.inc(),
  };
}
