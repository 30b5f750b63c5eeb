import type { Logger } from "pino";
import type { SlotRun } from "#monitor/domain/observation.ts";
import type { Runnable } from "./requested/requested-runs.ts";
import type { EvidenceKeeper } from "./evidence/evidence-keeper.ts";
import type { ProberMetrics } from "./metrics/prober-metrics.ts";
import type { CheckConfiguration, MonitorConfiguration } from "./monitor-file/configuration.ts";
import { Controls } from "./run/controls.ts";
import type { Recoveries } from "./run/recoveries.ts";
import { loopbackControls } from "./run/loopback-controls.ts";
import { type Attempt, maxRunMs, runCheck, type RunEnvironment } from "./run/run-check.ts";
import type { BackgroundTasks } from "./schedule/background-tasks.ts";
import type { OnTimeTracker } from "./schedule/on-time.ts";
import type { DueSlot } from "./schedule/schedule.ts";
import { claimDelayMs, type Shares } from "./schedule/shares.ts";
import type { ResultStore } from "./spool/result-store.ts";

/** Everything that running a slot needs, and where its results go. */
interface SlotRunnerOptions extends Omit<RunEnvironment, "controls"> {
  /** `probers.id` */
  readonly prober: string;
  readonly location: string;
  readonly results: ResultStore;
  readonly evidence: EvidenceKeeper;
  readonly shares: Shares;
  readonly onTime: OnTimeTracker;
  readonly metrics: ProberMetrics;
  readonly log: Logger;
  readonly tasks: BackgroundTasks;
  readonly recoveries: Recoveries;
}

const NO_CONTROL_OUTSIDE =
  "no control outside is named in the monitor file: should this prober lose its network, failures are put down to it only while its database is away too";

/** Runs checks in their slots, each at most once at a time, from the claim to the stored result and its evidence. */
export class SlotRunner {
  readonly #options: SlotRunnerOptions;
  #checks: ReadonlyMap<string, CheckConfiguration> = new Map();
  #controls = new Controls([]);
  /** Ids of the checks that are running. */
  readonly #running = new Set<string>();

  constructor(options: SlotRunnerOptions) {
    this.#options = options;
  }

  /** Runs these checks and controls from now on; a running check finishes with its old configuration. */
  configure({ checks, controls }: Pick<MonitorConfiguration, "checks" | "controls">): void {
    const { log, results, stopping, tasks } = this.#options;
    this.#checks = new Map(checks.map((check) => [check.id, check]));
    const isVouchedFor = controls.some(({ expect }) => expect === "pass");
    // A control outside is better evidence of the network's state than the absence of the database.
    const database = isVouchedFor ? undefined : results.presence;
    this.#controls = new Controls([...loopbackControls, ...controls], database);
    if (stopping.aborted) return;
    if (!isVouchedFor) log.warn(NO_CONTROL_OUTSIDE);
    // A control that never has its expected outcome would hide every outage, so this warns before there is one.
    void tasks.start("asking the controls", async () => {
      const fault = await this.#controls.faultSince(performance.now());
      if (fault !== null) log.warn(fault, "failures will be put down to the prober");
    });
  }

