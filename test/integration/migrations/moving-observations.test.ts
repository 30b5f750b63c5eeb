import { expect, test } from "vitest";
import { sql } from "kysely";

import { openDatabase } from "#database/open-database.ts";
import { statusMigrations } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { describeWithOneUnmigrated } from "../../support/databases/every-database.ts";

describeWithOneUnmigrated("observations of before they had partitions", (empty) => {
  test("are moved into one partition a day, by the days of UTC", async () => {
    const { url, dataDirectory } = await empty();
    const directory = `${dataDirectory}/status`;
    const before = Object.entries(statusMigrations).filter(([name]) => name < "005");
    const slots = ["2026-11-19T23:59:00Z", "2026-11-20T00:00:00Z", "2026-11-20T12:00:00Z"];
    {
      await using old = await openDatabase<StatusDatabase>({
        url,
        directory,
        setting: "STATUS_DATABASE_URL",
        migrations: Object.fromEntries(before),
      });
      for (const slot of slots) {
        await sql`insert into observations values
          ('web', 'here', ${slot}, 1, 'p', ${slot}, 5, 'ok', null, null, '{"connect": 1}', '{}', true, false)`.execute(
          old.db,
        );
      }
    }
    await using now = await openDatabase<StatusDatabase>({
      url,
      directory,
      setting: "STATUS_DATABASE_URL",
      migrations: statusMigrations,
    });
    const rows = await now.db
      .selectFrom("observations")
      .select(["slot", "phases", sql<string>`tableoid::regclass::text`.as("partition")])
      .orderBy("slot")
      .execute();
    expect(rows).toEqual([
      {
        slot: new Date(slots[0] ?? ""),
        phases: { connect: 1 },
        partition: "observations_20261119",
      },
      {
        slot: new Date(slots[1] ?? ""),
        phases: { connect: 1 },
        partition: "observations_20261120",
      },
      {
        slot: new Date(slots[2] ?? ""),
        phases: { connect: 1 },
        partition: "observations_20261120",
      },
    ]);
  });
});
