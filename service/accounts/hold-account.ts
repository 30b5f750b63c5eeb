import type { Transaction } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";

/** Locks an account until the transaction ends; other transactions that lock it wait. */
export async function holdAccount(
  transaction: Transaction<ServiceDatabase>,
  accountId: string,
): Promise<void> {
  await transaction
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .execute();
}
