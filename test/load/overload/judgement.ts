import type { Admitted, Refused, Seen } from "./waves.ts";

/** Tolerance of an announced wait, beyond its rounding to whole seconds. */
const FACTOR = 2;
/** From when a place was given back until the next client's request is there. */
const ON_THE_WAY_MS = 250;

/** How a client learned that it has to wait. */
export type Judgement = "right" | "too short" | "too long";

/**
 * Says whether a client was told the right time: waiting twice as long it was let in, and at least half as long was needed to
 * serve those before it, as far as whole seconds can tell: who waits for them comes together with others, and no more are let in
 * at a time than there are places.
 */
export function judge(refused: Refused, seen: Seen, places: number): Judgement {
  const { atMs, reportedSeconds, admittedAtMs } = refused;
  if (admittedAtMs - atMs > FACTOR * reportedSeconds * 1000 + ON_THE_WAY_MS) return "too short";
  const neededSeconds = Math.max(neededMs(refused, seen) / 1000, turns(refused, seen, places));
  // It is told in whole seconds, at least one, and was less by up to a second.
  const isTooLong = reportedSeconds > 1 && reportedSeconds - 1 >= FACTOR * neededSeconds;
  return isTooLong ? "too long" : "right";
}

/** Returns how many full seconds those who were refused before it take, each as many as there are places. */
function turns({ atMs }: Refused, { refused }: Seen, places: number): number {
  return Math.floor(refused.filter((other) => other.atMs < atMs).length / places);
}

/**
 * Returns how long the service worked until there was room: each request that ends lets one more in, first those who were
 * refused before.
 */
function neededMs({ atMs }: Refused, { admitted, refused }: Seen): number {
  const before = refused.filter((other) => other.atMs < atMs).length;
  const ends = admitted.map(({ untilMs }) => untilMs).filter((untilMs) => untilMs > atMs);
  const roomAtMs = ends.toSorted((one, other) => one - other)[before] ?? Infinity;
  return roomAtMs === Infinity ? Infinity : workedMs(admitted, atMs, roomAtMs);
}

/** Adds up the time between two moments in which a request ran. */
function workedMs(admitted: readonly Admitted[], fromMs: number, untilMs: number): number {
  let worked = 0;
  let countedUntilMs = fromMs;
  for (const one of admitted.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const endMs = Math.min(one.untilMs, untilMs);
    worked += Math.max(0, endMs - Math.max(one.fromMs, countedUntilMs));
    countedUntilMs = Math.max(countedUntilMs, endMs);
  }
  return worked;
}
