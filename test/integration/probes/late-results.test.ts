import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";

import { judgeLate, storeLate } from "../../../probes/results/late-results.ts";
import type { SlotRun } from "../../../monitor/domain/observation.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import {
  intervalsOf,
  minuteMs,
  ScriptedProbing,
  startMs,
} from "../../support/probes/scripted-probing.ts";

const results = { o: "ok", f: "failed" } as const;

/** Runs of the check `web`, one letter per minute from `fromMinute` on, by a prober of `location`. */
function runs(letters: string, fromMinute: number, prober = "p1", location = "here"): SlotRun[] {
  return Array.from(letters).flatMap((letter, index): SlotRun[] => {
    if (letter !== "o" && letter !== "f") return [];
    const slotMs = startMs + (fromMinute + index) * minuteMs;
    const found = { result: results[letter], reason: letter === "f" ? "timeout" : null } as const;
    const took = { startedAtMs: slotMs, durationMs: 10_000, attempt: 1 };
    const attempt = { ...found, ...took, message: null, phases: {}, measures: {} };
    return [{ checkId: "web", periodMs: minuteMs, location, prober, slotMs, attempts: [attempt] }];
  });
}

describeWithOneDatabase("late results", (empty) => {
  let status: OpenDatabase<StatusDatabase>;
  let probing: ScriptedProbing;
  beforeAll(async () => void (status = await openStatusDatabase(await empty())));
  afterAll(() => status.close());
  beforeEach(async () => {
    await emptyStatusTables(status.db);
    probing = new ScriptedProbing(status.db, [{ id: "web", groupId: "group-web" }]);
    await probing.start();
    await probing.play({ web: "oo" });
  });

  async function slots(): Promise<number[]> {
    const rows = await status.db
      .selectFrom("observations")
      .select("slot")
      .orderBy("slot")
      .execute();
    return rows.map(({ slot }) => (slot.getTime() - startMs) / minuteMs);
  }

  async function addProber(location: string, seenMinute: number, spooledFromMinute?: number) {
    const spooled_from =
      spooledFromMinute === undefined ? null : new Date(startMs + spooledFromMinute * minuteMs);
    await status.db
      .insertInto("probers")
      .values({
        id: `prober of ${location}`,
        location,
        started_at: new Date(startMs),
        last_seen_at: new Date(startMs + seenMinute * minuteMs),
        spooled_from,
      })
      .execute();
  }

  longTest("leave no silence, and an outage that came and went is told as of then", async () => {
    const nowMs = startMs + 60 * minuteMs;
    const late = runs(`${"o".repeat(20)}ffff${"o".repeat(34)}`, 2);
    expect(await storeLate(status.db, late, nowMs)).toBe(58);
    await judgeLate(status.db, startMs + 2 * minuteMs, nowMs);
    expect(await intervalsOf(status.db, "web")).toEqual([
      "operational 0-22",
      "major_outage 22-26",
      "operational 26-",
    ]);
    const incidents = await status.db.selectFrom("incidents").selectAll().execute();
    expect(incidents).toMatchObject([
      { status: "resolved", started_at: new Date(startMs + 22 * minuteMs) },
    ]);
    const openedMinute = ((incidents[0]?.created_at.getTime() ?? 0) - startMs) / minuteMs;
    const resolvedMinute = ((incidents[0]?.resolved_at?.getTime() ?? 0) - startMs) / minuteMs;
    expect(openedMinute).toBeCloseTo(23.17, 1);
    expect(resolvedMinute).toBeGreaterThanOrEqual(29);
    expect(resolvedMinute).toBeLessThanOrEqual(31);
  });

  shortTest("with a gap in them leave just that gap unknown", async () => {
    const nowMs = startMs + 40 * minuteMs;
    await storeLate(status.db, runs("oooo............oooooooooooooooooooooo", 2), nowMs);
    await judgeLate(status.db, startMs + 2 * minuteMs, nowMs);
    expect(await intervalsOf(status.db, "web")).toEqual([
      "operational 0-8",
      "unknown 8-18",
      "operational 18-",
    ]);
  });

  shortTest("are stored once, however often a replay breaks off and begins again", async () => {
    const late = runs("ooffffoooo", 2);
    const nowMs = startMs + 12 * minuteMs;
    expect(await storeLate(status.db, late.slice(0, 4), nowMs)).toBe(4);
    expect(await storeLate(status.db, late, nowMs)).toBe(6);
    await judgeLate(status.db, startMs + 2 * minuteMs, nowMs);
    const once = await intervalsOf(status.db, "web");
    expect(await storeLate(status.db, late, nowMs)).toBe(0);
    await judgeLate(status.db, startMs + 2 * minuteMs, nowMs);
    expect(await intervalsOf(status.db, "web")).toEqual(once);
    expect(once).toEqual(["operational 0-4", "major_outage 4-8", "operational 8-"]);
    expect(await slots()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  shortTest(
    "of both of a pair count once: a slot keeps the results it has, retries included",
    async () => {
      const nowMs = startMs + 5 * minuteMs;
      const [passed] = runs("o", 2, "p1");
      const [failed] = runs("f", 2, "p2");
      if (passed === undefined || failed === undefined) throw new Error("both letters make a run");
      const [first] = failed.attempts;
      const second = { ...passed.attempts[0], attempt: 2 };
      const retried = { ...failed, attempts: [first, second] } as SlotRun;
      expect(await storeLate(status.db, [passed, retried], nowMs)).toBe(1);
      expect(await storeLate(status.db, [retried], nowMs)).toBe(0);
      const counted = await status.db
        .selectFrom("observations")
        .select("prober")
        .where("slot", "=", new Date(passed.slotMs))
        .execute();
      expect(counted).toEqual([{ prober: "p1" }]);
    },
  );

  shortTest(
    "of several locations are judged together, by the last that stores its own",
    async () => {
      const nowMs = startMs + 12 * minuteMs;
      await addProber("a", 12);
      await addProber("b", 12, 2);
      await addProber("c", 12, 2);
      const judged = (): Promise<unknown> => judgeLate(status.db, startMs + 2 * minuteMs, nowMs);
      const stored = async (location: string, letters: string): Promise<void> => {
        await storeLate(status.db, runs(letters, 2, `prober of ${location}`, location), nowMs);
        await status.db
          .updateTable("probers")
          .set({ spooled_from: null })
          .where("location", "=", location)
          .execute();
        await judged();
      };
      // The one that was cut off from the target comes first: alone it would call it down.
      await stored("a", "ffffffffff");
      expect(await intervalsOf(status.db, "web")).toEqual(["operational 0-"]);
      await stored("b", "ooooffffoo");
      await stored("c", "oooooooooo");
      expect(await intervalsOf(status.db, "web")).toEqual([
        "operational 0-6",
        "major_outage 6-10",
        "operational 10-",
      ]);
    },
  );

  shortTest("of a prober that was killed meanwhile say how long it lived", async () => {
    await addProber("here", 1);
    const nowMs = startMs + 30 * minuteMs;
    await storeLate(status.db, runs("oooooo", 2, "prober of here"), nowMs);
    const { last_seen_at } = await status.db
      .selectFrom("probers")
      .select("last_seen_at")
      .executeTakeFirstOrThrow();
    expect(last_seen_at).toEqual(new Date(startMs + 7 * minuteMs));
  });
});
