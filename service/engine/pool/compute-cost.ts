import type { Manifest } from "../model/manifest.ts";

/** Seconds per unit assumed before anything was measured: a second of audio heard, a character spoken. */
const FIRST_GUESS_SECONDS: Readonly<Record<Manifest["task"], number>> = {
  transcription: 0.01,
  synthesis: 0.005,
};
/** How much the newest measurement counts. */
const WEIGHT_OF_NEWEST = 0.1;

/** Learns from finished work how long a unit of work takes a model with a number of processes. */
export class ComputeCost {
  readonly #processes: number;
  #secondsPerUnit: number;

  constructor(task: Manifest["task"], processes: number) {
    this.#processes = processes;
    this.#secondsPerUnit = FIRST_GUESS_SECONDS[task];
  }

  add(units: number, computeSeconds: number): void {
    if (units <= 0) return;
    const measured = computeSeconds / units;
    this.#secondsPerUnit += WEIGHT_OF_NEWEST * (measured - this.#secondsPerUnit);
  }

  estimateSeconds(units: number): number {
    return (units * this.#secondsPerUnit) / this.#processes;
  }
}
