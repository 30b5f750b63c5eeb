import type { Logger } from "pino";

import type { EvidenceKeeper } from "../evidence/evidence-keeper.ts";
import type { ProberMetrics } from "../metrics/metrics.ts";
import type { CheckConfiguration } from "../monitor-file/configuration.ts";
import type { SignInAccount } from "../check/context.ts";
import type { Claimed, ResultStore } from "../spool/result-store.ts";
import type { Punctuality } from "../schedule/punctuality.ts";
import type { DueSlot } from "../schedule/schedule.ts";
import type { Controls } from "./controls.ts";
import { type Attempt, runCheck } from "./run-check.ts";
import type { SlotRun } from "#monitor/domain/observation.ts";
import type { StallWatch } from "./stall-watch.ts";
import type { WorkUnderWay } from "./work-under-way.ts";

/** What a slot is run with. */
export interface SlotRunnerOptions {
  /** `probers.id` */
  readonly prober: string;
  readonly location: string;
  readonly apiKey: string;
  readonly account?: SignInAccount | undefined;
  readonly results: ResultStore;
  readonly evidence: EvidenceKeeper;
  readonly punctuality: Punctuality;
  readonly stallWatch: StallWatch;
  readonly metrics: ProberMetrics;
  readonly log: Logger;
  readonly work: WorkUnderWay;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  readonly wait: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly stopping: AbortSignal;
  /** The controls of the configuration as it is now. */
  readonly controls: () => Controls;
  /** Whether the configuration, as it is now, has the check. */
  readonly isConfigured: (checkId: string) => boolean;
}

/** Runs checks in their slots, each at most once at a time, from the claim to the stored result and its evidence. */
export class SlotRunner {
  readonly #options: SlotRunnerOptions;
  /** Checks of which a run is going. */
  readonly #running = new Set<string>();

  constructor(options: SlotRunnerOptions) {
    this.#options = options;
  }

  /** Settles when the check has been run, or skipped as its run before goes on; its result may still be on the way. */
  async begin(check: CheckConfiguration, { slotMs, lagMs, missed }: DueSlot): Promise<void> {
    const { metrics, log, work } = this.#options;
    if (missed > 0) metrics.countMissed(check.componentId, check.id, missed);
    if (this.#running.has(check.id)) {
      metrics.countMissed(check.componentId, check.id, 1);
      log.warn({ check: check.id }, "still running: its next slot is skipped");
      return;
    }
    metrics.observeLag(lagMs);
    this.#running.add(check.id);
    await work.begin(`check ${check.id}`, () =>
      this.#run(check, slotMs).finally(() => this.#running.delete(check.id)),
    );
  }

  async #run(check: CheckConfiguration, slotMs: number): Promise<void> {
    const { prober, location, results, punctuality, now, work, controls } = this.#options;
    const claim = { checkId: check.id, location, slotMs, prober };
    const claimed = await results.claim(claim);
    if (claimed === "taken") {
      punctuality.done(check.id, now());
      return;
    }
    const run = await runCheck(check, slotMs, { ...this.#options, controls: controls() });
    const attempts = run.map(({ observation }) => observation);
    this.#tell(check, attempts);
    void work.begin(`storing check ${check.id}`, () =>
      this.#store(check, { ...claim, periodMs: check.periodMs, attempts }, claimed, run),
    );
  }

  #tell(check: CheckConfiguration, attempts: readonly Attempt["observation"][]): void {
    const { metrics, log, isConfigured } = this.#options;
    // A check may have left the file while it ran.
    if (isConfigured(check.id)) metrics.countRun(check.componentId, check.id, attempts);
    for (const { result, reason, message, attempt } of attempts) {
      if (result === "ok") continue;
      log.warn({ check: check.id, attempt, result, reason }, message ?? "did not pass");
    }
  }

  async #store(
    check: CheckConfiguration,
    found: SlotRun,
    claimed: Claimed,
    run: readonly Attempt[],
  ): Promise<void> {
    const { results, punctuality, now, evidence, work } = this.#options;
    await results.keep(found, claimed);
    punctuality.done(check.id, now());
    // After the result and apart from it, which it can neither hold up nor undo.
    void work.begin(`keeping evidence of ${check.id}`, () =>
      evidence.keep(check, found.slotMs, run),
    );
  }
}
