import type { Observation, StoredObservation } from "#monitor/domain/observation.ts";
import { type ComponentNow, isImpaired } from "#monitor/domain/incident-now.ts";
import type { PassedResult } from "./run-check.ts";

/** The results, from best to worst. */
const RESULTS: readonly Observation["result"][] = ["ok", "degraded", "failed"];

/**
 * Decides which runs are confirmed at once because they may end the published outage of a component: a check's run is, once, when
 * it gets better while its component is impaired, so that a long outage costs no further runs.
 */
export class Recoveries {
  /** Ids of the components that are impaired, as far as this prober has recorded or read it. */
  #impaired: ReadonlySet<string> = new Set();
  /** The result that each check is known to have, by its id. */
  readonly #known = new Map<string, Observation["result"]>();

  /** Takes in how all components are now; nothing is known from an empty list. */
  see(components: readonly ComponentNow[]): void {
    if (components.length === 0) return;
    this.#impaired = new Set(components.filter(isImpaired).map(({ id }) => id));
  }

  /** Returns whether a run of the check that passed with `result` has to be confirmed. */
  isBetter(
    { id, componentId }: { readonly id: string; readonly componentId: string },
    result: PassedResult,
  ): boolean {
    const known = this.#known.get(id) ?? "failed";
    return this.#impaired.has(componentId) && RESULTS.indexOf(result) < RESULTS.indexOf(known);
  }

  /** Takes in the attempts of a run: what two of them say is known, and so is what is no better than before. */
  ran(checkId: string, attempts: readonly Pick<StoredObservation, "result">[]): void {
    const worst = Math.max(...attempts.map(({ result }) => RESULTS.indexOf(result)));
    const known = RESULTS.indexOf(this.#known.get(checkId) ?? "failed");
    const result = RESULTS[worst];
    // An error of the prober says nothing of the check.
    if (result === undefined || attempts.some((attempt) => attempt.result === "prober_error"))
      return;
    if (attempts.length > 1 || worst >= known) this.#known.set(checkId, result);
  }
}
