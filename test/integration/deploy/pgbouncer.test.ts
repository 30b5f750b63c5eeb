import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { changeAlways, changeOfChecks, readRevision } from "#monitor/store/revision.ts";
import {
  hasPgbouncer,
  installPgbouncer,
  startPgbouncer,
} from "../../support/databases/pgbouncer.ts";
import { describeOnPostgresql } from "../../support/databases/every-database.ts";
import { ScriptedProbing, statusesNow } from "../../support/probes/scripted-probing.ts";
import { sharedDatabase, sharedUnmigratedDatabase } from "../../support/shared/shared.ts";

const CONNECTIONS = 3;
const isSkipped = !hasPgbouncer() && process.env["CI"] !== "true";
const hint = hasPgbouncer() ? "" : ` (to run it: ${installPgbouncer})`;

describeOnPostgresql("databases behind PgBouncer", () => {
  describe.skipIf(isSkipped)(`in transaction mode${hint}`, () => {
    const fewConnections = (settings: string): string =>
      settings.replace(/^default_pool_size = .*$/m, `default_pool_size = ${CONNECTIONS}`);

    test("are brought up to date and used by more at once than it has connections", async () => {
      const url = await sharedUnmigratedDatabase();
      await using pgbouncer = await startPgbouncer({ status: url }, fewConnections);
      const place = { url: pgbouncer.urlOf("status"), dataDirectory: "unused" };
      await using one = await openStatusDatabase(place);
      await using other = await openStatusDatabase(place);
      const probing = new ScriptedProbing(one.db, [{ id: "web" }, { id: "docs" }]);
      await probing.start();
      await probing.play({ web: "off", docs: "ooo" });
      expect(await statusesNow(other.db)).toEqual({ web: "major_outage", docs: "operational" });

      const before = (await readRevision(one.db)).number;
      const changes = Array.from({ length: 10 }, (_, index) => [
        changeOfChecks(one.db, probing.nowMs, [index % 2 === 0 ? "web" : "docs"], async () => {}),
        changeAlways(other.db, probing.nowMs, async () => {}),
      ]);
      await Promise.all(changes.flat());
      expect((await readRevision(other.db)).number).toBe(before + 20);
      const { rows } = await sql<{ connections: number }>`
        select count(*) as connections from pg_stat_activity
        where datname = current_database()`.execute(one.db);
      expect(rows[0]?.connections).toBeLessThanOrEqual(CONNECTIONS);
    });

    test("are brought up to date by several at once, and no lock stays on its connections", async () => {
      const url = await sharedUnmigratedDatabase();
      await using pgbouncer = await startPgbouncer({ status: url }, fewConnections);
      const place = { url: pgbouncer.urlOf("status"), dataDirectory: "unused" };
      await using stack = new AsyncDisposableStack();
      const { db } = stack.use(await openStatusDatabase(place));
      let isOver = false;
      const others = Array.from({ length: 2 * CONNECTIONS }, async () => {
        while (!isOver) await sql`select pg_sleep(0.002)`.execute(db);
      });
      for (let round = 0; round < 3; round += 1) {
        const opening = Array.from({ length: CONNECTIONS }, () => openStatusDatabase(place));
        for (const opened of await Promise.all(opening)) stack.use(opened);
      }
      isOver = true;
      await Promise.all(others);
      const { rows } = await sql`
        select pid from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and datname = current_database()`.execute(db);
      expect(rows).toEqual([]);
    });

    test("are refused with what it has to be told, where it does not ignore two parameters", async () => {
      await using pgbouncer = await startPgbouncer(
        { service: await sharedDatabase("service"), status: await sharedDatabase("status") },
        (settings) => settings.replace(/^ignore_startup_parameters = .*\n/m, ""),
      );
      const message =
        /unsupported startup parameter.*; PgBouncer takes ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout$/;
      for (const [open, name] of [
        [openServiceDatabase, "service"],
        [openStatusDatabase, "status"],
      ] as const) {
        const opening = open({ url: pgbouncer.urlOf(name), dataDirectory: "unused" });
        await expect(opening).rejects.toThrow(message);
      }
    });
  });
});
