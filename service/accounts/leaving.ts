import type { Kysely, Transaction } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { holdAccount } from "./hold-account.ts";
import type { Role } from "./roles.ts";
import { reaching } from "./store-unavailable.ts";

/** Tables whose rows are deleted with their account. */
const OWN_TABLES = [
  "voices",
  "pronunciations",
  "pronunciation_dictionaries",
  "repeatable_requests",
  "invitations",
  "dashboard_sessions",
] as const;

/** Deletes people; every method rejects with StoreUnavailable when the database is unavailable. */
export class Leaving {
  readonly #db: Kysely<ServiceDatabase>;

  constructor(db: Kysely<ServiceDatabase>) {
    this.#db = db;
  }

  /**
   * Deletes a person and closes the accounts that nobody else is a member of. Returns `last-owner`, and deletes nothing, when
   * an account with other members would be left without an owner.
   */
  leave(personId: string): Promise<"last-owner" | undefined> {
    const work = this.#db.transaction().execute(async (transaction) => {
      const own = await transaction
        .selectFrom("members")
        .select("account_id")
        .where("person_id", "=", personId)
        .orderBy("account_id")
        .execute();
      const toClose: string[] = [];
      for (const { account_id: accountId } of own) {
        // Concurrent changes of the members wait.
        await holdAccount(transaction, accountId);
        const members = await transaction
          .selectFrom("members")
          .select(["person_id", "role"])
          .where("account_id", "=", accountId)
          .execute();
        const others = members.filter((member) => member.person_id !== personId);
        if (others.length === 0) toClose.push(accountId);
        else if (!others.some(({ role }) => role === ("owner" satisfies Role))) return "last-owner";
      }
      for (const accountId of toClose) await closeAccount(transaction, accountId);
      await transaction.deleteFrom("people").where("id", "=", personId).execute();
      return undefined;
    });
    return reaching("accounts", work);
  }
}

/**
 * Closes an account: revokes its keys and deletes everything it holds. Its usage is kept for billing, without an address and
 * without names.
 */
async function closeAccount(
  transaction: Transaction<ServiceDatabase>,
  accountId: string,
): Promise<void> {
  for (const table of OWN_TABLES) {
    await transaction.deleteFrom(table).where("account_id", "=", accountId).execute();
  }
  await transaction
    .updateTable("api_keys")
    .set({ name: "deleted", prefix: "", made_by: null })
    .set((build) => ({ revoked_at: build.fn.coalesce("revoked_at", build.val(new Date())) }))
    .where("account_id", "=", accountId)
    .execute();
  await transaction
    .updateTable("accounts")
    .set({ email: `${accountId}@deleted.invalid` })
    .where("id", "=", accountId)
    .execute();
}
