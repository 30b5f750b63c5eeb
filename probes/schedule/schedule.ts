import { aheadFromMs } from "#monitor/domain/clock.ts";

/** The fields of a check that its schedule depends on. */
export interface ScheduledCheck {
  readonly id: string;
  readonly periodMs: number;
  /** Time from the start of a slot until the check is due in it; less than the period. */
  readonly offsetMs: number;
}

/** One check to be run for one slot. */
export interface DueSlot {
  readonly checkId: string;
  /** Start of the slot, wall clock, milliseconds since the epoch: a multiple of the period. */
  readonly slotMs: number;
  /** How long after its due time the slot is found due; 0 for the first round. */
  readonly lagMs: number;
  /** Slots since the last due one that passed without a tick. */
  readonly missed: number;
}

const GOLDEN_RATIO_FRACTION = (Math.sqrt(5) - 1) / 2;
const SILVER_RATIO_FRACTION = Math.SQRT2 - 1;
const SCAN_INTERVAL_MS = 1_000;

/**
 * Returns when in its slot the check at `index` of the configuration is due. Multiples of the golden ratio fill the slot
 * evenly for any number of checks, and a check that is added at the end moves no other.
 */
export function spreadOffsetMs(index: number, periodMs: number): number {
  return Math.floor((((index + 1) * GOLDEN_RATIO_FRACTION) % 1) * periodMs);
}

/**
 * Returns the slot offset of a check at the location with number `place`, where `offsetMs` is its offset at the first location:
 * otherwise the checks of many locations would run at the same moment. The ratio differs from that between checks, which would
 * put a check of one location on the next check of another.
 */
export function placedOffsetMs(offsetMs: number, periodMs: number, place: number): number {
  return Math.floor((offsetMs + ((place * SILVER_RATIO_FRACTION) % 1) * periodMs) % periodMs);
}

/** Returns the start of the slot that `timeMs` lies in. */
export function slotAt(timeMs: number, periodMs: number): number {
  return Math.floor(timeMs / periodMs) * periodMs;
}

/**
 * Returns the slots that came due since the newest ones that were run, at most one per check: a late tick gets the right
 * slot, older ones count as missed, and a clock that was set back yields nothing until it has caught up.
 */
export function dueSlots(
  checks: readonly ScheduledCheck[],
  newestSlots: ReadonlyMap<string, number>,
  nowMs: number,
): DueSlot[] {
  return checks.flatMap((check) => {
    const slotMs = slotAt(nowMs - check.offsetMs, check.periodMs);
    const lastMs = newestSlots.get(check.id);
    if (lastMs !== undefined && slotMs <= lastMs) return [];
    return {
      checkId: check.id,
      slotMs,
      lagMs: nowMs - (slotMs + check.offsetMs),
      missed: lastMs === undefined ? 0 : (slotMs - lastMs) / check.periodMs - 1,
    };
  });
}

/**
 * Hands out the slots of checks as they come due, each slot once. There may be thousands of checks, so all of them are scanned
 * only once a second, and in between only those that come due soon.
 */
export class Schedule {
  #checks: readonly ScheduledCheck[];
  /** The newest slot that was handed out, by check id. */
  readonly #newestSlots = new Map<string, number>();
  /** The checks that come due within two scan intervals of the last scan. */
  #near: readonly ScheduledCheck[] = [];
  #scannedMs = -Infinity;

  constructor(checks: readonly ScheduledCheck[]) {
    this.#checks = checks;
  }

  /** Replaces the checks; those in `restarted` start over, as if none of their slots had been handed out. */
  change(checks: readonly ScheduledCheck[], restarted: readonly ScheduledCheck[]): void {
    this.#checks = checks;
    this.#scannedMs = -Infinity;
    for (const { id } of restarted) this.#newestSlots.delete(id);
  }

  /** Hands out the slots of `checks` that `nowMs` lies in, due or not: the first round of a prober. */
  firstRound(checks: readonly ScheduledCheck[], nowMs: number): DueSlot[] {
    return this.#handOut(
      checks.map(({ id, periodMs }) => ({
        checkId: id,
        slotMs: slotAt(nowMs, periodMs),
        lagMs: 0,
        missed: 0,
      })),
    );
  }

  /**
   * Like `dueSlots`. A clock that was set by a second or more is noticed at once, by less within a second. Slots that were handed
   * out while the clock was more than a period ahead no longer count once it is set back.
   */
  due(nowMs: number): DueSlot[] {
    const isScan = Math.abs(nowMs - this.#scannedMs) >= SCAN_INTERVAL_MS;
    if (isScan) {
      this.#scannedMs = nowMs;
      for (const { id, periodMs } of this.#checks) {
        const slotMs = this.#newestSlots.get(id) ?? -Infinity;
        if (slotMs > aheadFromMs(nowMs) + periodMs) this.#newestSlots.delete(id);
      }
      this.#near = this.#checks.filter((check) => untilDueMs(check, nowMs) <= 2 * SCAN_INTERVAL_MS);
    }
    return this.#handOut(dueSlots(isScan ? this.#checks : this.#near, this.#newestSlots, nowMs));
  }

  /** Returns the milliseconds from `nowMs` until the next check is due; Infinity when none is before the next scan. */
  untilNextMs(nowMs: number): number {
    return Math.min(Infinity, ...this.#near.map((check) => untilDueMs(check, nowMs)));
  }

  /** Returns whether no later slot of its check was handed out, and the check has not been restarted. */
  isNewest({ checkId, slotMs }: DueSlot): boolean {
    return this.#newestSlots.get(checkId) === slotMs;
  }

  #handOut(slots: DueSlot[]): DueSlot[] {
    for (const { checkId, slotMs } of slots) this.#newestSlots.set(checkId, slotMs);
    return slots;
  }
}

function untilDueMs({ periodMs, offsetMs }: ScheduledCheck, nowMs: number): number {
  return slotAt(nowMs - offsetMs, periodMs) + periodMs + offsetMs - nowMs;
}
