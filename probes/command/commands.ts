import { Option } from "commander";
import { ConfigError } from "#settings/settings.ts";
import { type ProberConfig, readAccount, readApiKey } from "../prober-config.ts";
import { evidenceOf, proberVersions } from "../evidence/evidence.ts";
import { evidenceLimits } from "../evidence/evidence-limits.ts";
import { EvidenceError } from "../evidence/evidence-source.ts";
import type { CheckConfiguration, MonitorConfiguration } from "../monitor-file/configuration.ts";
import { readMonitorFile } from "../monitor-file/read.ts";
import { Controls } from "../run/controls.ts";
import { loopbackControls } from "../run/loopback-controls.ts";
import { runAttempt, runCheck, type RunEnvironment, waitOnTheClock } from "../run/run-check.ts";
import { startStallWatch } from "../run/stall-watch.ts";
import { slotAt } from "../schedule/schedule.ts";
import { evidenceListText, replayText } from "./evidence-text.ts";
import { observationText } from "./observation-text.ts";
import { openEvidence } from "./open-evidence.ts";

type Print = (text: string) => void;

/** Something to be asked for by an option; `run` returns whether everything that was run passed. */
export interface CheckCommand {
  readonly option: Option;
  readonly run: (config: ProberConfig, value: string | undefined, print: Print) => Promise<boolean>;
}

/** Every command that an option asks for; without one, checks are run by their names. */
export const commands: readonly CheckCommand[] = [
  {
    option: new Option(
      "--evidence [check]",
      "list what is kept of failed speech runs, and of the last good ones",
    ),
    run: listEvidence,
  },
  {
    option: new Option(
      "--replay <evidence>",
      "run a kept one again with the same input, and show both results",
    ),
    run: replay,
  },
];

/** Runs the named checks, or those of the named components, once and now; throws `ConfigError` for unknown names. */
export async function runNamedChecks(
  config: ProberConfig,
  names: readonly string[],
  print: Print,
): Promise<boolean> {
  const configuration = await readMonitorFile(config.monitorFile, config.variables);
  const checks = selectChecks(configuration, names);
  await using stack = new AsyncDisposableStack();
  const environment = await environmentOf(config, configuration, stack);
  let passed = true;
  for (const check of checks) {
    const attempts = await runCheck(check, slotAt(Date.now(), check.periodMs), environment);
    for (const { observation } of attempts) print(observationText(check, observation));
    passed &&= attempts.at(-1)?.observation.result === "ok";
  }
  return passed;
}

async function listEvidence(
  config: ProberConfig,
  checkId: string | undefined,
  print: Print,
): Promise<boolean> {
  await using evidence = await openEvidence(config);
  print(evidenceListText(await evidence.list(checkId)));
  return true;
}

/** Runs a kept run again, now and once, with what it sent to the service. */
async function replay(config: ProberConfig, id = "", print: Print): Promise<boolean> {
  const configuration = await readMonitorFile(config.monitorFile, config.variables);
  await using source = await openEvidence(config);
  const kept = await source.read(id);
  if (kept === undefined) {
    throw new EvidenceError(
      `there is no evidence ${id}; npm run check -- --evidence lists what there is`,
    );
  }
  const check = configuration.checks.find((configured) => configured.id === kept.check_id);
  if (check === undefined) {
    throw new EvidenceError(
      `evidence ${id} is of check ${kept.check_id}, which is no longer configured`,
    );
  }
  if (kept.facts.cut.includes("sent")) {
    throw new EvidenceError(`evidence ${id} has only the beginning of what was sent`);
  }
  const audio = await source.sentAudio(id);
  const { input_text: text, seed } = kept.facts;
  const replayed = { text, ...(audio === undefined ? {} : { audio }) };
  await using stack = new AsyncDisposableStack();
  const environment = await environmentOf(config, configuration, stack);
  const attempt = await runAttempt(check, { number: 1, seed, replayed }, environment);
  const now = evidenceOf(check.kind, attempt, proberVersions, evidenceLimits);
  print(replayText(kept, now));
  return now.result === "ok";
}

/** What a run needs; what it starts is stopped with `stack`. */
async function environmentOf(
  config: ProberConfig,
  { controls }: MonitorConfiguration,
  stack: AsyncDisposableStack,
): Promise<RunEnvironment> {
  return {
    apiKey: await readApiKey(config, 0),
    account: await readAccount(config),
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
  const known = new Set([...components.map(({ id }) => id), ...checks.map(({ id }) => id)]);
  const unknown = names.find((name) => !known.has(name));
  if (names.length === 0 || unknown !== undefined) {
    const got = unknown === undefined ? "no check named" : `no check "${unknown}"`;
    throw new ConfigError(`${got}; there are: ${[...known].join(", ")}`);
  }
  return checks.filter((check) => names.includes(check.id) || names.includes(check.componentId));
}
