import { Expected, secondsUntilTurn } from "./expected.ts";

/** Weight of the newest stay in the moving average, which reflects about twenty stays. */
const WEIGHT = 0.1;

interface Holder {
  /** Start times of its current stays. */
  readonly begunAtMs: Set<{ readonly atMs: number }>;
  readonly expected: Expected;
}

/** Predicts, from the mean duration of recent stays, when the holders of places in this process will give one back. */
export class Stays<Kind extends string> {
  readonly #nowMs: () => number;
  readonly #meanMs = new Map<Kind, number>();
  /** Holders with at least one current stay, by name. */
  readonly #holders = new Map<string, Holder>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Begins a stay of a holder; returns a function that ends it and may be called repeatedly. */
  begin(kind: Kind, name: string): () => void {
    const stay = { atMs: this.#nowMs() };
    const holder = this.#holders.get(name) ?? { begunAtMs: new Set(), expected: new Expected() };
    this.#holders.set(name, holder);
    holder.begunAtMs.add(stay);
    return () => {
      if (!holder.begunAtMs.delete(stay)) return;
      if (holder.begunAtMs.size === 0) this.#holders.delete(name);
      const stayedMs = this.#nowMs() - stay.atMs;
      const meanMs = this.#meanMs.get(kind) ?? stayedMs;
      this.#meanMs.set(kind, meanMs + (stayedMs - meanMs) * WEIGHT);
    };
  }

  /**
   * Returns the estimated seconds until a holder that occupies `places` places has room for one more, behind those that
   * were given a time before, and records the retry; returns undefined as long as no stay has ended.
   */
  secondsUntilRoom(kind: Kind, name: string, places: number): number | undefined {
    const meanMs = this.#meanMs.get(kind);
    if (meanMs === undefined) return undefined;
    const nowMs = this.#nowMs();
    const holder = this.#holders.get(name);
    const left = [...(holder?.begunAtMs ?? [])].map(({ atMs }) => leftMs(nowMs - atMs, meanMs));
    // The start times of stays in other processes are unknown: they are assumed to be half over.
    while (left.length < places) left.push(meanMs / 2);
    left.sort((one, other) => one - other);
    const before = holder?.expected.count(nowMs, places) ?? 0;
    const turns = Math.floor(before / left.length);
    const leftSeconds = ((left[before % left.length] ?? 0) + turns * meanMs) / 1000;
    const seconds = Math.max(leftSeconds, secondsUntilTurn(before, left.length));
    holder?.expected.add(nowMs, seconds);
    return seconds;
  }
}

/** Returns the expected remaining time; a stay beyond the mean is expected to exceed it by as much again. */
function leftMs(ageMs: number, meanMs: number): number {
  return Math.abs(meanMs - ageMs);
}
