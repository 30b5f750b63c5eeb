import { sql, type Kysely, type Transaction } from "kysely";
import type { Selectable } from "kysely";
import type { ServiceDatabase, VoiceTable } from "#migrations/service/schema.ts";
import { newId } from "../../accounts/store.ts";
import { reaching } from "../../accounts/store-unavailable.ts";
import type { PageRequest } from "../../contract/lists.ts";
import { readPage, type Page } from "../../accounts/page.ts";
import { ApiError } from "../../contract/errors.ts";
import {
  VOICE_LANGUAGE,
  type ClonedVoice,
  type SavedVoice,
  type VoiceLabel,
} from "./saved-voice.ts";

type Db = Kysely<ServiceDatabase>;
type InTransaction = Transaction<ServiceDatabase>;

/** Whose voice is saved: an account, with one of its keys. */
export interface VoiceOwner {
  readonly accountId: string;
  readonly keyId: string;
}

/** Where a request names a voice: in its address, or as the one that is to speak. */
export type IdField = "id" | "voice";

/** Reads and writes the voices of accounts; every method rejects with StoreUnavailable when the database is away. */
export class SavedVoiceStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Saves a voice, and does what else belongs to it; throws ApiError where the account has as many as it may. */
  add(
    { accountId, keyId }: VoiceOwner,
    voice: ClonedVoice & VoiceLabel,
    limit: number,
    also: (transaction: InTransaction, added: SavedVoice) => Promise<void> = nothing,
  ): Promise<SavedVoice> {
    const work = this.#db.transaction().execute(async (transaction) => {
      await holdAccount(transaction, accountId);
      await refuseFull(transaction, accountId, limit);
      const now = new Date();
      const row = await transaction
        .insertInto("voices")
        .values({
          id: newId("voice"),
          account_id: accountId,
          name: voice.name,
          description: voice.description,
          language: VOICE_LANGUAGE,
          model: voice.model,
          voice_space: voice.voiceSpace,
          point: JSON.stringify(voice.point),
          duration_seconds: voice.durationSeconds,
          consented_at: now,
          consent_key_id: keyId,
          created_at: now,
          updated_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const added = savedVoice(row);
      await also(transaction, added);
      return added;
    });
    return reaching("voices", work);
  }

  /** Refuses an account that has as many voices as it may, before there is any work. */
  requireRoom(accountId: string, limit: number): Promise<void> {
    return reaching("voices", refuseFull(this.#db, accountId, limit));
  }

  /** Finds a voice; throws ApiError, which names the field that gave the id, where the account has none of it. */
  async find(accountId: string, id: string, field: IdField = "id"): Promise<SavedVoice> {
    return known(await reaching("voices", find(this.#db, accountId, id)), id, field);
  }

  /** Changes what is said of a voice; throws ApiError where there is none, or what `change` throws. */
  change(
    accountId: string,
    id: string,
    change: (current: SavedVoice) => VoiceLabel,
  ): Promise<SavedVoice> {
    const work = this.#db.transaction().execute(async (transaction) => {
      await holdAccount(transaction, accountId);
      const { name, description } = change(known(await find(transaction, accountId, id), id));
      const row = await transaction
        .updateTable("voices")
        .set({ name, description, updated_at: new Date() })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return savedVoice(row);
    });
    return reaching("voices", work);
  }

  /** Removes a voice; throws ApiError where there is none. */
  async remove(accountId: string, id: string): Promise<void> {
    const { numDeletedRows } = await reaching(
      "voices",
      this.#db
        .deleteFrom("voices")
        .where("account_id", "=", accountId)
        .where("id", "=", id)
        .executeTakeFirstOrThrow(),
    );
    if (numDeletedRows === 0n) throw unknownSavedVoice(id, "id");
  }

  /** A page of the voices of an account, by their age; throws ApiError for a cursor that is none. */
  list(accountId: string, request: PageRequest): Promise<Page<SavedVoice>> {
    return reaching("voices", this.#readPage(accountId, request));
  }

  #readPage(accountId: string, request: PageRequest): Promise<Page<SavedVoice>> {
    return readPage(request, {
      find: (id) => find(this.#db, accountId, id),
      read: async ({ where, order, limit }) => {
        const rows = await this.#db
          .selectFrom("voices")
          .selectAll()
          .where("account_id", "=", accountId)
          .where(where)
          .orderBy(order)
          .limit(limit)
          .execute();
        return rows.map(savedVoice);
      },
    });
  }
}

async function nothing(): Promise<void> {}

/** Makes what changes the voices of an account wait for each other, until the transaction ends. */
async function holdAccount(transaction: InTransaction, accountId: string): Promise<void> {
  await transaction
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .execute();
}

async function refuseFull(db: Db, accountId: string, limit: number): Promise<void> {
  const { count } = await db
    .selectFrom("voices")
    .select(sql<number>`count(*)`.as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  if (count < limit) return;
  throw new ApiError(
    "voice_limit_reached",
    `The account already holds ${count} saved voices; delete one first.`,
  );
}

async function find(db: Db, accountId: string, id: string): Promise<SavedVoice | undefined> {
  const row = await db
    .selectFrom("voices")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row === undefined ? undefined : savedVoice(row);
}

function known(found: SavedVoice | undefined, id: string, field: IdField = "id"): SavedVoice {
  if (found === undefined) throw unknownSavedVoice(id, field);
  return found;
}

/** Makes the refusal of a voice that an account does not have. */
export function unknownSavedVoice(id: string, field: IdField): ApiError {
  return new ApiError("unknown_saved_voice", `There is no saved voice ${id}.`, field);
}

function savedVoice(row: Selectable<VoiceTable>): SavedVoice {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    language: row.language,
    model: row.model,
    voiceSpace: row.voice_space,
    point: row.point,
    durationSeconds: row.duration_seconds,
    consentedAt: row.consented_at,
    consentKeyId: row.consent_key_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
