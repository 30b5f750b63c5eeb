import type { Logger } from "pino";
import { openStatusDatabase } from "../migrations/status/open-status-database.ts";
import { readConfig as readProberConfig } from "../probes/prober-config.ts";
import { ProberMetrics } from "../probes/metrics/prober-metrics.ts";
import { openMonitorFile } from "../probes/monitor-file/monitor-file.ts";
import { processMetrics } from "#runtime/process-metrics.ts";
import { startProbing } from "../probes/start-probing.ts";
import { adminToken } from "../status-api/settings/admin-token.ts";
import { readConfig as readStatusConfig } from "../status-api/settings/config.ts";
import { logUnknownSettings } from "#runtime/unknown-settings.ts";
import { startStatusApi } from "../status-api/server.ts";

/** A running status page, and a prober in the same process. */
export interface StatusMonitor extends AsyncDisposable {
  /** Where the status page listens. */
  readonly url: string;
  /** Where the console for people on call is. */
  readonly consoleUrl: string;
  /** Rejects with an error that waiting for the database does not fix. */
  readonly reached: Promise<void>;
  /** Starts probing; a first round of checks runs at once, also while the database is away. */
  probe(): Promise<void>;
}

/**
 * Opens the monitor's database and serves the status page from it; probing starts with `probe`.
 *
 * Throws a `Fault`; nothing stays open then.
 */
export async function openStatusMonitor(log: Logger): Promise<StatusMonitor> {
  const proberConfig = readProberConfig();
  const statusConfig = readStatusConfig();
  const file = await openMonitorFile(proberConfig.monitorFile, proberConfig.variables);
  logUnknownSettings(log, file.variableNames);

  await using stack = new AsyncDisposableStack();
  let token = statusConfig.adminToken;
  const { db, reached } = stack.use(
    await openStatusDatabase(
      {
        url: statusConfig.databaseUrl,
        dataDirectory: statusConfig.dataDirectory,
        connections: statusConfig.databasePool,
      },
      { log, prepare: async (database) => void (token = await adminToken(statusConfig, database)) },
    ),
  );
  const metrics = new ProberMetrics(proberConfig.location);
  const statusApi = stack.use(
    await startStatusApi({
      ...statusConfig,
      db,
      adminToken: () => token,
      registers: [processMetrics(), metrics.registry],
      logger: log,
    }),
  );
  const running = stack.move();

  return {
    url: statusApi.url,
    consoleUrl: statusApi.consoleUrl,
    reached,
    async probe() {
      running.use(await startProbing(proberConfig, file, { db, metrics, log }));
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
