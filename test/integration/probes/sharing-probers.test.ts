import { expect, test } from "vitest";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { readSharingProbers } from "#monitor/store/sharing-probers.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";

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
});
