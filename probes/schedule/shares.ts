import { SECOND_MS } from "#units/time.ts";
import { hash } from "node:crypto";

/**
 * A prober shares once it has been seen for this long, until it was not seen for as long: three of its sweeps, so that a slow one
 * does not move checks. One that is restarted again and again is therefore never counted on twice.
 */
export const SHARING_MS = 30 * SECOND_MS;

/** Far longer than an owner takes to claim its slot, and than two right clocks differ. */
const DEPUTY_WAIT_MS = 3 * SECOND_MS;

/**
 * Divides the checks of a location among its probers: for each check they are ranked by a hash of check and prober (rendezvous
 * hashing). Each gets as many as another, and one that joins or leaves moves only those that it gets or had.
 */
export class Shares {
  /** `probers.id` */
  readonly #prober: string;
  /** The other probers that share the checks, in alphabetical order; empty while this one seems to be alone. */
  #others: readonly string[] = [];
  #readMs = -Infinity;
  /** This prober's rank by check. */
  #ranks = new WeakMap<object, number>();

  constructor(prober: string) {
    this.#prober = prober;
  }

  /** How many probers share the checks, this one included. */
  get probers(): number {
    return this.#others.length + 1;
  }

  /**
   * Takes in who shares the checks of the location, as it was read at `nowMs`; returns whether that has changed. A prober that
   * is not among them takes itself for the only one.
   */
  see(probers: readonly string[], nowMs: number): boolean {
    this.#readMs = nowMs;
    const shares = probers.includes(this.#prober);
    const others = shares ? probers.filter((prober) => prober !== this.#prober).toSorted() : [];
    if (others.join() === this.#others.join()) return false;
    this.#others = others;
    this.#ranks = new WeakMap();
    return true;
  }

  /**
   * Returns how many probers go before this one for a check. None does if `nowMs` is far from the last reading: the database may
   * be away, or the clock was set.
   */
  rankOf(check: { readonly id: string }, nowMs: number): number {
    if (Math.abs(nowMs - this.#readMs) > SHARING_MS) return 0;
    const known = this.#ranks.get(check);
    if (known !== undefined) return known;
    const own = weightOf(check.id, this.#prober);
    const rank = this.#others.filter((other) => weightOf(check.id, other) > own).length;
    this.#ranks.set(check, rank);
    return rank;
  }
}

/**
 * Returns how long after its due time a prober of that rank claims a slot: the first, its owner, at once; the second, its deputy,
 * when the owner would have claimed it, but so that a run still ends before the next slot, for which there is `roomMs`. Undefined
 * for all others, who leave it to these two.
 */
export function claimDelayMs(rank: number, roomMs: number): number | undefined {
  if (rank > 1) return undefined;
  return rank === 0 ? 0 : Math.max(0, Math.min(DEPUTY_WAIT_MS, roomMs));
}

/** Returns what ranks a prober for a check, in hexadecimal digits. */
function weightOf(checkId: string, prober: string): string {
  return hash("sha256", `${checkId} ${prober}`);
}
