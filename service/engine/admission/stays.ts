import { Expected, secondsUntilTurn } from "./expected.ts";

/** The weight of the last stay in the mean: about twenty of them say how long they are. */
const WEIGHT = 0.1;

interface Holder {
  /** When each of its stays that run began. */
  readonly begunAtMs: Set<{ readonly atMs: number }>;
  readonly expected: Expected;
}

/** Foretells, from how long such stays took lately, when those who hold places in this process give them back. */
export class Stays<Kind extends string> {
  readonly #nowMs: () => number;
  readonly #meanMs = new Map<Kind, number>();
  /** Those of whom stays run. */
  readonly #holders = new Map<string, Holder>();

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Begins a stay of a holder; what it returns ends it, and does nothing more when it is called again. */
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
   * Estimates after how long there is a place for one more of a holder that has so many, behind those who were told so before,
   * and notes that it comes then; undefined as long as no stay has ended.
   */
  secondsUntilRoom(kind: Kind, name: string, places: number): number | undefined {
    const meanMs = this.#meanMs.get(kind);
    if (meanMs === undefined) return undefined;
    const nowMs = this.#nowMs();
    const holder = this.#holders.get(name);
    const left = [...(holder?.begunAtMs ?? [])].map(({ atMs }) => leftMs(nowMs - atMs, meanMs));
    // Of those that run in other processes it is not known when they began.
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

/** What is longer than usual is expected to go on for as long again. */
function leftMs(ageMs: number, meanMs: number): number {
  return Math.abs(meanMs - ageMs);
}
