import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { AccountAllowance } from "./account-allowance.ts";
import { meterOf, type Meter, type Product } from "../../contract/activities.ts";
import type { Allowance } from "./allowance.ts";
import type { AccountLimits } from "../../contract/limits.ts";
import { monthOf, nextMonth, QuotaMonths } from "./quota-months.ts";
import { reaching } from "../../accounts/store-unavailable.ts";
import type { UsageLedger } from "./usage.ts";

/** Limit and usage of an account's month, in seconds of audio or characters. */
export interface QuotaStanding {
  /** Infinity means no quota. */
  readonly limit: number;
  readonly used: number;
  /** Amount reserved by running requests. */
  readonly reserved: number;
}

export interface QuotaMonth {
  /** `2026-11`. */
  readonly month: string;
  readonly resetsAt: Date;
  readonly audioSeconds: QuotaStanding;
  readonly characters: QuotaStanding;
}

/** A third of a reservation's lifetime. */
const KEEP_EVERY_MS = 20_000;

/** Creates the allowances of requests from the monthly quotas of their accounts. */
export class Quota {
  readonly #months: QuotaMonths;
  readonly #ledger: UsageLedger;
  readonly #onFault: (error: unknown) => void;
  readonly #nowMs: () => number;
  readonly #kept = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    db: Kysely<ServiceDatabase>,
    ledger: UsageLedger,
    onFault: (error: unknown) => void,
    nowMs: () => number = Date.now,
  ) {
    this.#months = new QuotaMonths(db);
    this.#ledger = ledger;
    this.#onFault = onFault;
    this.#nowMs = nowMs;
    this.#timer = setInterval(() => void this.#keep(), KEEP_EVERY_MS);
    this.#timer.unref();
  }

  /** Returns the allowance of one request; the caller closes it. */
  allowance(
    key: { readonly keyId: string; readonly accountId: string; readonly limits: AccountLimits },
    product: Product,
  ): Allowance {
    const { keyId, accountId, limits } = key;
    const limit = limitOf(limits, meterOf(product));
    return new AccountAllowance(
      { keyId, accountId, product, limit, period: "month", at: new Date(this.#nowMs()) },
      {
        months: this.#months,
        ledger: this.#ledger,
        kept: this.#kept,
        onFault: this.#onFault,
      },
    );
  }

  /** Returns quota and usage of an account in the current month; rejects with StoreUnavailable. */
  read(accountId: string, limits: AccountLimits): Promise<QuotaMonth> {
    return reaching("usage", this.#read(accountId, limits));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #read(accountId: string, limits: AccountLimits): Promise<QuotaMonth> {
    await this.#ledger.write();
    return readQuotaMonth(this.#months, accountId, limits, new Date(this.#nowMs()));
  }

  async #keep(): Promise<void> {
    try {
      if (this.#kept.size > 0) await this.#months.keep([...this.#kept]);
      await this.#months.sweep();
    } catch (error) {
      this.#onFault(error);
    }
  }
}

export async function readQuotaMonth(
  months: QuotaMonths,
  accountId: string,
  limits: AccountLimits,
  at: Date,
): Promise<QuotaMonth> {
  const month = monthOf(at);
  const standing = async (meter: Meter, unitsPerAmount: number): Promise<QuotaStanding> => {
    const { used, reserved } = await months.read({ accountId, month, meter });
    return {
      limit: limitOf(limits, meter),
      used: used / unitsPerAmount,
      reserved: reserved / unitsPerAmount,
    };
  };
  return {
    month: month.slice(0, 7),
    resetsAt: nextMonth(at),
    audioSeconds: await standing("audio", 1000),
    characters: await standing("characters", 1),
  };
}

function limitOf(limits: AccountLimits, meter: Meter): number {
  return meter === "audio" ? limits.monthlyAudioSeconds : limits.monthlyCharacters;
}
