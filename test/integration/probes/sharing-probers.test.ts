import { pino } from "pino";
import { expect, test } from "vitest";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { readSharingProbers } from "#monitor/store/sharing-probers.ts";
import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { openResultStore } from "../../../probes/spool/result-store.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const NOW_MS = Date.parse("2026-11-21T12:00:00Z");
const FOR_MS = 30_000;

describeWithOneDatabase("probers that share the checks of a location", (empty) => {
  test("were seen lately and for long enough, and run what all run", async () => {
    await using database = await openStatusDatabase(await empty());
    const { db } = database;
    const ago = (seconds: number): Date => new Date(NOW_MS - seconds * 1000);
    const row = { location: "here", started_at: ago(600), last_seen_at: ago(29) };
    await db
      .insertInto("probers")
      .values([
        { ...row, id: "long there" },
        { ...row, id: "there for half a minute", started_at: ago(40), last_seen_at: ago(10) },
        // However often one starts again, as another each time, it counts once.
        { ...row, id: "started lately", started_at: ago(30), last_seen_at: ago(1) },
        { ...row, id: "gone", last_seen_at: ago(30) },
        { ...row, id: "seen by a wrong clock", last_seen_at: ago(-31) },
        { ...row, id: "elsewhere", location: "there" },
        { ...row, id: "with another file", differs_since: ago(20) },
      ])
      .execute();
    const read = await readSharingProbers(db, { location: "here", nowMs: NOW_MS, forMs: FOR_MS });
    expect(read.toSorted()).toEqual(["long there", "there for half a minute"]);
  });

  test("are those, too, that take minutes to store what they had spooled", async () => {
    await using database = await openStatusDatabase(await empty());
    await using directory = await temporaryDirectory("spool");
    const { db } = database;
    const prober = { id: "p1", location: "here", started_at: new Date(NOW_MS - 600_000) };
    const last_seen_at = new Date(NOW_MS - 120_000);
    await db
      .insertInto("probers")
      .values([
        { ...prober, last_seen_at },
        { ...prober, last_seen_at, id: "p2", location: "there" },
      ])
      .execute();
    const settling = Promise.withResolvers<void>();
    const settled = Promise.withResolvers<void>();
    const seen: number[] = [];
    const store = await openResultStore({
      db,
      prober: "p1",
      location: "here",
      dataDirectory: directory.path,
      metrics: new ProberMetrics("here"),
      log: pino({ enabled: false }),
      now: () => NOW_MS,
      databaseNow: () => Promise.resolve(NOW_MS),
      enroll: () => Promise.resolve(),
      async onSeen(nowMs) {
        seen.push(nowMs);
      },
      settle() {
        settling.resolve();
        return settled.promise;
      },
      gather: () => Promise.resolve(),
      onRecorded: () => {},
    });
    await using _spool = store.spool;
    const slotMs = NOW_MS - 60_000;
    const run = { checkId: "web", periodMs: 60_000, location: "here", prober: "p1", slotMs };
    await store.keep({ ...run, attempts: [] }, "unclaimed");
    const begun = store.begin();
    await settling.promise;

    const sweptMs = NOW_MS + 20_000;
    await store.sweep(sweptMs);
    const read = (): Promise<unknown> =>
      db.selectFrom("probers").selectAll().where("id", "=", "p1").executeTakeFirst();
    const spooled_from = new Date(slotMs);
    expect(await read()).toMatchObject({ last_seen_at: new Date(sweptMs), spooled_from });
    expect(seen).toEqual([sweptMs]);
    settled.resolve();
    await begun;
    expect(await read()).toMatchObject({ spooled_from: null });
  });
});
