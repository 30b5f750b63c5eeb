import { flushCompileCache } from "node:module";
import { pino } from "pino";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";

import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { startProber } from "../../../probes/prober.ts";
import { manyChecksConfiguration, quickConfiguration } from "./quick-configuration.ts";

// A program for tests: once told to on stdin, it probes an address from the location `here`, until it is killed: every second, or
// with `many` checks.
const [url = "", dataDirectory = "", target = "", checks = "quick"] = process.argv.slice(2);
const { db } = await openStatusDatabase({ url, dataDirectory });
// It will be killed, and could not pass on what it compiled at its end.
flushCompileCache();
process.stdout.write("ready\n");
process.stdin.once("data", () => {
  void startProber({
    db,
    configuration: checks === "many" ? manyChecksConfiguration(target) : quickConfiguration(target),
    apiKey: "",
    location: "here",
    dataDirectory,
    metrics: new ProberMetrics("here"),
    log: pino({ level: "error" }, process.stderr),
  });
});
