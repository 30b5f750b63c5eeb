import { pino } from "pino";
import { Registry } from "prom-client";

import { DatabaseOpenError } from "#migrations/database-open-error.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";

import { ConfigError, readAccount, readApiKey, readConfig } from "./config.ts";
import { serveMetrics } from "./metrics/metrics-server.ts";
import { ProberMetrics } from "./metrics/metrics.ts";
import { startMonitor } from "./monitor.ts";
import { MonitorFileError } from "./monitor-file/located-document.ts";
import { openMonitorFile } from "./monitor-file/monitor-file.ts";
import { processMetrics } from "./metrics/process-metrics.ts";
import { reloadOnChange } from "./reload.ts";

const KEY_PATIENCE_MS = 15_000;

/** Probes in a process of its own until it is told to stop. */
async function main(): Promise<void> {
  const config = readConfig();
  const file = await openMonitorFile(config.monitorFile, config.variables);
  const apiKey = await readApiKey(config, KEY_PATIENCE_MS);
  await using database = await openStatusDatabase({
    url: config.databaseUrl,
    dataDirectory: config.dataDirectory,
  });
  const log = pino({ name: "prober" });
  const { location, metricsPort, metricsToken } = config;
  const proberMetrics = new ProberMetrics(location);
  const registry = Registry.merge([processMetrics(), proberMetrics.registry]);
  await using metrics = await serveMetrics(registry, metricsPort, metricsToken);
  await using monitor = await startMonitor({
    db: database.db,
    configuration: file.configuration,
    apiKey,
    account: await readAccount(config),
    location,
    dataDirectory: config.dataDirectory,
    spoolMegabytes: config.spoolMegabytes,
    observationDays: config.observationDays,
    heartbeatUrl: config.heartbeatUrl,
    metrics: proberMetrics,
    log,
  });
  await using _reloading = reloadOnChange({ file, monitor, metrics: proberMetrics, log });
  log.info({ location, metricsPort: metrics.port }, "probing");
  await toldToStop();
  log.info("stopping");
}

function toldToStop(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  return promise;
}

try {
  await main();
} catch (error) {
  const isExpected = [ConfigError, DatabaseOpenError, MonitorFileError].some(
    (kind) => error instanceof kind,
  );
  if (!isExpected || !(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
