import { afterAll, beforeAll, expect } from "vitest";
import { longTest, runsShort, shortTest } from "../../support/lengths.ts";
import { sql } from "kysely";

import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { OpenDatabase } from "#database/open-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { describeWithOneUnmigrated } from "../../support/databases/every-database.ts";
import {
  declaredTables,
  kindOfDatabaseType,
  type TableShapes,
} from "../../support/databases/declared-tables.ts";
import { storedText } from "../../support/databases/stored-text.ts";

describeWithOneUnmigrated("the status database", (empty) => {
  let status: OpenDatabase<StatusDatabase>;
  beforeAll(async () => void (status = await openStatusDatabase(await empty())));
  afterAll(() => status.close());

  longTest("has the tables and columns that its schema types declare", async () => {
    const declared = declaredTables("migrations/status", "StatusDatabase");
    expect(await introspectedTables(status)).toEqual(declared);
  });

  shortTest("reads counts, bigint, numeric and timestamps alike", async () => {
    const row = await status.db
      .selectNoFrom([
        sql<number>`count(*)`.as("count"),
        sql<number>`9007199254740991::bigint`.as("bigint"),
        sql<number>`1.25::numeric`.as("numeric"),
        sql<Date>`'2026-11-21T10:00:00.123Z'::timestamptz`.as("timestamp"),
        sql<string>`'2026-11-21'::date`.as("date"),
        sql<unknown>`'{"a":[1,null]}'::jsonb`.as("json"),
      ])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      count: 1,
      bigint: Number.MAX_SAFE_INTEGER,
      numeric: 1.25,
      timestamp: new Date("2026-11-21T10:00:00.123Z"),
      date: "2026-11-21",
      json: { a: [1, null] },
    });
  });

  shortTest("gives a slot to one of many that claim it at once", async () => {
    const slot = new Date("2026-11-21T10:00:00Z");
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        status.db
          .insertInto("slot_claims")
          .values({
            check_id: "stt-file",
            location: "local",
            slot,
            prober: `prober-${index}`,
            claimed_at: slot,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow(),
      ),
    );
    expect(claims.filter((claim) => claim.numInsertedOrUpdatedRows === 1n)).toHaveLength(1);
  });

  shortTest("refuses a second open interval of one component", async () => {
    const from = new Date("2026-11-21T10:00:00Z");
    await status.db
      .insertInto("components")
      .values({
        id: "web",
        name: storedText("Website"),
        description: storedText(""),
        group_id: null,
        position: 1,
        showcase: true,
        only_show_if_degraded: false,
        objective: null,
        known_until: null,
        created_at: from,
        removed_at: null,
      })
      .execute();
    const open = (): Promise<unknown> =>
      status.db
        .insertInto("component_states")
        .values({
          component_id: "web",
          status: "operational",
          from_at: from,
          to_at: null,
          check_id: null,
          reason: null,
        })
        .execute();
    await open();
    await expect(open()).rejects.toThrow(/component_states_open/);
  });
});

if (runsShort)
  describeWithOneUnmigrated("the service database", (empty) => {
    shortTest("has the tables and columns that its schema types declare", async () => {
      await using service = await openServiceDatabase(await empty("service"));
      const declared = declaredTables("migrations/service", "ServiceDatabase");
      expect(await introspectedTables(service)).toEqual(declared);
    });
  });

async function introspectedTables<Schema>({ db }: OpenDatabase<Schema>): Promise<TableShapes> {
  const tables = await db.introspection.getTables();
  const partitions = await sql<{ name: string }>`
    select relname as name from pg_class where relispartition`.execute(db);
  const isPartition = new Set(partitions.rows.map(({ name }) => name));
  return Object.fromEntries(
    tables
      .filter(({ name }) => !name.startsWith("kysely_") && !isPartition.has(name))
      .map((table) => [
        table.name,
        table.columns
          .map(
            (column) =>
              `${column.name}${column.isNullable ? "?" : ""}: ${kindOfDatabaseType(column.dataType)}`,
          )
          .sort(),
      ]),
  );
}
