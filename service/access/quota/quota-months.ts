import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import type { Meter } from "../../contract/activities.ts";

export interface MeterMonth {
  readonly accountId: string;
  /** The first UTC day of the month, `2026-11-01`. */
  readonly month: string;
  readonly meter: Meter;
}

/** Used and reserved amounts of a meter, in milliseconds of audio or characters. */
export interface MeterStanding {
  readonly used: number;
  readonly reserved: number;
}

/** Usage of a month, to be added to what was counted before. */
export interface MonthUse extends MeterMonth {
  readonly used: number;
}

interface ReservedAmounts {
  readonly min: number;
  readonly max: number;
  readonly limit: number;
}

/** Lifetime of a reservation that is not renewed. */
const RESERVATION_SECONDS = 60;

/** Returns the first UTC day of the month of an instant. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}

export function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
}

export function nextDay(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1));
}

/** Reads and writes the monthly usage and reservations of accounts; every change is one atomic statement. */
export class QuotaMonths {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /**
   * Reserves what is left of `limit`, at most `max`, under an id; returns the amount.
   *
   * Reserves nothing and returns 0 when less than `min` is left.
   */
  async reserve(id: string, month: MeterMonth, amounts: ReservedAmounts): Promise<number> {
    const granted = await this.#tryReserve(id, month, amounts);
    if (granted !== undefined) return granted;
    await this.#begin(month);
    return (await this.#tryReserve(id, month, amounts)) ?? 0;
  }

  /** Renews reservations for another minute. */
  async keep(ids: readonly string[]): Promise<void> {
    await sql`
      update quota_reservations set expires_at = ${expiry}
      where id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    `.execute(this.#db);
  }

  /** Gives back expired reservations. */
  async sweep(): Promise<void> {
    await this.#settle(this.#db, sql`expires_at < now()`, []);
  }

  /** Adds usage and gives back the reservations that covered it, in the transaction of `db`. */
  async settle(
    db: Kysely<ServiceDatabase>,
    uses: readonly MonthUse[],
    reservationIds: readonly string[],
  ): Promise<void> {
    const ids = sql`id in (select jsonb_array_elements_text(${JSON.stringify(reservationIds)}::jsonb))`;
    await this.#settle(db, ids, uses);
  }

  async read({ accountId, month, meter }: MeterMonth): Promise<MeterStanding> {
    const row = await this.#db
      .selectFrom("quota_months")
      .select(["used", "reserved"])
      .where("account_id", "=", accountId)
      .where("month", "=", month)
      .where("meter", "=", meter)
      .executeTakeFirst();
    return row ?? { used: 0, reserved: 0 };
  }

  /** Returns what was reserved; undefined while the month has no row. */
  async #tryReserve(
    id: string,
    { accountId, month, meter }: MeterMonth,
    { min, max, limit }: ReservedAmounts,
  ): Promise<number | undefined> {
    const isMonth = sql`account_id = ${accountId} and month = ${month}::date and meter = ${meter}`;
    // The lock makes a parallel statement wait and then see what this one reserved.
    const { rows } = await sql<{ hasRow: boolean; amount: number | null }>`
      with standing as (
        select ${limit}::bigint - used - reserved as free from quota_months where ${isMonth} for update
      ), room as (
        select least(${max}::bigint, free) as amount from standing where free >= ${min}::bigint
      ), raised as (
        update quota_months set reserved = quota_months.reserved + room.amount from room
        where ${isMonth} returning room.amount
      ), reserved as (
        insert into quota_reservations (id, account_id, month, meter, amount, expires_at)
        select ${id}, ${accountId}, ${month}::date, ${meter}, amount, ${expiry} from raised
        returning amount
      )
      select exists (select from standing) as "hasRow", (select amount from reserved) as amount
    `.execute(this.#db);
    const [row] = rows;
    return row?.hasRow === true ? (row.amount ?? 0) : undefined;
  }

  async #begin({ accountId, month, meter }: MeterMonth): Promise<void> {
    await this.#db
      .insertInto("quota_months")
      .values({ account_id: accountId, month, meter, used: 0, reserved: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async #settle(
    db: Kysely<ServiceDatabase>,
    whichReservations: RawBuilder<unknown>,
    uses: readonly MonthUse[],
  ): Promise<void> {
    const rows = uses.map(({ accountId, ...use }) => ({ account_id: accountId, ...use }));
    await sql`
      with gone as (
        delete from quota_reservations where ${whichReservations}
        returning account_id, month, meter, amount
      ), changes as (
        select account_id, month, meter, 0 as used, amount as freed from gone
        union all
        select account_id, month, meter, used, 0 from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as uses (account_id text, month date, meter text, used bigint)
      )
      insert into quota_months as known (account_id, month, meter, used, reserved)
      select account_id, month, meter, sum(used), -sum(freed) from changes
      group by account_id, month, meter order by account_id, month, meter
      on conflict (account_id, month, meter) do update set
        used = known.used + excluded.used,
        reserved = known.reserved + excluded.reserved
    `.execute(db);
  }
}

const expiry = sql`now() + make_interval(secs => ${sql.lit(RESERVATION_SECONDS)})`;
