import type { Kysely, Selectable } from "kysely";
import type { ServiceDatabase, VoiceTable } from "#migrations/service/schema.ts";
import {
  ChangeableEntries,
  type InTransaction,
  type NewRow,
} from "../../accounts/account-entries.ts";
import { holdAccount } from "../../accounts/hold-account.ts";
import {
  VOICE_LANGUAGE,
  type ClonedVoice,
  type DesignedVoice,
  type SavedVoice,
  type VoiceLabel,
} from "./saved-voice.ts";

type Db = Kysely<ServiceDatabase>;
type NewVoice = VoiceLabel &
  ((ClonedVoice & { readonly design?: undefined; readonly consentKeyId: string }) | DesignedVoice);

/** The voices that accounts have saved. */
export class SavedVoiceStore extends ChangeableEntries<"voices", SavedVoice, NewVoice, VoiceLabel> {
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
        ...(voice.design === undefined
          ? {
              point: JSON.stringify(voice.point),
              duration_seconds: voice.durationSeconds,
              consented_at: stamps.created_at,
              consent_key_id: voice.consentKeyId,
            }
          : { design: JSON.stringify(voice.design) }),
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
    const saved = {
      id: row.id,
      name: row.name,
      description: row.description,
      language: row.language,
      model: row.model,
      voiceSpace: row.voice_space,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
    if (row.design !== null) return { ...saved, design: row.design };
    const { point, duration_seconds, consented_at, consent_key_id } = row;
    if (point === null || duration_seconds === null || !consented_at || consent_key_id === null) {
      throw new Error(`the voice ${row.id} is neither cloned nor designed`);
    }
    return {
      ...saved,
      point,
      durationSeconds: duration_seconds,
      consentedAt: consented_at,
      consentKeyId: consent_key_id,
    };
  }
}
