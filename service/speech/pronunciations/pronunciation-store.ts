import { sql, type Kysely, type Transaction } from "kysely";
import type { PronunciationTable, ServiceDatabase } from "#migrations/service/schema.ts";
import { newId } from "../../accounts/store.ts";
import { reaching } from "../../accounts/store-unavailable.ts";
import type { PageRequest } from "../../contract/lists.ts";
import { readPage, type Page } from "../../accounts/page.ts";
import { ApiError } from "../../contract/errors.ts";
import { wordKey, type Pronunciation, type PronunciationRule } from "./pronunciation.ts";

type Db = Kysely<ServiceDatabase>;
type InTransaction = Transaction<ServiceDatabase>;

/** The entries of a dictionary as they were when it had a version. */
export interface Dictionary {
  readonly version: number;
  readonly entries: readonly Pronunciation[];
}

/**
 * Reads and writes the dictionaries of accounts.
 *
 * Whatever changes one counts its version up first, which makes the changes of an account wait for each other: so its
 * limit holds, and other replicas see that what they remember is old. Every method rejects with StoreUnavailable when
 * the database does not answer.
 */
export class PronunciationStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Adds an entry, and does what else belongs to it; throws ApiError where the word is there or the dictionary full. */
  add(
    accountId: string,
    rule: PronunciationRule,
    limit: number,
    also: (transaction: InTransaction, added: Pronunciation) => Promise<void> = nothing,
  ): Promise<Pronunciation> {
    return this.#change(accountId, async (transaction) => {
      await refuseTaken(transaction, accountId, rule);
      const { count } = await transaction
        .selectFrom("pronunciations")
        .select(sql<number>`count(*)`.as("count"))
        .where("account_id", "=", accountId)
        .executeTakeFirstOrThrow();
      if (count >= limit) throw full(limit);
      const now = new Date();
      const id = newId("pron");
      const row = await transaction
        .insertInto("pronunciations")
        .values({ id, account_id: accountId, ...columns(rule), created_at: now, updated_at: now })
        .returningAll()
        .executeTakeFirstOrThrow();
      const added = pronunciation(row);
      await also(transaction, added);
      return added;
    });
  }

  /** Changes an entry; throws ApiError where there is none, or what `change` throws. */
  change(
    accountId: string,
    id: string,
    change: (current: Pronunciation) => PronunciationRule,
  ): Promise<Pronunciation> {
    return this.#change(accountId, async (transaction) => {
      const current = known(await find(transaction, accountId, id), id);
      const rule = change(current);
      await refuseTaken(transaction, accountId, rule, id);
      const row = await transaction
        .updateTable("pronunciations")
        .set({ ...columns(rule), updated_at: new Date() })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return pronunciation(row);
    });
  }

  /** Removes an entry; throws ApiError where there is none. */
  remove(accountId: string, id: string): Promise<void> {
    return this.#change(accountId, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom("pronunciations")
        .where("account_id", "=", accountId)
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw unknownPronunciation(id, "id");
    });
  }

  /** Finds an entry; throws ApiError where there is none. */
  async find(accountId: string, id: string): Promise<Pronunciation> {
    return known(await reaching("pronunciations", find(this.#db, accountId, id)), id);
  }

  /** Finds several entries, in the order of their ids; throws ApiError for the first that is not there. */
  async findAll(accountId: string, ids: readonly string[]): Promise<readonly Pronunciation[]> {
    if (ids.length === 0) return [];
    const query = this.#db
      .selectFrom("pronunciations")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("id", "in", ids);
    const rows = await reaching("pronunciations", query.execute());
    const byId = new Map(rows.map((row) => [row.id, pronunciation(row)]));
    return ids.map((id) => known(byId.get(id), id, "pronunciations"));
  }

  /** A page of the entries of an account, by their age; throws ApiError for a cursor that is none. */
  list(accountId: string, request: PageRequest): Promise<Page<Pronunciation>> {
    return reaching("pronunciations", this.#readPage(accountId, request));
  }

  /** The version of a dictionary: as long as it is the same, so are the entries. */
  version(accountId: string): Promise<number> {
    return reaching("pronunciations", versionOf(this.#db, accountId));
  }

  /** The whole dictionary of an account. */
  dictionary(accountId: string): Promise<Dictionary> {
    return reaching(
      "pronunciations",
      // Read first: with an entry that is newer than its version, a dictionary is read once more, and not once less.
      versionOf(this.#db, accountId).then(async (version) => {
        const rows = await this.#db
          .selectFrom("pronunciations")
          .selectAll()
          .where("account_id", "=", accountId)
          .execute();
        return { version, entries: rows.map(pronunciation) };
      }),
    );
  }

  #readPage(accountId: string, request: PageRequest): Promise<Page<Pronunciation>> {
    return readPage(request, {
      find: (id) => find(this.#db, accountId, id),
      read: async ({ where, order, limit }) => {
        const rows = await this.#db
          .selectFrom("pronunciations")
          .selectAll()
          .where("account_id", "=", accountId)
          .where(where)
          .orderBy(order)
          .limit(limit)
          .execute();
        return rows.map(pronunciation);
      },
    });
  }

  #change<Value>(
    accountId: string,
    work: (transaction: InTransaction) => Promise<Value>,
  ): Promise<Value> {
    return reaching(
      "pronunciations",
      this.#db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto("pronunciation_dictionaries")
          .values({ account_id: accountId, version: 1 })
          .onConflict((conflict) =>
            conflict
              .column("account_id")
              .doUpdateSet({ version: sql`pronunciation_dictionaries.version + 1` }),
          )
          .execute();
        return work(transaction);
      }),
    );
  }
}

async function nothing(): Promise<void> {}

async function versionOf(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom("pronunciation_dictionaries")
    .select("version")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

async function find(db: Db, accountId: string, id: string): Promise<Pronunciation | undefined> {
  const row = await db
    .selectFrom("pronunciations")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined ? undefined : pronunciation(row);
}

function known(found: Pronunciation | undefined, id: string, param = "id"): Pronunciation {
  if (found === undefined) throw unknownPronunciation(id, param);
  return found;
}

async function refuseTaken(
  db: InTransaction,
  accountId: string,
  rule: PronunciationRule,
  exceptId = "",
): Promise<void> {
  const taken = await db
    .selectFrom("pronunciations")
    .select("id")
    .where("account_id", "=", accountId)
    .where("word_key", "=", wordKey(rule))
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  if (taken === undefined) return;
  throw new ApiError(
    "invalid_pronunciations",
    `The dictionary already has the word "${rule.word}" (${taken.id}).`,
    "word",
  );
}

function full(limit: number): ApiError {
  return new ApiError(
    "pronunciation_limit_reached",
    `The account already holds ${limit} pronunciations; delete one first.`,
  );
}

/** Makes the refusal of an entry that an account does not have, by the field that names it. */
export function unknownPronunciation(id: string, param: string): ApiError {
  return new ApiError("unknown_pronunciation", `There is no pronunciation ${id}.`, param);
}

function columns(rule: PronunciationRule) {
  return {
    word: rule.word,
    word_key: wordKey(rule),
    alias: rule.alias ?? null,
    ipa: rule.ipa ?? null,
    case_sensitive: rule.caseSensitive,
    word_boundaries: rule.wordBoundaries,
  };
}

function pronunciation(row: PronunciationTable): Pronunciation {
  return {
    id: row.id,
    word: row.word,
    ...(row.ipa === null ? { alias: row.alias ?? "" } : { ipa: row.ipa }),
    caseSensitive: row.case_sensitive,
    wordBoundaries: row.word_boundaries,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
