import { programLog } from "#runtime/program-log.ts";
import { Registry } from "prom-client";
import { endWith } from "#runtime/fault.ts";
import { answerWatchdog } from "#runtime/watchdog.ts";
import { writeForOwnerAlone } from "#runtime/private-directory.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { readConfig } from "./prober-config.ts";
import { type Readiness, serveMetrics } from "./metrics/metrics-server.ts";
import { ProberMetrics } from "./metrics/prober-metrics.ts";
import { openMonitorFile } from "./monitor-file/monitor-file.ts";
import { processMetrics } from "#runtime/process-metrics.ts";
import { abortedUnlessFailed, StopSignals } from "#runtime/stop-signals.ts";
import { logUnknownSettings } from "#runtime/unknown-settings.ts";
import { startProbing } from "./start-probing.ts";

/** Runs a prober in a process of its own until a signal stops it. */
async function main(): Promise<void> {
  writeForOwnerAlone();
  const config = readConfig();
  const { databaseUrl: url, databasePool: connections, dataDirectory, location } = config;
  const file = await openMonitorFile(config.monitorFile, config.variables);
  const { requested, hurried } = new StopSignals();
  hurried.addEventListener("abort", () => process.exit(1));
  const log = programLog("prober");
  logUnknownSettings(log, file.variableNames);
  answerWatchdog(log);
  const metrics = new ProberMetrics(location);
  let readiness: Readiness = { status: "waiting", for: "database" };
  const registry = Registry.merge([processMetrics(), metrics.registry]);
  await using server = await serveMetrics(registry, config.metricsPort, {
    tokens: config.metricsTokens,
    readiness: () => (requested.aborted ? { status: "draining" } : readiness),
  });
  await using database = await openStatusDatabase({ url, dataDirectory, connections }, { log });
  readiness = { status: "waiting", for: "api_key" };
  const starting = startProbing(config, file, { db: database.db, metrics, log }, requested);
  const probing = await starting.catch((error: unknown) => {
    if (!requested.aborted) throw error;
  });
  if (probing === undefined) return;
  await using _probing = probing;
  readiness = { status: "ok" };
  log.info({ location, metricsPort: server.port }, "probing");
  await abortedUnlessFailed(requested, database.reached);
  log.info("stopping");
}

await main().catch(endWith);
