import type { Admitted, Refused, Seen } from "./waves.ts";

/** What is told may be wrong by this, beyond the whole seconds that it is told in. */
const FACTOR = 2;
/** From when a place was given back until the next client's request is there. */
const ON_THE_WAY_MS = 250;

/** How a client was told that it would have to wait. */
export type Told = "right" | "too short" | "too long";

/**
 * Says whether a client was told the right time: waiting twice as long it was let in, and `full` places or more were taken for
 * the first half of it, as far as whole seconds can tell.
 */
export function judge(refused: Refused, { admitted }: Seen, full: number): Told {
  const { atMs, toldSeconds, admittedAtMs } = refused;
  if (admittedAtMs - atMs > FACTOR * toldSeconds * 1000 + ON_THE_WAY_MS) return "too short";
  const roomSeconds = (firstRoomMs(admitted, atMs, full) - atMs) / 1000;
  // It is told in whole seconds, at least one, and was less by up to a second.
  return toldSeconds > 1 && toldSeconds - 1 >= FACTOR * roomSeconds ? "too long" : "right";
}

/** Finds the first moment from `atMs` on at which fewer than `full` ran. */
function firstRoomMs(admitted: readonly Admitted[], atMs: number, full: number): number {
  const ends = admitted.map(({ untilMs }) => untilMs).filter((untilMs) => untilMs > atMs);
  const running = (ms: number): number =>
    admitted.filter(({ fromMs, untilMs }) => fromMs <= ms && untilMs > ms).length;
  const moments = [atMs, ...ends.toSorted((a, b) => a - b)];
  return moments.find((ms) => running(ms) < full) ?? Infinity;
}

/** Returns the figure that a part of all do not exceed. */
export function quantile(figures: readonly number[], part: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
