import type { Logger } from "pino";
import type { Database } from "#migrations/status/schema.ts";
import type { ProberMetrics } from "./metrics/prober-metrics.ts";
import { MonitorFileError } from "./monitor-file/located-document.ts";
import type { MonitorFile } from "./monitor-file/monitor-file.ts";
import { startProber } from "./prober.ts";
import { type ProberConfig, readAccount, readApiKey } from "./prober-config.ts";

/** The service that makes the API key may be starting at the same moment. */
const KEY_TIMEOUT_MS = 15_000;

/**
 * Probes what `file` configures until disposed, and switches to each changed version. A version that cannot be used is reported
 * in one line of the log, and the last good configuration stays.
 *
 * Throws `ConfigError` when there is no API key within 15 seconds, or the reason of `stop` when that aborts before.
 */
export async function startProbing(
  config: ProberConfig,
  file: MonitorFile,
  { db, metrics, log }: { db: Database; metrics: ProberMetrics; log: Logger },
  stop?: AbortSignal,
): Promise<AsyncDisposable> {
  const apiKey = await readApiKey(config, KEY_TIMEOUT_MS, {
    stop,
    onWait: (file) =>
      log.warn(
        { file, seconds: KEY_TIMEOUT_MS / 1000 },
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
  // In a terminal SIGHUP means that the terminal is gone, and ends the program as by default.
  if (!process.stdout.isTTY) process.on("SIGHUP", reload);
  running.defer(() => void process.off("SIGHUP", reload));
  return running;
}
