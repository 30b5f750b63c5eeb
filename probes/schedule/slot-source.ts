import { type DueSlot, firstRound, Lookout, type ScheduledCheck } from "./schedule.ts";

/** Gives out the slots of checks as they come due, each slot once. */
export class SlotSource {
  #lookout: Lookout;
  /** The newest slot given out for each check. */
  readonly #ledger = new Map<string, number>();

  constructor(checks: readonly ScheduledCheck[]) {
    this.#lookout = new Lookout(checks);
  }

  /** Goes over to `checks`; what was given out of those in `forgotten` no longer counts. */
  change(checks: readonly ScheduledCheck[], forgotten: readonly ScheduledCheck[]): void {
    this.#lookout = new Lookout(checks);
    for (const { id } of forgotten) this.#ledger.delete(id);
  }

  /** Gives out the slots of `checks` that lie in `nowMs`, due or not. */
  firstRound(checks: readonly ScheduledCheck[], nowMs: number): DueSlot[] {
    return this.#given(firstRound(checks, nowMs));
  }

  due(nowMs: number): DueSlot[] {
    return this.#given(this.#lookout.due(this.#ledger, nowMs));
  }

  /** Milliseconds from `nowMs` until the next check is due; Infinity when none is for a while. */
  untilNextMs(nowMs: number): number {
    return this.#lookout.untilNextMs(nowMs);
  }

  /** Whether no later slot of its check was given out, and the check was not forgotten. */
  isNewest({ checkId, slotMs }: DueSlot): boolean {
    return this.#ledger.get(checkId) === slotMs;
  }

  #given(slots: DueSlot[]): DueSlot[] {
    for (const { checkId, slotMs } of slots) this.#ledger.set(checkId, slotMs);
    return slots;
  }
}
