import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { QuotaMonths } from "./quota-months.ts";
import { reaching } from "../../accounts/store-unavailable.ts";
import { addUsageDays, readUsageDays, type DayRange } from "./usage-days.ts";
import { UsageSums, type Use, type UsageDay } from "./usage-sums.ts";
import { isNewBatch } from "./usage-writers.ts";

const WRITE_EVERY_MS = 2_000;

/** What is written in one transaction. */
interface Batch {
  /** From 1, of this process. */
  readonly number: number;
  readonly sums: UsageSums;
}

/**
 * Counts what keys use, by day for the owner and by month for the quota.
 *
 * It writes every two seconds, and at once what settles a reservation; what comes while it writes is summed and written
 * next. What may not have been written is written again as it was, and counts once.
 */
export class UsageLedger {
  readonly #db: Kysely<ServiceDatabase>;
  readonly #months: QuotaMonths;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #writer = randomUUID();
  #unwritten = new UsageSums();
  #lastNumber = 0;
  /** Until the database has said that it has it. */
  #batch: Batch | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isAway = false;

  constructor(db: Kysely<ServiceDatabase>, onFault: (error: unknown) => void) {
    this.#db = db;
    this.#months = new QuotaMonths(db);
    this.#onFault = onFault;
    this.#timer = setInterval(() => void this.write(), WRITE_EVERY_MS);
    this.#timer.unref();
  }

  /** Counts a use in place of what was reserved for it. */
  add(use: Use, reservationIds: readonly string[] = []): void {
    this.#unwritten.add(use);
    this.release(reservationIds);
  }

  /** Gives reservations back; what they held is there for others at once. */
  release(reservationIds: readonly string[]): void {
    if (reservationIds.length === 0) return;
    this.#unwritten.release(reservationIds);
    void this.writeSoon();
  }

  /** Writes what was counted, unless the database is known to be away. */
  async writeSoon(): Promise<void> {
    if (!this.#isAway) await this.write();
  }

  /** Writes what was counted; what cannot be written is kept for the next time. */
  async write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll());
    await this.#writing;
  }

  /** What the keys of an account used, the newest day first; rejects with StoreUnavailable. */
  read(accountId: string, range: DayRange): Promise<readonly UsageDay[]> {
    return reaching("usage", this.#read(accountId, range));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  async #read(accountId: string, range: DayRange): Promise<readonly UsageDay[]> {
    await this.write();
    return readUsageDays(this.#db, accountId, range);
  }

  async #writeAll(): Promise<void> {
    try {
      if (this.#batch !== undefined) await this.#writeBatch(this.#batch);
      if (this.#unwritten.isEmpty) return;
      this.#batch = { number: (this.#lastNumber += 1), sums: this.#unwritten };
      this.#unwritten = new UsageSums();
      await this.#writeBatch(this.#batch);
    } catch (error) {
      this.#isAway = true;
      this.#onFault(error);
    }
  }

  async #writeBatch({ number, sums }: Batch): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      if (!(await isNewBatch(transaction, this.#writer, number))) return;
      await addUsageDays(transaction, sums.days);
      await this.#months.settle(transaction, sums.months, sums.reservationIds);
    });
    this.#batch = undefined;
    this.#isAway = false;
  }
}
