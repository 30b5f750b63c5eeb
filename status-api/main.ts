import { programLog } from "#runtime/program-log.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { endWith } from "#runtime/fault.ts";
import { answerWatchdog } from "#runtime/watchdog.ts";
import { writeForOwnerAlone } from "#runtime/private-directory.ts";
import { adminToken } from "./settings/admin-token.ts";
import { readConfig } from "./settings/config.ts";
import { processMetrics } from "#runtime/process-metrics.ts";
import { abortedUnlessFailed, StopSignals } from "#runtime/stop-signals.ts";
import { startTracing } from "#runtime/tracing.ts";
import { logUnknownSettings } from "#runtime/unknown-settings.ts";
import { startStatusApi } from "./server.ts";

/** Serves the status API and the page in a process of its own until it receives a signal to stop. */
async function main(): Promise<void> {
  writeForOwnerAlone();
  const config = readConfig();
  const signals = new StopSignals();
  const logger = programLog("status-api");
  logUnknownSettings(logger);
  if (!process.stdout.isTTY) {
    process.on("SIGHUP", () => logger.info("SIGHUP: settings are read at the start alone"));
  }
  answerWatchdog(logger);
  await using _traces = await startTracing("status-api");
  let token = config.adminToken;
  await using database = await openStatusDatabase(
    {
      url: config.databaseUrl,
      dataDirectory: config.dataDirectory,
      connections: config.databasePool,
    },
    { log: logger, prepare: async (db) => void (token = await adminToken(config, db)) },
  );
  await using statusApi = await startStatusApi({
    ...config,
    db: database.db,
    adminToken: () => token,
    registers: [processMetrics()],
    hurried: signals.hurried,
    logger,
  });
  logger.info(
    { listening: statusApi.url, page: config.url, console: statusApi.consoleUrl },
    "the status page is up",
  );
  await abortedUnlessFailed(signals.requested, database.reached);
  logger.info({ drainSeconds: config.drainSeconds }, "stopping");
}

await main().catch(endWith);
