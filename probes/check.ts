import { ConfigError, readAccount, readApiKey, readConfig } from "./config.ts";
import { loopbackControls } from "./controls-on-loopback.ts";
import { Controls } from "./controls.ts";
import { MonitorFileError } from "./monitor-file/complaint.ts";
import type { CheckConfiguration, MonitorConfiguration } from "./monitor-file/configuration.ts";
import { readMonitorFile } from "./monitor-file/read.ts";
import type { Observation } from "./observation.ts";
import { reasons } from "./reason.ts";
import { runCheck, waitOnTheClock } from "./run-check.ts";
import { slotAt } from "./schedule.ts";
import { startStallWatch } from "./stall-watch.ts";

/** Runs the named checks, or those of the named components, once and now, and says what they found. */
async function main(names: readonly string[]): Promise<boolean> {
  const config = readConfig();
  const configuration = await readMonitorFile(config.monitorFile, config.variables);
  const checks = selectChecks(configuration, names);
  const apiKey = await readApiKey(config, 0);
  const account = await readAccount(config);
  const stallWatch = startStallWatch();
  const controls = new Controls([...loopbackControls, ...configuration.controls]);
  let allPassed = true;
  try {
    for (const check of checks) {
      const attempts = await runCheck(check, slotAt(Date.now(), check.periodMs), {
        apiKey,
        account,
        stallWatch,
        controls,
        now: Date.now,
        wait: waitOnTheClock,
        stopping: new AbortController().signal,
      });
      const found = attempts.map(({ observation }) => describe(check, observation));
      process.stdout.write(`${found.join("\n")}\n`);
      allPassed &&= attempts.at(-1)?.observation.result === "ok";
    }
  } finally {
    stallWatch.stop();
  }
  return allPassed;
}

function selectChecks(
  { components, checks }: MonitorConfiguration,
  names: readonly string[],
): CheckConfiguration[] {
  const known = [...components.map(({ id }) => id), ...checks.map(({ id }) => id)];
  const unknown = names.find((name) => !known.includes(name));
  if (names.length === 0 || unknown !== undefined) {
    const got = unknown === undefined ? "no check named" : `no check "${unknown}"`;
    throw new ConfigError(`${got}; there are: ${[...new Set(known)].join(", ")}`);
  }
  return checks.filter((check) => names.includes(check.id) || names.includes(check.componentId));
}

function describe(check: CheckConfiguration, found: Observation): string {
  const { result, reason, message, phases, measures, texts, durationMs, attempt } = found;
  const rounded = Object.entries(phases).map(([phase, ms]) => `${phase} ${ms.toFixed(1)}`);
  const lines = [
    `${check.id} (${check.kind}), attempt ${attempt}: ${result}${reason === null ? "" : `, ${reason}`}`,
    ...(reason === null ? [] : [`  meaning   ${reasons[reason].meaning}`]),
    ...(message === null ? [] : [`  message   ${message}`]),
    `  took      ${durationMs.toFixed(0)} ms${rounded.length > 0 ? ` (ms: ${rounded.join(", ")})` : ""}`,
    ...Object.entries(measures).map(([name, value]) => `  ${name} ${value.toFixed(3)}`),
    ...Object.entries(texts).map(([name, text]) => `  ${name.padEnd(9)} ${text}`),
  ];
  return lines.join("\n");
}

try {
  if (!(await main(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof MonitorFileError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
