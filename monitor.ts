import { programLog } from "#runtime/program-log.ts";
import { abortedUnlessFailed } from "#runtime/stop-signals.ts";
import { run } from "./launch/run.ts";
import { openStatusMonitor } from "./launch/status-monitor.ts";

/** Runs the prober and the status page in one process, without the service: `npm run monitor`. */
await run(async (stop) => {
  const log = programLog("monitor");
  await using monitor = await openStatusMonitor(log);
  await monitor.probe();
  log.info({ statusPage: monitor.url, console: monitor.consoleUrl }, "probing");
  await abortedUnlessFailed(stop, monitor.reached);
  log.info("stopping");
});
