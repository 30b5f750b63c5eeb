import { DatabaseOpenError } from "#migrations/database-open-error.ts";

import { CHECK_HELP, readCheckCommand } from "./command-line.ts";
import { evidenceListText } from "./evidence-text.ts";
import { observationText } from "./observation-text.ts";
import { openEvidence } from "./open-evidence.ts";
import { replay } from "./replay.ts";
import {
  ConfigError,
  type ProberConfig,
  readAccount,
  readApiKey,
  readConfig,
} from "../prober-config.ts";
import { loopbackControls } from "../run/loopback-controls.ts";
import { Controls } from "../run/controls.ts";
import { EvidenceError } from "../evidence/evidence-source.ts";
import { MonitorFileError } from "../monitor-file/located-document.ts";
import type { CheckConfiguration, MonitorConfiguration } from "../monitor-file/configuration.ts";
import { readMonitorFile } from "../monitor-file/read.ts";
import { runCheck, type RunEnvironment, waitOnTheClock } from "../run/run-check.ts";
import { slotAt } from "../schedule/schedule.ts";
import { startStallWatch } from "../run/stall-watch.ts";

/** Does what an engineer asks of the checks; says whether everything passed. */
async function main(parameters: readonly string[]): Promise<boolean> {
  const command = readCheckCommand(parameters);
  if (command.do === "help") {
    print(CHECK_HELP.trimEnd());
    return true;
  }
  const config = readConfig();
  if (command.do === "list evidence") {
    await using evidence = await openEvidence(config);
    print(evidenceListText(await evidence.list(command.checkId)));
    return true;
  }
  const configuration = await readMonitorFile(config.monitorFile, config.variables);
  if (command.do === "run") return await runNamed(command.names, config, configuration);
  await using evidence = await openEvidence(config);
  await using stack = new AsyncDisposableStack();
  const environment = await environmentOf(config, configuration, stack);
  const { evidenceId } = command;
  const { text, passed } = await replay(evidence, evidenceId, configuration.checks, environment);
  print(text);
  return passed;
}

/** Runs the named checks, or those of the named components, once and now. */
async function runNamed(
  names: readonly string[],
  config: ProberConfig,
  configuration: MonitorConfiguration,
): Promise<boolean> {
  const checks = selectChecks(configuration, names);
  await using stack = new AsyncDisposableStack();
  const environment = await environmentOf(config, configuration, stack);
  let allPassed = true;
  for (const check of checks) {
    const attempts = await runCheck(check, slotAt(Date.now(), check.periodMs), environment);
    for (const { observation } of attempts) print(observationText(check, observation));
    allPassed &&= attempts.at(-1)?.observation.result === "ok";
  }
  return allPassed;
}

/** What a run needs; what it starts is stopped with `stack`. */
async function environmentOf(
  config: ProberConfig,
  { controls }: MonitorConfiguration,
  stack: AsyncDisposableStack,
): Promise<RunEnvironment> {
  const apiKey = await readApiKey(config, 0);
  const account = await readAccount(config);
  return {
    apiKey,
    account,
    stallWatch: stack.adopt(startStallWatch(), (watch) => watch.stop()),
    controls: new Controls([...loopbackControls, ...controls]),
    now: Date.now,
    wait: waitOnTheClock,
    stopping: new AbortController().signal,
  };
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

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  if (!(await main(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
  const isExpected = [ConfigError, DatabaseOpenError, EvidenceError, MonitorFileError].some(
    (kind) => error instanceof kind,
  );
  if (!isExpected || !(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
