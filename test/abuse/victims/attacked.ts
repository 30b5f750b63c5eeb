import type { Victim } from "../attack.ts";
import type { Seen } from "../seen.ts";

/** A program that was just started, as people run it. */
export interface Attacked extends AsyncDisposable, Pick<Victim, "url" | "key"> {
  readonly pid: number;
  /** Asks as somebody who does no harm, as long as `until` is not over. */
  lookOn(until: AbortSignal): Promise<Seen>;
}

/** A program to attack, and what others may see meanwhile. */
export interface VictimProgram {
  readonly headings: { readonly small: string; readonly large: string };
  readonly max: Seen;
  start(): Promise<Attacked>;
}
