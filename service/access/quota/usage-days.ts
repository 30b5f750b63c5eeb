import { sql, type Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import type { Product } from "../../contract/activities.ts";
import type { AccountUsageDay, UsageDay } from "./usage-sums.ts";

/** Inclusive range of UTC days, like `2026-11-21`. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

/** Reads the usage of an account's keys, newest day first. */
export async function readUsageDays(
  db: Kysely<ServiceDatabase>,
  accountId: string,
  { first, last }: DayRange,
): Promise<readonly UsageDay[]> {
  const rows = await db
    .selectFrom("usage_days")
    .select(["day", "product", "key_id as keyId", "requests", "audio_seconds as audioSeconds"])
    .select("characters")
    .where("account_id", "=", accountId)
    .where("day", ">=", first)
    .where("day", "<=", last)
    .orderBy("day", "desc")
    .orderBy("product")
    .orderBy("key_id")
    .execute();
  return rows.map((row) => ({ ...row, product: row.product as Product }));
}

/** Adds to the counts; all writers have to pass rows in the same order, or they may deadlock. */
export async function addUsageDays(
  db: Kysely<ServiceDatabase>,
  days: readonly AccountUsageDay[],
): Promise<void> {
  if (days.length === 0) return;
  await db
    .insertInto("usage_days")
    .values(
      days.map((entry) => ({
        key_id: entry.keyId,
        product: entry.product,
        day: entry.day,
        account_id: entry.accountId,
        requests: entry.requests,
        audio_seconds: entry.audioSeconds,
        characters: entry.characters,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["key_id", "product", "day"]).doUpdateSet({
        requests: sql`usage_days.requests + excluded.requests`,
        audio_seconds: sql`usage_days.audio_seconds + excluded.audio_seconds`,
        characters: sql`usage_days.characters + excluded.characters`,
      }),
    )
    .execute();
}
