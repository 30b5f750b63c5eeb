import type { Kysely, Selectable } from "kysely";
import type { ServiceDatabase, VoiceTable } from "#migrations/service/schema.ts";
import { AccountEntries, type InTransaction, type NewRow } from "../../accounts/account-entries.ts";
import { holdAccount } from "../../accounts/hold-account.ts";
import {
  VOICE_LANGUAGE,
  type ClonedVoice,
  type SavedVoice,
  type VoiceLabel,
} from "./saved-voice.ts";

type Db = Kysely<ServiceDatabase>;
type NewVoice = ClonedVoice & VoiceLabel & Pick<SavedVoice, "consentKeyId">;

/** The voices that accounts have saved. */
export class SavedVoiceStore extends AccountEntries<"voices", SavedVoice, NewVoice, VoiceLabel> {
  constructor(db: Db) {
    super(db, "voices");
  }

  protected rows(db: Db, accountId: string) {
    return db.selectFrom("voices").selectAll().where("account_id", "=", accountId);
  }

  protected hold(transaction: InTransaction, accountId: string): Promise<unknown> {
    return holdAccount(transaction, accountId);
  }

  protected insert(db: InTransaction, stamps: NewRow, voice: NewVoice) {
    return db
      .insertInto("voices")
      .values({
        ...stamps,
        name: voice.name,
        description: voice.description,
        language: VOICE_LANGUAGE,
        model: voice.model,
        voice_space: voice.voiceSpace,
        point: JSON.stringify(voice.point),
        duration_seconds: voice.durationSeconds,
        consented_at: stamps.created_at,
        consent_key_id: voice.consentKeyId,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  protected update(db: InTransaction, id: string, { name, description }: VoiceLabel) {
    return db
      .updateTable("voices")
      .set({ name, description, updated_at: new Date() })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  protected item(row: Selectable<VoiceTable>): SavedVoice {
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
}
