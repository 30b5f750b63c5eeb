import * as fc from "fast-check";
import { type Attempt, Fault, type Surface, type Targets, type Watches } from "./surface.ts";
import type { Look } from "./watched/hold-watch.ts";

/** Maximum time for which an input may hold an event loop. */
export const MAX_HOLD_MS = 100;
/** Maximum growth of a process from its first tenth of inputs to the last of them. */
export const MAX_GROWTH_BYTES = 256 * 2 ** 20;

/** A smaller input is looked for so long, and then the smallest so far is told. */
const SHRINKING_MS = 60_000;
/** A hold in which little is computed is an input's fault when it happens so often in a row; else the machine was busy. */
const WAITS_IN_A_ROW = 3;

export interface SurfaceReport {
  readonly surface: string;
  readonly inputs: number;
  readonly accepted: number;
  readonly refused: number;
  /** The longest of each, absent where nothing was watched. */
  readonly longestHold: Hold | undefined;
  readonly growthBytes: number | undefined;
  /** The fault, with the smallest input that shows it. */
  readonly fault: string | undefined;
}

type Hold = Pick<Look, "computedMs" | "heldMs">;

export interface FuzzOptions {
  readonly inputs: number;
  readonly seed: number;
  /** Absent: holds and memory are not looked at, as where others use the same service. */
  readonly watches?: Watches;
}

/** Sends a surface so many inputs, or as many as it takes to find a fault. */
export async function fuzz(
  surface: Surface,
  targets: Targets,
  { inputs, seed, watches }: FuzzOptions,
): Promise<SurfaceReport> {
  const counts = { accepted: 0, refused: 0 };
  const look = async (): Promise<Look | undefined> => watches?.[surface.watched].look();
  const memory = { warm: 0, last: 0 };
  let longestHold: Hold = { computedMs: 0, heldMs: 0 };
  let failedAtMs: number | undefined;

  const sendWatched = async (attempt: Attempt): Promise<void> => {
    for (let time = 1; ; time += 1) {
      await look();
      counts[await attempt.send()] += time === 1 ? 1 : 0;
      const { computedMs = 0, heldMs = 0, rssBytes = 0 } = (await look()) ?? {};
      longestHold = {
        computedMs: Math.max(longestHold.computedMs, computedMs),
        heldMs: Math.max(longestHold.heldMs, heldMs),
      };
      memory.last = rssBytes;
      if (counts.accepted + counts.refused <= inputs / 10) memory.warm = rssBytes;
      if (computedMs > MAX_HOLD_MS) {
        throw new Fault(`held the event loop for ${computedMs.toFixed(0)} ms`);
      }
      if (heldMs <= MAX_HOLD_MS) return;
      if (time === WAITS_IN_A_ROW) {
        throw new Fault(`waited and held the event loop for ${heldMs.toFixed(0)} ms`);
      }
    }
  };
  const property = fc.asyncProperty(await surface.attempts(targets), async (attempt) => {
    if (failedAtMs !== undefined && performance.now() - failedAtMs > SHRINKING_MS) return;
    try {
      await sendWatched(attempt);
    } catch (error) {
      failedAtMs ??= performance.now();
      throw error;
    }
  });
  const result = await fc.check(property, { numRuns: inputs, seed });
  const growthBytes = watches === undefined ? undefined : memory.last - memory.warm;
  return {
    surface: surface.name,
    inputs: result.numRuns,
    ...counts,
    longestHold: watches === undefined ? undefined : longestHold,
    growthBytes,
    fault: faultOf(result) ?? growthFault(growthBytes),
  };
}

function faultOf(result: fc.RunDetails<[Attempt]>): string | undefined {
  if (!result.failed) return undefined;
  const [attempt] = result.counterexample ?? [];
  const { errorInstance: error } = result;
  const why = error instanceof Fault ? error.message : String((error as Error)?.stack ?? error);
  return `${why}\n  ${attempt?.tell() ?? "no input"}`;
}

function growthFault(growthBytes = 0): string | undefined {
  if (growthBytes <= MAX_GROWTH_BYTES) return undefined;
  return `its memory grew by ${(growthBytes / 2 ** 20).toFixed(0)} MiB`;
}
