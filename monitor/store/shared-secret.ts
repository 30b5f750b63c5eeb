import type { Database } from "#migrations/status/schema.ts";

/** Gives the secret of a name that all status APIs on a database share: `made` by the first that asks for it. */
export async function sharedSecret(db: Database, name: string, made: string): Promise<string> {
  await db
    .insertInto("secrets")
    .values({ name, value: made })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return value;
}