  /** Returns a check as it is configured now, with its run environment; undefined if it is not configured. */
  runnable(checkId: string): Runnable | undefined {
    const check = this.#checks.get(checkId);
    return check && { check, environment: { ...this.#options, controls: this.#controls } };
  }

  /** Returns how many checks this prober runs when they are due. */
  countOwned(): number {
    return [...this.#checks.values()].filter((check) => this.#rankOf(check) === 0).length;
  }

  /**
   * Runs a slot if it is this prober's turn: as its owner at once, as its deputy after a wait in which the owner claims it unless
   * it died. `isNewest` says whether the slot is still to be run after the wait.
   */
  async runInTurn(due: DueSlot, isNewest: (due: DueSlot) => boolean): Promise<void> {
    const { tasks, wait, stopping } = this.#options;
    const check = this.#checks.get(due.checkId);
    if (check === undefined) return;
    const delayMs = claimDelayMs(this.#rankOf(check), check.periodMs - maxRunMs(check));
    if (delayMs === undefined) return this.#leave(check);
    if (delayMs === 0) return this.run(due);
    await tasks.start(`waiting for the owner of ${check.id}`, async () => {
      await wait(delayMs, stopping);
      // If the file was changed meanwhile, the check may have begun anew, with this slot.
      if (!isNewest(due) || this.#running.has(check.id)) return;
      // Slots that passed without a tick of the deputy were the owner's.
      await this.run({ ...due, missed: 0 });
    });
  }

  /**
   * Runs a slot. Resolves when the check has run, or was skipped since it is still running; its result may not be stored yet.
   */
  async run({ checkId, slotMs, lagMs, missed }: DueSlot): Promise<void> {
    const { metrics, log, tasks } = this.#options;
    const check = this.#checks.get(checkId);
    if (check === undefined) return;
    if (missed > 0) metrics.countMissed(check.componentId, checkId, missed);
    if (this.#running.has(checkId)) {
      metrics.countMissed(check.componentId, checkId, 1);
      log.warn({ check: checkId }, "still running: its next slot is skipped");
      return;
    }
    metrics.observeLag(lagMs);
    this.#running.add(checkId);
    await tasks.start(`check ${checkId}`, () =>
      this.#runClaimed(check, slotMs).finally(() => this.#running.delete(checkId)),
    );
  }

  async #runClaimed(check: CheckConfiguration, slotMs: number): Promise<void> {
    const { prober, location, results, metrics, tasks, recoveries } = this.#options;
    const claim = { checkId: check.id, location, slotMs, prober };
    const claimed = await results.claim(claim);
    if (claimed === "clock_off") {
      metrics.countUnknownSlot(check.componentId, check.id);
      return;
    }
    if (claimed === "taken") return this.#leave(check);
    const environment = { ...this.#options, controls: this.#controls };
    const attempts = await runCheck(check, slotMs, environment, (result) =>
      recoveries.isBetter(check, result),
    );
    const observations = attempts.map(({ observation }) => observation);
    recoveries.ran(check.id, observations);
    this.#report(check, observations);
    const run = { ...claim, periodMs: check.periodMs, attempts: observations };
    void tasks.start(`storing check ${check.id}`, () => this.#keep(check, run, claimed, attempts));
  }

  /** Returns how many probers of the location go before this one for a check; without the database, it is on its own. */
  #rankOf(check: CheckConfiguration): number {
    const { results, shares, now } = this.#options;
    return results.isDatabaseUp ? shares.rankOf(check, now()) : 0;
  }

  /** Leaves a slot to another prober. */
  #leave(check: CheckConfiguration): void {
    const { onTime, metrics, now } = this.#options;
    onTime.completed(check.id, now());
    metrics.hideLastRun(check.id);
  }

  #report(check: CheckConfiguration, observations: readonly Attempt["observation"][]): void {
    const { metrics, log } = this.#options;
    // The check may have been removed from the file while it ran.
    if (this.#checks.has(check.id)) metrics.countRun(check.componentId, check.id, observations);
    for (const { result, reason, message, attempt } of observations) {
      if (result === "ok") continue;
      log.warn({ check: check.id, attempt, result, reason }, message ?? "did not pass");
    }
  }

  async #keep(
    check: CheckConfiguration,
    run: SlotRun,
    claimed: "ours" | "unclaimed",
    attempts: readonly Attempt[],
  ): Promise<void> {
    const { results, onTime, now, evidence, tasks } = this.#options;
    await results.keep(run, claimed);
    onTime.completed(check.id, now());
    // Stored after the result and separately, so that it can neither delay nor undo it.
    void tasks.start(`keeping evidence of ${check.id}`, () =>
      evidence.keep(check, run.slotMs, attempts),
    );
  }
}
