import {
  sql,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type Transaction,
} from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import type { PageRequest } from "../contract/lists.ts";
import { ApiError } from "../contract/errors.ts";
import { newId } from "./store.ts";
import { reaching } from "./store-unavailable.ts";

/** Id prefix of each table, and its name and error codes in refusals. */
const TABLES = {
  pronunciations: {
    prefix: "pron",
    called: "pronunciation",
    unknown: "unknown_pronunciation",
    full: "pronunciation_limit_reached",
  },
  voices: {
    prefix: "voice",
    called: "saved voice",
    unknown: "unknown_saved_voice",
    full: "voice_limit_reached",
  },
  jobs: {
    prefix: "job",
    called: "job",
    unknown: "unknown_job",
    full: "job_limit_reached",
  },
} as const;

type Table = keyof typeof TABLES;
type Row<Name extends Table> = Selectable<ServiceDatabase[Name]>;
type Db = Kysely<ServiceDatabase>;
export type InTransaction = Transaction<ServiceDatabase>;

/** Columns that every new row of these tables has. */
export interface NewRow {
  readonly id: string;
  readonly account_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/**
 * The entries of accounts in one table.
 *
 * Every method rejects with StoreUnavailable when the database does not answer, and with ApiError for an entry that the account
 * does not have.
 */
export abstract class AccountEntries<
  Name extends Table,
  Item extends { readonly id: string; readonly createdAt: Date },
  New,
> {
  protected readonly db: Db;
  readonly #table: Name;

  constructor(db: Db, table: Name) {
    this.db = db;
    this.#table = table;
  }

  protected abstract rows(
    db: Db,
    accountId: string,
  ): SelectQueryBuilder<ServiceDatabase, Name, Row<Name>>;
  /** Locks an account's entries against concurrent changes until the transaction ends. */
  protected abstract hold(transaction: InTransaction, accountId: string): Promise<unknown>;
  protected abstract insert(db: InTransaction, stamps: NewRow, entry: New): Promise<Row<Name>>;
  protected abstract item(row: Row<Name>): Item;

  /** Throws ApiError for a new entry that does not go with the account's others. */
  protected async check(_db: InTransaction, _accountId: string, _entry: New): Promise<void> {}

  /** Returns the entries that count towards the limit: all, unless overridden. */
  protected counted(db: Db, accountId: string) {
    return this.rows(db, accountId);
  }

  /** Adds an entry and runs `also` in the same transaction; throws ApiError when the account has reached the limit. */
  add(
    accountId: string,
    entry: New,
    limit: number,
    also: (transaction: InTransaction, added: Item) => Promise<void> = async () => {},
  ): Promise<Item> {
    return this.holding(accountId, async (transaction) => {
      await this.check(transaction, accountId, entry);
      await this.#refuseFull(transaction, accountId, limit);
      const now = new Date();
      const id = newId(TABLES[this.#table].prefix);
      const stamps = { id, account_id: accountId, created_at: now, updated_at: now };
      const added = this.item(await this.insert(transaction, stamps, entry));
      await also(transaction, added);
      return added;
    });
  }

  remove(accountId: string, id: string): Promise<void> {
    return this.holding(accountId, async (transaction) => {
      const { rows } = await sql`
        delete from ${sql.table(this.#table)} where account_id = ${accountId} and id = ${id} returning id
      `.execute(transaction);
      if (rows.length === 0) throw unknownEntry(this.#table, id);
    });
  }

  /** Finds an entry; a refusal names `param`, the field that gave its id. */
  find(accountId: string, id: string, param = "id"): Promise<Item> {
    return reaching(this.#table, this.known(this.db, accountId, id, param));
  }

  /** Rejects with ApiError when the account has reached the limit; called before any work. */
  requireRoom(accountId: string, limit: number): Promise<void> {
    return reaching(this.#table, this.#refuseFull(this.db, accountId, limit));
  }

  /** Returns a page of an account's entries by age; rejects with ApiError when the list does not contain `after`. */
  list(accountId: string, { limit, after, order }: PageRequest): Promise<Page<Item>> {
    const page = async () => {
      const cursor = after === undefined ? undefined : await this.#find(this.db, accountId, after);
      if (after !== undefined && cursor === undefined) throw unknownCursor(after);
      const rows = await this.rows(this.db, accountId)
        .where(cursor === undefined ? sql<boolean>`true` : behind(cursor, order))
        .orderBy(order === "asc" ? sql`created_at asc, id asc` : sql`created_at desc, id desc`)
        // One more than requested shows whether there are more.
        .limit(limit + 1)
        .execute();
      const items = rows.slice(0, limit).map((row) => this.item(row));
      return { items, hasMore: rows.length > limit };
    };
    return reaching(this.#table, page());
  }

  /** Works on an account's entries while no other transaction changes them. */
  protected holding<Value>(
    accountId: string,
    work: (transaction: InTransaction) => Promise<Value>,
  ): Promise<Value> {
    const changed = this.db.transaction().execute(async (transaction) => {
      await this.hold(transaction, accountId);
      return work(transaction);
    });
    return reaching(this.#table, changed);
  }

  async #find(db: Db, accountId: string, id: string): Promise<Item | undefined> {
    const query = this.rows(db, accountId).where(sql<boolean>`id = ${id}`);
    const row = await query.executeTakeFirst();
    return row === undefined ? undefined : this.item(row);
  }

  protected async known(db: Db, accountId: string, id: string, param: string): Promise<Item> {
    const found = await this.#find(db, accountId, id);
    if (found === undefined) throw unknownEntry(this.#table, id, param);
    return found;
  }

  async #refuseFull(db: Db, accountId: string, limit: number): Promise<void> {
    const { count } = await this.counted(db, accountId)
      .clearSelect()
      .select(sql<number>`count(*)`.as("count"))
      .executeTakeFirstOrThrow();
    if (count < limit) return;
    const { full, called } = TABLES[this.#table];
    throw new ApiError(full, `The account already holds ${count} ${called}s; delete one first.`);
  }
}

/** Entries that can be changed. */
export abstract class ChangeableEntries<
  Name extends Table,
  Item extends { readonly id: string; readonly createdAt: Date },
  New extends Change,
  Change,
> extends AccountEntries<Name, Item, New> {
  protected abstract update(db: InTransaction, id: string, change: Change): Promise<Row<Name>>;

  /** Throws ApiError for an entry that conflicts with the account's other entries but `exceptId`. */
  protected override async check(
    _db: InTransaction,
    _accountId: string,
    _entry: Change,
    _exceptId = "",
  ): Promise<void> {}

  /** Changes an entry; throws what `change` throws. */
  change(accountId: string, id: string, change: (current: Item) => Change): Promise<Item> {
    return this.holding(accountId, async (transaction) => {
      const entry = change(await this.known(transaction, accountId, id, "id"));
      await this.check(transaction, accountId, entry, id);
      return this.item(await this.update(transaction, id, entry));
    });
  }
}

/** Creates the error for an entry that the account does not have; `param` is the field that names it. */
export function unknownEntry(table: Table, id: string, param = "id"): ApiError {
  const { unknown, called } = TABLES[table];
  return new ApiError(unknown, `There is no ${called} ${id}.`, param);
}

/** Creates the error for a page after an item that the list does not contain. */
export function unknownCursor(after: string): ApiError {
  return new ApiError("invalid_request", `The list has no ${after}.`, "after");
}

function behind(
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
  order: PageRequest["order"],
): RawBuilder<boolean> {
  const place = sql`(${createdAt}::timestamptz, ${id}::text)`;
  return order === "asc" ? sql`(created_at, id) > ${place}` : sql`(created_at, id) < ${place}`;
}
