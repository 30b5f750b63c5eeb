import { join } from "node:path";
import type { Logger } from "pino";
import { ResultStore, type ResultStoreOptions } from "./result-store.ts";
import { openSpool, standardSpoolMegabytes } from "./spool.ts";
import type { StorageMetrics } from "../metrics/storage-metrics.ts";

/** Where a prober keeps its results, and who is told. */
export interface OpenResultStoreOptions extends Omit<
  ResultStoreOptions,
  "spool" | "onRefused" | "onQueryError"
> {
  /** Results wait in its folder `spool`. */
  readonly dataDirectory: string;
  readonly spoolMegabytes?: number | undefined;
  readonly metrics: StorageMetrics;
  readonly log: Logger;
}

/** Opens the spool and the store of results over it, with what they tell in the log and in metrics. */
export async function openResultStore(options: OpenResultStoreOptions): Promise<ResultStore> {
  const { dataDirectory, spoolMegabytes = standardSpoolMegabytes, metrics, log, now } = options;
  const spool = await openSpool({
    directory: join(dataDirectory, "spool"),
    prober: options.prober,
    maximumBytes: spoolMegabytes * 1024 * 1024,
    onDropped: (results) => {
      metrics.countLost("spool_full", results);
      log.error({ results, spoolMegabytes }, "the spool is full: its oldest results are given up");
    },
    onUnreadable: (file, line) => {
      metrics.countLost("unreadable", 1);
      log.warn({ file, line: line.slice(0, 200) }, "a spooled line is no result, or half of one");
    },
  });
  const store = new ResultStore({
    ...options,
    spool,
    onRefused: (results) => metrics.countLost("refused", results),
    onQueryError: (error) => {
      metrics.countQueryError();
      log.error({ err: error }, "a statement failed though the database is there");
    },
  });
  metrics.followSpool(spool, now);
  metrics.followDatabase(store);
  return store;
}
