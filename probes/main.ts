import { pino } from "pino";
import { Registry } from "prom-client";
import { DatabaseOpenError } from "#migrations/database-open-error.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { ConfigError } from "#settings/settings.ts";
import { readConfig } from "./prober-config.ts";
import { MetricsPortError, serveMetrics } from "./metrics/metrics-server.ts";
import { ProberMetrics } from "./metrics/prober-metrics.ts";
import { MonitorFileError } from "./monitor-file/located-document.ts";
import { openMonitorFile } from "./monitor-file/monitor-file.ts";
import { processMetrics } from "#monitor/process-metrics.ts";
import { toldToStop } from "#monitor/told-to-stop.ts";
import { startProbing } from "./start-probing.ts";

/** Probes in a process of its own until it is told to stop. */
async function main(): Promise<void> {
  const config = readConfig();
  const { databaseUrl: url, dataDirectory, location } = config;
  const file = await openMonitorFile(config.monitorFile, config.variables);
  await using database = await openStatusDatabase({ url, dataDirectory });
  const log = pino({ name: "prober" });
  const metrics = new ProberMetrics(location);
  const registry = Registry.merge([processMetrics(), metrics.registry]);
  await using server = await serveMetrics(registry, config.metricsPort, config.metricsToken);
  await using _probing = await startProbing(config, file, { db: database.db, metrics, log });
  log.info({ location, metricsPort: server.port }, "probing");
  await toldToStop();
  log.info("stopping");
}

try {
  await main();
} catch (error) {
  const expected = [ConfigError, DatabaseOpenError, MetricsPortError, MonitorFileError];
  if (!expected.some((kind) => error instanceof kind) || !(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
