import { sql, type Kysely } from "kysely";
import type { PronunciationTable, ServiceDatabase } from "#migrations/service/schema.ts";
import {
  ChangeableEntries,
  unknownEntry,
  type InTransaction,
  type NewRow,
} from "../../accounts/account-entries.ts";
import { reaching } from "../../accounts/store-unavailable.ts";
import { ApiError } from "../../contract/errors.ts";
import { wordKey, type Pronunciation, type PronunciationRule } from "./pronunciation.ts";

type Db = Kysely<ServiceDatabase>;

/** The dictionaries of accounts; every change increments a version, so that other replicas notice that theirs is stale. */
export class PronunciationStore extends ChangeableEntries<
  "pronunciations",
  Pronunciation,
  PronunciationRule,
  PronunciationRule
> {
  constructor(db: Db) {
    super(db, "pronunciations");
  }

  /** Finds several entries, in the order of their ids; throws ApiError for the first that is not there. */
  async findAll(accountId: string, ids: readonly string[]): Promise<readonly Pronunciation[]> {
    if (ids.length === 0) return [];
    const query = this.rows(this.db, accountId).where("id", "in", ids);
    const rows = await reaching("pronunciations", query.execute());
    const byId = new Map(rows.map((row) => [row.id, this.item(row)]));
    return ids.map((id) => {
      const found = byId.get(id);
      if (found === undefined) throw unknownEntry("pronunciations", id, "pronunciations");
      return found;
    });
  }

  /** Returns the version of a dictionary; as long as it is the same, so are the entries. */
  version(accountId: string): Promise<number> {
    const query = this.db
      .selectFrom("pronunciation_dictionaries")
      .select("version")
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    return reaching(
      "pronunciations",
      query.then((row) => row?.version ?? 0),
    );
  }

  /** Returns the whole dictionary of an account, with its version; the entries may be newer than the version. */
  async dictionary(accountId: string) {
    const version = await this.version(accountId);
    const rows = await reaching("pronunciations", this.rows(this.db, accountId).execute());
    return { version, entries: rows.map((row) => this.item(row)) };
  }

  protected rows(db: Db, accountId: string) {
    return db.selectFrom("pronunciations").selectAll().where("account_id", "=", accountId);
  }

  protected hold(transaction: InTransaction, accountId: string): Promise<unknown> {
    return transaction
      .insertInto("pronunciation_dictionaries")
      .values({ account_id: accountId, version: 1 })
      .onConflict((conflict) =>
        conflict
          .column("account_id")
          .doUpdateSet({ version: sql`pronunciation_dictionaries.version + 1` }),
      )
      .execute();
  }

  protected insert(db: InTransaction, stamps: NewRow, rule: PronunciationRule) {
    return db
      .insertInto("pronunciations")
      .values({ ...stamps, ...columns(rule) })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  protected update(db: InTransaction, id: string, rule: PronunciationRule) {
    return db
      .updateTable("pronunciations")
      .set({ ...columns(rule), updated_at: new Date() })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  protected override async check(
    db: InTransaction,
    accountId: string,
    rule: PronunciationRule,
    exceptId = "",
  ): Promise<void> {
    const taken = await this.rows(db, accountId)
      .where("word_key", "=", wordKey(rule))
      .where("id", "<>", exceptId)
      .executeTakeFirst();
    if (taken === undefined) return;
    const message = `The dictionary already has the word "${rule.word}" (${taken.id}).`;
    throw new ApiError("invalid_pronunciations", message, "word");
  }

  protected item(row: PronunciationTable): Pronunciation {
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
