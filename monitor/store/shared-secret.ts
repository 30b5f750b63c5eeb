import type { Database } from "#migrations/status/schema.ts";

/** Returns the named secret that all status APIs on a database share: the `made` of the first caller. */
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
