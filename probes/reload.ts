import type { Logger } from "pino";

import type { ProberMetrics } from "./metrics/metrics.ts";
import { MonitorFileError } from "./monitor-file/located-document.ts";
import type { MonitorFile } from "./monitor-file/monitor-file.ts";
import type { Monitor } from "./monitor.ts";

/** What reloading concerns. */
export interface ReloadOptions {
  readonly file: MonitorFile;
  readonly monitor: Pick<Monitor, "reconfigure">;
  readonly metrics: Pick<ProberMetrics, "showReload">;
  readonly log: Pick<Logger, "info" | "error">;
}

/**
 * Gives the monitor its file when that changes, and at SIGHUP unless it runs in a terminal, until it is disposed.
 *
 * A file that cannot be used leaves the last good configuration as it is and is named in one line of the log.
 */
export function reloadOnChange({ file, monitor, metrics, log }: ReloadOptions): AsyncDisposable {
  metrics.showReload("taken");
  const watch = file.watch({
    async take(configuration) {
      await monitor.reconfigure(configuration);
      metrics.showReload("taken");
      log.info({ checks: configuration.checks.length }, "the monitor file has been read anew");
    },
    refuse(error) {
      metrics.showReload("refused");
      const why =
        error instanceof MonitorFileError ? error.message : `cannot be stored: ${String(error)}`;
      log.error(`${why}; the last good configuration stays`);
    },
  });
  const hangUp = (): void => watch.reload();
  // In a terminal it says that the terminal is gone, and ends the program as ever.
  if (!process.stdout.isTTY) process.on("SIGHUP", hangUp);
  return {
    async [Symbol.asyncDispose]() {
      process.off("SIGHUP", hangUp);
      await watch[Symbol.asyncDispose]();
    },
  };
}
