import type { CheckImpact, CheckVerdict } from "#migrations/status/schema.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** What one check said from when to when; epoch milliseconds, `toMs` exclusive. */
export interface CheckInterval {
  readonly verdict: CheckVerdict;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface RawCheck {
  readonly impact: CheckImpact;
  /** Oldest first; between two of them nobody looked. */
  readonly intervals: readonly CheckInterval[];
}

/** What happened to one component, before anybody made sense of it. */
export interface RawHistory {
  readonly id: string;
  readonly checks: readonly RawCheck[];
  readonly maintenances: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** From when until when observations reach; the end may lie ahead of now. */
  readonly startMs: number;
  readonly knownUntilMs: number;
}

/** Returns numbers in [0, 1), the same ones for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Makes up a component's history around the 90 days before `nowMs`. */
export function randomHistory(id: string, nowMs: number, random: () => number): RawHistory {
  const windowFromMs = Math.floor(nowMs / dayMs) * dayMs - 89 * dayMs;
  const between = (from: number, to: number): number => Math.floor(from + random() * (to - from));
  // A third began before the window, some only just, some long ago.
  const startMs = between(windowFromMs - 45 * dayMs, nowMs - minuteMs);
  const endsEarly = random() < 0.3;
  const knownUntilMs = endsEarly ? between(startMs + 1, nowMs) : nowMs + between(0, 3 * minuteMs);
  const reach = { fromMs: startMs, toMs: knownUntilMs };
  return {
    id,
    startMs,
    knownUntilMs,
    checks: Array.from({ length: between(1, 5) }, () => ({
      impact: pick(random, ["degraded_performance", "partial_outage", "major_outage"] as const),
      intervals: intervalsOf(reach, random),
    })),
    maintenances: Array.from({ length: between(0, 4) }, () => {
      const fromMs = nearMidnight(between(startMs, knownUntilMs), random);
      return { fromMs, toMs: fromMs + lengthOf(random, dayMs) };
    }),
  };
}

function intervalsOf(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  random: () => number,
): CheckInterval[] {
  const intervals: CheckInterval[] = [];
  let atMs = fromMs;
  while (atMs < toMs) {
    const endMs = Math.min(
      toMs,
      Math.max(atMs + 1, nearMidnight(atMs + lengthOf(random, 30 * dayMs), random)),
    );
    const chance = random();
    const isGap = chance > 0.93 && atMs > fromMs;
    const verdict = chance < 0.6 ? "up" : chance < 0.75 ? "degraded" : "down";
    if (!isGap) intervals.push({ verdict, fromMs: atMs, toMs: endMs });
    atMs = endMs;
  }
  return intervals;
}

/** A minute is as likely as a month. */
function lengthOf(random: () => number, maxMs: number): number {
  return Math.ceil(minuteMs * (maxMs / minuteMs) ** random());
}

/** Moves every fifth moment to midnight, or to within a minute and a half of it. */
function nearMidnight(atMs: number, random: () => number): number {
  if (random() > 0.2) return atMs;
  const midnightMs = Math.round(atMs / dayMs) * dayMs;
  return random() < 0.3 ? midnightMs : midnightMs + Math.floor((random() - 0.5) * 3 * minuteMs);
}

function pick<Item>(random: () => number, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}
