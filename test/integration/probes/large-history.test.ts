import { sql } from "kysely";
import { afterAll, beforeAll, expect } from "vitest";
import { type OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { makePartitionsAhead } from "#monitor/store/observation-partitions.ts";
import { recordRuns } from "../../../probes/results/recorder.ts";
import { keepInBounds } from "../../../probes/results/retention.ts";
import { DAY_MS, load } from "../../bench/scale/load.ts";
import { operations } from "../../bench/scale/operations.ts";
import { PERIOD_MS } from "../../bench/scale/runs.ts";
import { longDescribe, longTest, shortTest } from "../../support/lengths.ts";
import { describeOnPostgresql } from "../../support/databases/every-database.ts";
import { watchDatabase, type WatchedDatabase } from "../../support/databases/watched-database.ts";
import { sharedDatabase } from "../../support/shared/shared.ts";

/** Late in a day, so that its partition is nearly full; no autovacuum has been there. */
const nowMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 30 * PERIOD_MS;
const scale = { components: 2, days: 6 };
/** The present day, the one before, and those that are made ahead. */
const MAX_PARTITIONS = 5;

describeOnPostgresql("a history of many days", () => {
  let url: string;
  let status: OpenDatabase<StatusDatabase>;
  let watched: WatchedDatabase;
  beforeAll(async () => {
    url = await sharedDatabase("status");
    status = await openStatusDatabase({ url, dataDirectory: "unused" });
    watched = watchDatabase(url);
    await load(status.db, scale, nowMs, () => {});
  });
  afterAll(async () => {
    await watched[Symbol.asyncDispose]();
    await status.close();
  });

  longTest.for(operations(scale, nowMs))("is not gone through: $name", async ({ run }) => {
    const { partitions } = await watched.plansOf(() => run(watched.db, 0));
    expect(partitions).toBeLessThanOrEqual(MAX_PARTITIONS);
  });

  shortTest(
    "is not read for what follows from time alone, which is asked every ten seconds",
    async () => {
      const time = operations(scale, nowMs).find(({ name }) => name.includes("time alone"))!;
      const { megabytesRead } = await watched.plansOf(() => time.run(watched.db, 0));
      expect(megabytesRead).toBeLessThan(1);
    },
  );

  shortTest(
    "takes no longer to plan for a thousand spooled results than to look them up",
    async () => {
      const late = operations(scale, nowMs).find(({ name }) => name.includes("spooled"))!;
      const { planningMs } = await watched.plansOf(() => late.run(watched.db, 1));
      expect(planningMs).toBeLessThan(100);
    },
  );

  longDescribe("while a backup reads it", () => {
    const laterMs = nowMs + 2 * DAY_MS;

    longTest(
      "goes on being written: partitions are made and kept, none is waited for",
      async () => {
        const backup = await status.db.startTransaction().execute();
        try {
          // As pg_dump does, to its end.
          await sql`lock table observations in access share mode`.execute(backup);
          await makePartitionsAhead(status.db, laterMs);
          const retained = keepInBounds(status.db, laterMs, 1);
          const recorded = recordRuns(status.db, [runAt(laterMs)], laterMs + PERIOD_MS);
          await expect(retained).rejects.toMatchObject({ code: "55P03" });
          await recorded;
        } finally {
          await backup.rollback().execute();
        }
        await keepInBounds(status.db, laterMs, 1);
        const { rows } = await sql<{ first: Date; last: Date }>`
        select min(slot) as first, max(slot) as last from observations`.execute(status.db);
        expect(rows[0]?.first.getTime()).toBeGreaterThanOrEqual(laterMs - 2 * DAY_MS);
        expect(rows[0]?.last.getTime()).toBe(laterMs);
      },
    );

    longTest("gets a day's partition once, whoever makes it", async () => {
      const dayMs = laterMs + 20 * DAY_MS;
      const made = Array.from({ length: 4 }, () => makePartitionsAhead(status.db, dayMs));
      await Promise.all(made);
      const { rows } = await sql<{ indexes: number; attached: number }>`
        select count(*) filter (where relkind = 'i') as indexes, count(*) filter (where relispartition) as attached
        from pg_class where relname like ${`%${dayName(dayMs)}%`}`.execute(status.db);
      expect(rows).toEqual([{ indexes: 2, attached: 3 }]);
    });
  });
});

function runAt(slotMs: number) {
  return {
    checkId: "check-1",
    periodMs: PERIOD_MS,
    location: "istanbul",
    prober: "prober-istanbul",
    slotMs,
    attempts: [
      {
        attempt: 1,
        result: "ok",
        reason: null,
        message: null,
        phases: {},
        measures: {},
        startedAtMs: slotMs,
        durationMs: 70,
      },
    ],
  } as const;
}

function dayName(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10).replaceAll("-", "");
}
