import type { Kysely } from "kysely";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { newId } from "./store.ts";

/** Makes the row of `api_keys` that stands for an account's dashboard, unless it is there, and returns its id: `dashboard_…`. */
export async function putDashboardKey(
  db: Kysely<ServiceDatabase>,
  accountId: string,
): Promise<string> {
  await db
    .insertInto("api_keys")
    .values({
      id: newId("dashboard"),
      account_id: accountId,
      name: "dashboard",
      prefix: "",
      // No secret has this as its SHA-256.
      hash: `dashboard of ${accountId}`,
      is_dashboard: true,
      created_at: new Date(),
      last_used_at: null,
      revoked_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await db
    .selectFrom("api_keys")
    .select("id")
    .where("account_id", "=", accountId)
    .where("is_dashboard", "=", true)
    .executeTakeFirstOrThrow();
  return id;
}
