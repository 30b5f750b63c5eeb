import { setTimeout as sleep } from "node:timers/promises";
import type { ModelState } from "../service/engine/process/lifecycle.ts";

/** Follows what the service tells of its models. */
export class ModelReadiness {
  readonly #states = new Map<string, ModelState>();
  readonly #settled = Promise.withResolvers<void>();

  tell(id: string, state: ModelState): void {
    this.#states.set(id, state);
    const settled = [...this.#states.values()].every((each) => each === "ok" || each === "broken");
    if (settled) this.#settled.resolve();
  }

  /** Resolves when every model told of answers or cannot, after `patienceMs` at the latest, or when `stop` is aborted. */
  async settled(patienceMs: number, stop: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    const signal = AbortSignal.any([stop, waiting.signal]);
    const patience = sleep(patienceMs, undefined, { signal }).catch(() => undefined);
    await Promise.race([this.#settled.promise, patience]);
    waiting.abort();
  }

  /** One line for a person: `synth-v1 ok, synth-v2 starting`. */
  summary(): string {
    return [...this.#states].map(([id, state]) => `${id} ${state}`).join(", ");
  }
}
