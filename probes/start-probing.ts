import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { ProberMetrics } from "./metrics/prober-metrics.ts";
import { MonitorFileError } from "./monitor-file/located-document.ts";
import type { MonitorFile } from "./monitor-file/monitor-file.ts";
import { type Prober, startProber } from "./prober.ts";
import { type ProberConfig, readAccount, readApiKey } from "./prober-config.ts";

/** What probing writes to. */
export interface ProbingTargets {
  readonly db: Kysely<StatusDatabase>;
  readonly metrics: ProberMetrics;
  readonly log: Logger;
}

/** The service that makes the API key may be starting at the same moment. */
const KEY_PATIENCE_MS = 15_000;

/**
 * Probes what `file` says until it is disposed, and goes over to what the file says when it changes.
 *
 * Throws `ConfigError` when there is no API key within 15 seconds.
 */
export async function startProbing(
  config: ProberConfig,
  file: MonitorFile,
  targets: ProbingTargets,
): Promise<AsyncDisposable> {
  const apiKey = await readApiKey(config, KEY_PATIENCE_MS);
  const account = await readAccount(config);
  const { configuration } = file;
  const prober = await startProber({ ...config, ...targets, configuration, apiKey, account });
  const reloading = reloadOnChange(file, prober, targets);
  return {
    async [Symbol.asyncDispose]() {
      await reloading[Symbol.asyncDispose]();
      await prober.stop();
    },
  };
}

/** A file that cannot be used leaves the last good configuration as it is and is named in one line of the log. */
function reloadOnChange(
  file: MonitorFile,
  prober: Prober,
  { metrics, log }: ProbingTargets,
): AsyncDisposable {
  metrics.showReload("taken");
  const watch = file.watch({
    async take(configuration) {
      await prober.reconfigure(configuration);
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
  const reload = (): void => watch.reload();
  // In a terminal SIGHUP says that the terminal is gone, and ends the program as ever.
  if (!process.stdout.isTTY) process.on("SIGHUP", reload);
  return {
    async [Symbol.asyncDispose]() {
      process.off("SIGHUP", reload);
      await watch[Symbol.asyncDispose]();
    },
  };
}
