import type { Logger } from "pino";
import { DatabaseOpenError } from "../migrations/database-open-error.ts";
import { openStatusDatabase } from "../migrations/status/open-status-database.ts";
import {
  ConfigError as ProberConfigError,
  readAccount,
  readApiKey,
  readConfig as readProberConfig,
} from "../probes/config.ts";
import { ProberMetrics } from "../probes/metrics/metrics.ts";
import { MonitorFileError } from "../probes/monitor-file/located-document.ts";
import { openMonitorFile } from "../probes/monitor-file/monitor-file.ts";
import { startMonitor } from "../probes/monitor.ts";
import { processMetrics } from "../probes/metrics/process-metrics.ts";
import { reloadOnChange } from "../probes/reload.ts";
import { adminToken } from "../status-api/admin/admin-token.ts";
import {
  ConfigError as StatusConfigError,
  readConfig as readStatusConfig,
} from "../status-api/config.ts";
import { startStatusApi } from "../status-api/server.ts";
import type { Fault } from "./run.ts";

/** A status page that is served, and a prober beside it in the same process. */
export interface StatusMonitor extends AsyncDisposable {
  /** Where the status page listens. */
  readonly url: string;
  /** Starts probing; a first round of checks runs at once. */
  probe(): Promise<void>;
}

/** What can be wrong with its settings, its configuration file or its database. */
export const monitorFaults: readonly Fault[] = [
  DatabaseOpenError,
  MonitorFileError,
  ProberConfigError,
  StatusConfigError,
];

const keyPatienceMs = 15_000;

/**
 * Opens the monitor's database and serves the status page from it; probing starts when asked for.
 *
 * Throws one of `monitorFaults`; nothing stays open then.
 */
export async function openStatusMonitor(log: Logger): Promise<StatusMonitor> {
  const proberConfig = readProberConfig();
  const statusConfig = readStatusConfig();
  const file = await openMonitorFile(proberConfig.monitorFile, proberConfig.variables);

  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(
    await openStatusDatabase({
      url: statusConfig.databaseUrl,
      dataDirectory: statusConfig.dataDirectory,
    }),
  );
  const metrics = new ProberMetrics(proberConfig.location);
  const statusApi = stack.use(
    await startStatusApi({
      db,
      host: statusConfig.host,
      port: statusConfig.port,
      metricsToken: statusConfig.metricsToken,
      subscriptions: statusConfig.subscriptions,
      trustedProxies: statusConfig.trustedProxies,
      adminToken: await adminToken(statusConfig),
      registers: [processMetrics(), metrics.registry],
      logger: log,
    }),
  );
  const running = stack.move();

  return {
    url: statusApi.url,
    async probe() {
      const apiKey = await readApiKey(proberConfig, keyPatienceMs);
      const account = await readAccount(proberConfig);
      const { location, dataDirectory, spoolMegabytes } = proberConfig;
      const { observationDays, heartbeatUrl } = proberConfig;
      const { configuration } = file;
      const monitor = running.use(
        await startMonitor({
          db,
          configuration,
          apiKey,
          account,
          location,
          dataDirectory,
          spoolMegabytes,
          observationDays,
          heartbeatUrl,
          metrics,
          log,
        }),
      );
      running.use(reloadOnChange({ file, monitor, metrics, log }));
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
