import { programLog } from "#runtime/program-log.ts";
import { Registry } from "prom-client";
import { endWith } from "#runtime/fault.ts";
import { answerWatchdog } from "#runtime/watchdog.ts";
import { writeForOwnerAlone } from "#runtime/private-directory.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { readConfig } from "./prober-config.ts";
import { serveMetrics } from "./metrics/metrics-server.ts";
import { ProberMetrics } from "./metrics/prober-metrics.ts";
import { openMonitorFile } from "./monitor-file/monitor-file.ts";
import { processMetrics } from "#monitor/process-metrics.ts";
import { abortedUnlessFailed, StopSignals } from "#runtime/stop-signals.ts";
import { tellUnknownSettings } from "#runtime/unknown-settings.ts";
import { startProbing } from "./start-probing.ts";

/** Probes in a process of its own until it is told to stop. */
async function main(): Promise<void> {
  writeForOwnerAlone();
  const config = readConfig();
  const { databaseUrl: url, databasePool: connections, dataDirectory, location } = config;
  const file = await openMonitorFile(config.monitorFile, config.variables);
  const log = programLog("prober");
  tellUnknownSettings(log, file.variableNames);
  answerWatchdog(log);
  await using database = await openStatusDatabase({ url, dataDirectory, connections }, { log });
  const metrics = new ProberMetrics(location);
  const registry = Registry.merge([processMetrics(), metrics.registry]);
  await using server = await serveMetrics(registry, config.metricsPort, config.metricsToken);
  await using _probing = await startProbing(config, file, { db: database.db, metrics, log });
  log.info({ location, metricsPort: server.port }, "probing");
  const { asked, hurried } = new StopSignals();
  hurried.addEventListener("abort", () => process.exit(1));
  await abortedUnlessFailed(asked, database.reached);
  log.info("stopping");
}

await main().catch(endWith);
