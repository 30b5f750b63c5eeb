import { pino } from "pino";
import { logOutput } from "#settings/log-output.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { endWith } from "#settings/fault.ts";
import { writeForOwnerAlone } from "#settings/private-directory.ts";
import { adminToken } from "./settings/admin-token.ts";
import { readConfig } from "./settings/config.ts";
import { processMetrics } from "#monitor/process-metrics.ts";
import { aborted, StopSignals } from "#settings/stop-signals.ts";
import { startStatusApi } from "./server.ts";

/** Serves the status API and the page in a process of its own until it is told to stop. */
async function main(): Promise<void> {
  writeForOwnerAlone();
  const config = readConfig();
  await using database = await openStatusDatabase({
    url: config.databaseUrl,
    dataDirectory: config.dataDirectory,
  });
  const signals = new StopSignals();
  const logger = pino({ name: "status-api" }, logOutput());
  await using statusApi = await startStatusApi({
    ...config,
    db: database.db,
    adminToken: await adminToken(config, database.db),
    registers: [processMetrics()],
    hurried: signals.hurried,
    logger,
  });
  logger.info({ listening: statusApi.url, page: config.url }, "the status page is up");
  await aborted(signals.asked);
  logger.info({ drainSeconds: config.drainSeconds }, "stopping");
}

await main().catch(endWith);
