import type { Logger } from "pino";
import type { Database } from "#migrations/status/schema.ts";
import type { ProberMetrics } from "./metrics/prober-metrics.ts";
import { MonitorFileError } from "./monitor-file/located-document.ts";
import type { MonitorFile } from "./monitor-file/monitor-file.ts";
import { startProber } from "./prober.ts";
import { type ProberConfig, readAccount, readApiKey } from "./prober-config.ts";

/** The service that makes the API key may be starting at the same moment. */
const KEY_PATIENCE_MS = 15_000;

/**
 * Probes what `file` says until it is disposed, and goes over to what the file says when it changes: one that cannot be
 * used leaves the last good configuration as it is and is named in one line of the log.
 *
 * Throws `ConfigError` when there is no API key within 15 seconds; the reason of `stop` where that is aborted before.
 */
export async function startProbing(
  config: ProberConfig,
  file: MonitorFile,
  { db, metrics, log }: { db: Database; metrics: ProberMetrics; log: Logger },
  stop?: AbortSignal,
): Promise<AsyncDisposable> {
  const apiKey = await readApiKey(config, KEY_PATIENCE_MS, {
    stop,
    onWait: (file) =>
      log.warn(
        { file, seconds: KEY_PATIENCE_MS / 1000 },
        "PROBE_API_KEY is not set: waiting for the file that a speech service of this machine writes at its start",
      ),
  });
  const account = await readAccount(config);
  const { configuration } = file;
  const running = new AsyncDisposableStack();
  const prober = running.use(
    await startProber({ ...config, db, metrics, log, configuration, apiKey, account }),
  );
  metrics.showReload("taken");
  const watch = running.use(
    file.watch({
      async take(changed) {
        await prober.reconfigure(changed);
        metrics.showReload("taken");
        log.info({ checks: changed.checks.length }, "the monitor file has been read anew");
      },
      refuse(error) {
        metrics.showReload("refused");
        const why =
          error instanceof MonitorFileError ? error.message : `cannot be stored: ${String(error)}`;
        log.error(`${why}; the last good configuration stays`);
      },
    }),
  );
  const reload = (): void => watch.reload();
  // In a terminal SIGHUP says that the terminal is gone, and ends the program as ever.
  if (!process.stdout.isTTY) process.on("SIGHUP", reload);
  running.defer(() => void process.off("SIGHUP", reload));
  return running;
}
