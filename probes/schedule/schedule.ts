/** What the schedule has to know of a check. */
export interface ScheduledCheck {
  readonly id: string;
  readonly periodMs: number;
  /** From a slot's start to when the check is due in it; less than the period. */
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

/** The newest slot that was given out, by check id. */
export type SlotLedger = ReadonlyMap<string, number>;

const GOLDEN_RATIO_FRACTION = (Math.sqrt(5) - 1) / 2;

/**
 * Spreads the check at `index` of the configuration over its slot, as a fraction of the period.
 *
 * Multiples of the golden ratio fill the slot evenly for any number of checks, and a check that is
 * added at the end moves no other.
 */
export function spreadOffsetMs(index: number, periodMs: number): number {
  return Math.floor((((index + 1) * GOLDEN_RATIO_FRACTION) % 1) * periodMs);
}

/** The slot that `timeMs` lies in. */
export function slotAt(timeMs: number, periodMs: number): number {
  return Math.floor(timeMs / periodMs) * periodMs;
}

/** The slots that lie in `nowMs`, all due at once: the round a prober begins with. */
export function firstRound(checks: readonly ScheduledCheck[], nowMs: number): DueSlot[] {
  return checks.map((check) => ({
    checkId: check.id,
    slotMs: slotAt(nowMs, check.periodMs),
    lagMs: 0,
    missed: 0,
  }));
}

/**
 * The slots that came due since those in `ledger`: at most one per check, the newest.
 *
 * It reads the clock, not the ticks: a late tick gets the right slot, older ones count as missed,
 * and a clock that was set back yields nothing until it has caught up.
 */
export function dueSlots(
  checks: readonly ScheduledCheck[],
  ledger: SlotLedger,
  nowMs: number,
): DueSlot[] {
  return checks.flatMap((check) => {
    const slotMs = slotAt(nowMs - check.offsetMs, check.periodMs);
    const lastMs = ledger.get(check.id);
    if (lastMs !== undefined && slotMs <= lastMs) return [];
    return {
      checkId: check.id,
      slotMs,
      lagMs: nowMs - (slotMs + check.offsetMs),
      missed: lastMs === undefined ? 0 : (slotMs - lastMs) / check.periodMs - 1,
    };
  });
}

const LOOK_EVERY_MS = 1_000;

/**
 * Tells what is due of thousands of checks, many times a second: it looks through all of them once a second, and between
 * at those alone that come due meanwhile.
 */
export class Lookout {
  readonly #checks: readonly ScheduledCheck[];
  /** Those that come due until twice as long after the last look as there is between two. */
  #near: readonly ScheduledCheck[] = [];
  #lookedMs = -Infinity;

  constructor(checks: readonly ScheduledCheck[]) {
    this.#checks = checks;
  }

  /** As `dueSlots`; a clock that was set by a second or more is noticed at once, by less within a second. */
  due(ledger: SlotLedger, nowMs: number): DueSlot[] {
    if (Math.abs(nowMs - this.#lookedMs) < LOOK_EVERY_MS) {
      return dueSlots(this.#near, ledger, nowMs);
    }
    this.#lookedMs = nowMs;
    this.#near = this.#checks.filter((check) => untilDueMs(check, nowMs) <= 2 * LOOK_EVERY_MS);
    return dueSlots(this.#checks, ledger, nowMs);
  }

  /** Milliseconds from `nowMs` until the next check is due; Infinity when none is before the next look. */
  untilNextMs(nowMs: number): number {
    return this.#near.reduce(
      (soonest, check) => Math.min(soonest, untilDueMs(check, nowMs)),
      Infinity,
    );
  }
}

function untilDueMs({ periodMs, offsetMs }: ScheduledCheck, nowMs: number): number {
  return slotAt(nowMs - offsetMs, periodMs) + periodMs + offsetMs - nowMs;
}
