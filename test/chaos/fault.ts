import type { Place } from "./places.ts";
import type { System } from "./system/system.ts";

/** Something that goes wrong with the system. */
export interface Fault {
  readonly name: string;
  /** What it hits. */
  readonly hits: string;
  /** Those who may notice it; all others must not. */
  readonly hurts: readonly Place[];
  /** Components that are away for so long that the status page has to say so. */
  readonly isPublishedFor?: readonly Place[];
  /** Number of programs that it ends, which are started again. */
  readonly ends?: number;
  /** Why it cannot be brought about here. */
  impossible?(system: System): string | undefined;
  /** Brings it about, and where it lasts takes it away again; `random` gives numbers in [0, 1). */
  strike(system: System, random: () => number): Promise<void>;
}

/** What became of the system by a fault. */
export interface Outcome {
  readonly name: string;
  readonly hits: string;
  /** From the end of the fault until everything works as before. */
  readonly recoveredAfterMs?: number | undefined;
  readonly acknowledged: number;
  readonly lost: number;
  readonly double: number;
  /** Visits that failed, of all. */
  readonly failed?: number;
  readonly visits?: number;
  /** Statuses of components on the status page, as `major_outage of 3`. */
  readonly published?: string;
  /** Problems that were found; empty when all is well. */
  readonly complaints: readonly string[];
  /** Why it was not tried. */
  readonly skipped?: string;
}
