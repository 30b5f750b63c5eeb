import type { Pool } from "pg";
import { expect, test } from "vitest";
import { withPreparedStatements } from "./prepared-statements.ts";

/** A pool of one connection that notes what it is asked. */
function onePool() {
  const queries: { readonly name: string | undefined; readonly values: readonly unknown[] }[] = [];
  const closed: unknown[] = [];
  const released: unknown[] = [];
  const client = {
    connection: {
      parsedStatements: {} as Record<string, string>,
      close: (statement: unknown, isLater: boolean) => closed.push([statement, isLater]),
    },
    async query({ name, text, values }: { name?: string; text: string; values: unknown[] }) {
      queries.push({ name, values });
      if (name !== undefined) client.connection.parsedStatements[name] = text;
      return { rows: [] };
    },
    release: (destroy: unknown) => released.push(destroy),
  };
  const pool = { connect: async () => client, options: { max: 1 } } as unknown as Pool;
  return { pool: withPreparedStatements(pool), client, queries, closed, released };
}

test("a statement has the same name each time on a connection", async () => {
  const { pool, queries, released } = onePool();
  const first = await pool.connect();
  await first.query("select 1", [1]);
  await first.query("select 2", []);
  first.release();
  const second = await pool.connect();
  await second.query("select 1", [2]);
  expect(queries).toEqual([
    { name: "s1", values: [1] },
    { name: "s2", values: [] },
    { name: "s1", values: [2] },
  ]);
  expect(released).toEqual([undefined]);
});

test("a statement of up to 5,000 characters is prepared", async () => {
  const { pool, queries } = onePool();
  const connection = await pool.connect();
  await connection.query("x".repeat(5_000), []);
  await connection.query("x".repeat(5_001), []);
  expect(queries.map(({ name }) => name)).toEqual(["s1", undefined]);
});

test("the 201st statement takes the place of that which was used longest ago", async () => {
  const { pool, client, queries, closed } = onePool();
  const connection = await pool.connect();
  for (let at = 1; at <= 200; at += 1) await connection.query(`select ${at}`, []);
  await connection.query("select 1", []);
  expect(closed).toEqual([]);
  await connection.query("select 201", []);
  expect(closed).toEqual([[{ type: "S", name: "s2" }, true]]);
  const { parsedStatements } = client.connection;
  expect(Object.keys(parsedStatements)).toHaveLength(200);
  expect(parsedStatements).not.toHaveProperty("s2");
  await connection.query("select 2", []);
  expect(queries.at(-1)?.name).toBe("s202");
  expect(closed.at(-1)).toEqual([{ type: "S", name: "s3" }, true]);
});

test("the pool stays open when its user ends", async () => {
  const { pool } = onePool();
  await pool.end();
  expect(pool.options).toEqual({ max: 1 });
});
