import { constants } from "node:fs";
import { access, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseOpenError } from "#database/database-open-error.ts";
import { ConfigError } from "#runtime/settings.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { type ProberConfig, readAccount, readAdminToken, readApiKey } from "../prober-config.ts";
import { evidenceOf, PROBER_VERSIONS } from "../evidence/evidence.ts";
import { EVIDENCE_LIMITS } from "../evidence/evidence-keeper.ts";
import {
  EvidenceError,
  evidenceInDatabase,
  evidenceOverHttp,
  type EvidenceSource,
} from "../evidence/evidence-reading.ts";
import { replayInput } from "../evidence/replay-input.ts";
import type { CheckConfiguration, MonitorConfiguration } from "../monitor-file/configuration.ts";
import { readMonitorFile } from "../monitor-file/read.ts";
import { Controls } from "../run/controls.ts";
import { loopbackControls } from "../run/loopback-controls.ts";
import { runAttempt, runCheck, type RunEnvironment, waitOnTheClock } from "../run/run-check.ts";
import { startStallWatch } from "../run/stall-watch.ts";
import { slotAt } from "../schedule/schedule.ts";
import { baselineText } from "./baseline-text.ts";
import { evidenceListText, replayText } from "./evidence-text.ts";
import { measureBaseline } from "./measure-baseline.ts";
import { observationText } from "./observation-text.ts";

/** Runs the named checks, or those of the named components, once and now; returns whether all passed. Throws `ConfigError` for unknown names. */
export async function runNamedChecks(
  config: ProberConfig,
  names: readonly string[],
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

/** Runs the check `id` `runs` times, prints the measured baseline with the limits that follow, and writes it to `file`. */
export async function writeBaseline(
  config: ProberConfig,
  id: string,
  runs: number,
  file = path.join(path.dirname(config.monitorFile), "baselines", `${id}.json`),
): Promise<void> {
  const configuration = await readMonitorFile(config.monitorFile, config.variables);
  const { checks } = configuration;
  const check = checks.find((configured) => configured.id === id);
  if (check === undefined) {
    throw new ConfigError(
      `no check "${id}"; there are: ${checks.map((known) => known.id).join(", ")}`,
    );
  }
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true })
    .then(() => access(folder, constants.W_OK))
    .catch(() => {
      throw new ConfigError(
        `${folder} is not a folder that can be written; --write takes another file`,
      );
    });
  await using stack = new AsyncDisposableStack();
  const environment = await environmentOf(config, configuration, stack);
  const baseline = await measureBaseline(check, runs, environment, (count) => {
    if (process.stderr.isTTY)
      process.stderr.write(`\r${count} of ${runs} runs${count === runs ? "\n" : ""}`);
  });
  await writeFile(file, `${JSON.stringify(baseline, null, 2)}\n`);
  print(
    `${baselineText(baseline)}\n\nOr name the file there, which sets those that are not written: baseline: ${path.relative(path.dirname(config.monitorFile), file)}`,
  );
}

/** Prints a list of the kept evidence of the check `checkId`, or of all. */
export async function listEvidence(config: ProberConfig, checkId?: string): Promise<void> {
  await using evidence = await openEvidence(config);
  print(evidenceListText(await evidence.list(checkId)));
}

/** Repeats a kept run once with the same input and prints both results; returns whether it passed. */
export async function replayEvidence(config: ProberConfig, id: string): Promise<boolean> {
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
  const input = await replayInput(source, kept);
  await using stack = new AsyncDisposableStack();
  const environment = await environmentOf(config, configuration, stack);
  const attempt = await runAttempt(check, input, environment);
  const now = evidenceOf(check.kind, attempt, PROBER_VERSIONS, EVIDENCE_LIMITS);
  print(replayText(kept, now));
  return now.result === "ok";
}

/** Opens the evidence: in the database, or through the status page while that holds the embedded one. */
async function openEvidence(config: ProberConfig): Promise<EvidenceSource> {
  const { databaseUrl: url, dataDirectory, status } = config;
  try {
    return evidenceInDatabase(await openStatusDatabase({ url, dataDirectory }));
  } catch (error) {
    const isHeld = error instanceof DatabaseOpenError && error.code === "database_locked";
    const token = isHeld ? await readAdminToken(config) : undefined;
    if (token === undefined) throw error;
    return evidenceOverHttp(status.url, token);
  }
}

/** Returns what a run needs; everything that it starts is stopped with `stack`. */
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

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
