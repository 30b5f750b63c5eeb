import { sql } from "kysely";
import { afterEach, beforeEach, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { Database } from "#migrations/status/schema.ts";
import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";

let open: AsyncDisposableStack;
let db: Database;

beforeEach(async () => {
  open = new AsyncDisposableStack();
  const home = open.use(await temporaryDataDirectory("status"));
  ({ db } = open.use(await openStatusDatabase({ dataDirectory: home.path })));
});
afterEach(() => open.disposeAsync());

const preparedTexts = async (): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) from pg_prepared_statements`.execute(db);
  return rows[0]!.count;
};

longTest("a query of the embedded database is prepared once, whatever its values", async () => {
  const before = await preparedTexts();
  for (const text of ["one", "two", null]) {
    const { rows } = await sql`select ${text}::text as text, now() as at`.execute(db);
    expect(rows).toEqual([{ text, at: expect.any(Date) }]);
  }
  expect(await preparedTexts()).toBe(before + 1);
});

longTest("the embedded database forgets the queries that were not asked for longest", async () => {
  for (let number = 0; number < 500; number += 1) {
    const { rows } = await sql`select ${sql.lit(number)}::integer as number`.execute(db);
    expect(rows).toEqual([{ number }]);
  }
  expect(await preparedTexts()).toBeLessThanOrEqual(201);
  const { rows } = await sql`select 0::integer as number`.execute(db);
  expect(rows).toEqual([{ number: 0 }]);
});

shortTest(
  "a query that fails says why, and those after it are answered, in a transaction as without",
  async () => {
    const divided = (by: number) => sql`select 1 / ${by}::integer as whole`.execute(db);
    await expect(divided(0)).rejects.toMatchObject({ code: "22012" });
    await expect(sql`select nothing from nowhere`.execute(db)).rejects.toMatchObject({
      code: "42P01",
    });
    const failing = db.transaction().execute(async (transaction) => {
      await sql`select ${1}::integer / 0`.execute(transaction);
    });
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    expect((await divided(1)).rows).toEqual([{ whole: 1 }]);
  },
);

longTest("a list of values too long to be kept is queried in a transaction too", async () => {
  const numbers = Array.from({ length: 1_500 }, (_, number) => number);
  const count = sql<{ count: number }>`
    select count(*) from unnest(array[${sql.join(numbers)}]::integer[]) as number`;
  expect((await count.execute(db)).rows).toEqual([{ count: 1_500 }]);
  await db.transaction().execute(async (transaction) => {
    expect((await count.execute(transaction)).rows).toEqual([{ count: 1_500 }]);
  });
});
