import { meterOf, type Product } from "../../contract/activities.ts";
import { monthOf, type MonthUse } from "./quota-months.ts";

export interface Use {
  readonly keyId: string;
  readonly accountId: string;
  readonly product: Product;
  /** Start of the use, which decides the UTC day and month it is counted in. */
  readonly at: Date;
  /** Seconds of audio, or characters, as the product is metered. */
  readonly amount: number;
  /** 1; 0 for a later booking of a request that was counted before. */
  readonly requests: 0 | 1;
}

/** Usage of a product by a key on a UTC day. */
export interface UsageDay {
  readonly day: string;
  readonly keyId: string;
  readonly product: Product;
  readonly requests: number;
  readonly audioSeconds: number;
  readonly characters: number;
}

export interface AccountUsageDay extends UsageDay {
  readonly accountId: string;
}

/** Converts an amount to the unit of monthly counts, rounded up: milliseconds of audio, or characters. */
export function metered(product: Product, amount: number): number {
  return Math.ceil(meterOf(product) === "audio" ? amount * 1000 : amount);
}

/** Usage summed by day and by month, with the reservations that it settles. */
export class UsageSums {
  readonly #days = new Map<string, AccountUsageDay>();
  readonly #months = new Map<string, MonthUse>();
  readonly #reservationIds = new Set<string>();

  get isEmpty(): boolean {
    return this.#days.size === 0 && this.#reservationIds.size === 0;
  }

  /** Sorted, so that concurrent writers of the same rows never deadlock. */
  get days(): readonly AccountUsageDay[] {
    return sortedValues(this.#days);
  }

  get months(): readonly MonthUse[] {
    return sortedValues(this.#months);
  }

  get reservationIds(): readonly string[] {
    return [...this.#reservationIds];
  }

  add({ keyId, accountId, product, at, amount, requests }: Use): void {
    const isAudio = meterOf(product) === "audio";
    this.#addDay({
      day: at.toISOString().slice(0, 10),
      keyId,
      accountId,
      product,
      requests,
      audioSeconds: isAudio ? amount : 0,
      characters: isAudio ? 0 : amount,
    });
    const used = metered(product, amount);
    this.#addMonth({ accountId, month: monthOf(at), meter: meterOf(product), used });
  }

  release(reservationIds: readonly string[]): void {
    for (const id of reservationIds) this.#reservationIds.add(id);
  }

  #addDay(entry: AccountUsageDay): void {
    const id = `${entry.keyId} ${entry.product} ${entry.day}`;
    const before = this.#days.get(id);
    this.#days.set(id, {
      ...entry,
      requests: entry.requests + (before?.requests ?? 0),
      audioSeconds: entry.audioSeconds + (before?.audioSeconds ?? 0),
      characters: entry.characters + (before?.characters ?? 0),
    });
  }

  #addMonth(entry: MonthUse): void {
    const id = `${entry.accountId} ${entry.month} ${entry.meter}`;
    this.#months.set(id, { ...entry, used: entry.used + (this.#months.get(id)?.used ?? 0) });
  }
}

function sortedValues<Value>(map: ReadonlyMap<string, Value>): readonly Value[] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}
