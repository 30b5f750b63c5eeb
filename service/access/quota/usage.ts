import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { QuotaMonths } from "./quota-months.ts";
import { reaching } from "../../accounts/store-unavailable.ts";
import { addUsageDays, readUsageDays, type DayRange } from "./usage-days.ts";
import { UsageSums, type Use, type UsageDay } from "./usage-sums.ts";
import { isNewBatch } from "./usage-writers.ts";

const WRITE_EVERY_MS = 2_000;

/** Usage that is written in one transaction. */
interface Batch {
  /** Counts from 1 in this process. */
  readonly number: number;
  readonly sums: UsageSums;
}

/**
 * Counts the usage of keys, by day for the owner and by month for the quota.
 *
 * Writes every two seconds, and at once when a reservation is settled; uses added during a write are summed for the next one. A
 * batch that may not have been written is retried unchanged and counts once.
 */
export class UsageLedger {
  readonly #db: Kysely<ServiceDatabase>;
  readonly #months: QuotaMonths;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #writer = randomUUID();
  #unwritten = new UsageSums();
  #lastNumber = 0;
  /** The batch that the database has not confirmed yet. */
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

  /** Counts a use and gives back the reservations that covered it. */
  add(use: Use, reservationIds: readonly string[] = []): void {
    this.#unwritten.add(use);
    this.release(reservationIds);
  }

  /** Gives reservations back and writes at once, so that the amounts are available to other requests. */
  release(reservationIds: readonly string[]): void {
    if (reservationIds.length === 0) return;
    this.#unwritten.release(reservationIds);
    void this.writeSoon();
  }

  /** Writes pending counts, unless the database is known to be unavailable. */
  async writeSoon(): Promise<void> {
    if (!this.#isAway) await this.write();
  }

  /** Writes pending counts; what cannot be written is kept for the next write. */
  async write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll());
    await this.#writing;
  }

  /** Returns the usage of an account's keys, newest day first; rejects with StoreUnavailable. */
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
