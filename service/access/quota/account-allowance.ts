import { randomUUID } from "node:crypto";
import { meterOf, type Product } from "../../contract/activities.ts";
import { QuotaExceeded, type Allowance, type QuotaPeriod } from "./allowance.ts";
import { within } from "#database/within.ts";
import { monthOf, nextDay, nextMonth, type MeterMonth, type QuotaMonths } from "./quota-months.ts";
import { metered } from "./usage-sums.ts";
import type { UsageLedger } from "./usage.ts";

export interface AllowanceHolder {
  readonly keyId: string;
  readonly accountId: string;
  readonly product: Product;
  /** Quota of a period; Infinity means none. */
  readonly limit: number;
  readonly period: QuotaPeriod;
  readonly at: Date;
}

export interface AllowanceServices {
  readonly months: Pick<QuotaMonths, "read" | "reserve">;
  readonly ledger: Pick<UsageLedger, "add" | "release" | "writeSoon">;
  /** Ids of the reservations that this process renews. */
  readonly kept: Set<string>;
  onFault(error: unknown): void;
}

/** How much a request of unknown length reserves beyond its current need, in seconds or characters. */
const AHEAD = 60;
/** More is reserved when less than this is left of the reservation, in seconds or characters. */
const REFILL_BELOW = 30;
/** Long, because requests that are let through unchecked may exceed the quota. */
const DATABASE_TIMEOUT_MS = 10_000;

/** The allowance of an account's key. While the database is unavailable nothing is refused; usage is counted later. */
export class AccountAllowance implements Allowance {
  readonly #holder: AllowanceHolder;
  readonly #services: AllowanceServices;
  readonly #month: MeterMonth;
  #reservationIds: string[] = [];
  /** Booked plus reserved amount, in the unit of the month: milliseconds or characters. */
  #covered = 0;
  /** In the product's unit, like `#booked`; undefined until something was used. */
  #used: number | undefined;
  #booked: number | undefined;
  #isRefilling = false;
  #isExhausted = false;
  #isClosed = false;

  constructor(holder: AllowanceHolder, services: AllowanceServices) {
    const { accountId, product, at } = holder;
    this.#holder = holder;
    this.#services = services;
    this.#month = { accountId, month: monthOf(at), meter: meterOf(product) };
  }

  get max(): number {
    if (!this.#isLimited || !this.#isExhausted) return Infinity;
    return this.#covered / this.#metered(1);
  }

  async begin(): Promise<void> {
    if (!this.#isLimited) return;
    const limit = this.#metered(this.#holder.limit);
    const standing = await this.#ask((months) => months.read(this.#month));
    if (standing !== undefined && standing.used >= limit) throw this.#exceeded();
  }

  async cover(amount: number): Promise<void> {
    const missing = this.#metered(amount) - this.#covered;
    if (!this.#isLimited || missing <= 0) return;
    if ((await this.#reserve(missing, missing)) === 0) throw this.#exceeded();
  }

  async expect(amount: number): Promise<void> {
    if (!this.#isLimited) return;
    const granted = await this.#reserveAhead(this.#metered(amount));
    if (granted === 0) throw this.#exceeded();
  }

  advance(amount: number): void {
    if (!this.#isLimited) return;
    const left = this.#covered - this.#metered(amount);
    if (left < 0 && this.#isExhausted) throw this.#exceeded();
    if (left >= this.#metered(REFILL_BELOW) || this.#isExhausted || this.#isRefilling) return;
    this.#isRefilling = true;
    void this.#reserveAhead(Math.max(-left, 0) + this.#metered(AHEAD)).finally(() => {
      this.#isRefilling = false;
    });
  }

  use(amount: number | undefined): void {
    this.#used = amount;
  }

  book(): void {
    if (this.#isClosed) return;
    this.#settle();
    void this.#services.ledger.writeSoon();
  }

  bookOn(): void {
    if (this.#isClosed || this.#used === this.#booked) return;
    if (!this.#isLimited) return this.book();
    // Near the end of the quota, the rest of the reservation is held until the work ends.
    if (this.#isRefilling || this.#isExhausted) return;
    this.#isRefilling = true;
    void this.#bookOn().finally(() => {
      this.#isRefilling = false;
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#settle();
  }

  /** Books, then reserves ahead: the old reservation has to be given back first, or the quota seems smaller than it is. */
  async #bookOn(): Promise<void> {
    this.#settle();
    const services = this.#services;
    await within(DATABASE_TIMEOUT_MS, services.ledger.writeSoon()).catch((error: unknown) =>
      services.onFault(error),
    );
    if (!this.#isClosed) await this.#reserveAhead(this.#metered(AHEAD));
  }

  /** Books the amount used since the last booking and gives back the reservations. */
  #settle(): void {
    const { ledger } = this.#services;
    const reservationIds = this.#takeReservations();
    const used = this.#used;
    this.#covered = this.#metered(used ?? 0);
    if (used === undefined || used === this.#booked) return ledger.release(reservationIds);
    const { keyId, accountId, product, at } = this.#holder;
    const amount = used - (this.#booked ?? 0);
    const requests = this.#booked === undefined ? 1 : 0;
    ledger.add({ keyId, accountId, product, at, amount, requests }, reservationIds);
    this.#booked = used;
  }

  get #isLimited(): boolean {
    return this.#holder.limit !== Infinity;
  }

  #metered(amount: number): number {
    return metered(this.#holder.product, amount);
  }

  async #reserveAhead(wanted: number): Promise<number> {
    const granted = await this.#reserve(1, wanted);
    this.#isExhausted = granted < wanted;
    return granted;
  }

  async #reserve(min: number, max: number): Promise<number> {
    const id = randomUUID();
    const limit = this.#metered(this.#holder.limit);
    const granted =
      (await this.#ask((months) => months.reserve(id, this.#month, { min, max, limit }))) ?? max;
    if (granted === 0) return 0;
    this.#covered += granted;
    this.#reservationIds.push(id);
    this.#services.kept.add(id);
    // The request may have ended while its reservation was made.
    if (this.#isClosed) this.#services.ledger.release(this.#takeReservations());
    return granted;
  }

  #takeReservations(): readonly string[] {
    const ids = this.#reservationIds;
    this.#reservationIds = [];
    for (const id of ids) this.#services.kept.delete(id);
    return ids;
  }

  async #ask<Answer>(
    question: (months: AllowanceServices["months"]) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    try {
      return await within(DATABASE_TIMEOUT_MS, question(this.#services.months));
    } catch (error) {
      this.#services.onFault(error);
      return undefined;
    }
  }

  #exceeded(): QuotaExceeded {
    const { limit, period, at } = this.#holder;
    const resetsAt = period === "day" ? nextDay(at) : nextMonth(at);
    return new QuotaExceeded(this.#month.meter, limit, period, resetsAt);
  }
}
