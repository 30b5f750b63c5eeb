import type { Kysely } from "kysely";
import { expect, test } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { type HistoryRows, readHistory } from "#monitor/store/history.ts";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import {
  setUpPage,
  writeHistory,
  writeIncident,
  writeMaintenance,
} from "../../support/status-api/status-history.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.parse("2026-11-21T06:00:00.123Z");

type Edit = (db: Kysely<StatusDatabase>) => Promise<unknown>;

/** Whatever a prober or a person may do to what readers see. */
const edits: Readonly<Record<string, Edit>> = {
  "an interval ends and another begins": async (db) => {
    await db
      .updateTable("component_states")
      .set({ to_at: new Date(now - hourMs) })
      .where("component_id", "=", "web")
      .where("to_at", "is", null)
      .execute();
    await db
      .insertInto("component_states")
      .values({ component_id: "web", status: "partial_outage", from_at: new Date(now - hourMs) })
      .execute();
  },
  "an interval is taken back and the one before goes on": async (db) => {
    await db
      .deleteFrom("component_states")
      .where("component_id", "=", "web")
      .where("to_at", "is", null)
      .execute();
    await db
      .updateTable("component_states")
      .set({ to_at: null })
      .where("component_id", "=", "web")
      .where("to_at", "=", new Date(now - hourMs))
      .execute();
  },
  "an interval of long ago is called something else": (db) =>
    db
      .updateTable("component_states")
      .set({ status: "under_maintenance" })
      .where("component_id", "=", "tts")
      .where("to_at", "is not", null)
      .execute(),
  "a row is replaced by another": async (db) => {
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .deleteFrom("component_states")
        .where("component_id", "=", "tts")
        .where("to_at", "is", null)
        .returningAll()
        .executeTakeFirstOrThrow();
      await tx
        .insertInto("component_states")
        .values({ component_id: "tts", status: "major_outage", from_at: row.from_at })
        .execute();
    });
  },
  "a component loses its history": (db) =>
    db.deleteFrom("component_states").where("component_id", "=", "docs").execute(),
  "a component is known for longer": (db) =>
    db
      .updateTable("components")
      .set({ known_until: new Date(now + hourMs) })
      .where("id", "=", "web")
      .execute(),
  "an incident is opened": (db) =>
    writeIncident(db, {
      id: "inc-1",
      name: "Website is slow",
      impact: "minor",
      componentIds: ["web"],
      updates: [{ status: "investigating", body: "We look.", atMs: now - hourMs }],
    }),
  "an incident's update is reworded": (db) =>
    db
      .updateTable("incident_updates")
      .set({ body: JSON.stringify({ en: "We look into it." }) })
      .execute(),
  "an incident gets another component": (db) =>
    db
      .insertInto("incident_components")
      .values({ incident_id: "inc-1", component_id: "docs", status: "operational" })
      .execute(),
  "an incident's update is deleted": (db) => db.deleteFrom("incident_updates").execute(),
  "a maintenance is planned": (db) =>
    writeMaintenance(db, {
      id: "disks",
      name: "New disks",
      status: "scheduled",
      fromMs: now + dayMs,
      untilMs: now + 2 * dayMs,
      componentIds: ["tts"],
    }),
};

describeWithOneDatabase("reading the history anew", (empty) => {
  test("takes over what has not changed, and sees whatever has", async () => {
    const { url, dataDirectory } = await empty();
    await using database = await openStatusDatabase({ url, dataDirectory });
    const { db } = database;
    await setUpPage(db, now - 200 * dayMs);
    for (const id of ["web", "docs", "tts"]) {
      await writeHistory(
        db,
        id,
        [
          { status: "operational", fromMs: now - 100 * dayMs },
          { status: "degraded_performance", fromMs: now - 30 * dayMs },
          { status: "operational", fromMs: now - 3 * dayMs - 1 },
        ],
        now,
      );
    }
    let known: HistoryRows = await readHistory(db, now);
    expect(known.intervals.get("web")).toEqual([
      { status: "operational", fromMs: now - 100 * dayMs, toMs: now - 30 * dayMs },
      { status: "degraded_performance", fromMs: now - 30 * dayMs, toMs: now - 3 * dayMs - 1 },
      { status: "operational", fromMs: now - 3 * dayMs - 1, toMs: null },
    ]);
    const again = await readHistory(db, now, known);
    expect(again).toEqual(known);
    expect(again.intervals.get("web")).toBe(known.intervals.get("web"));
    expect(again.incidents).toBe(known.incidents);

    for (const [what, edit] of Object.entries(edits)) {
      await edit(db);
      const seen = await readHistory(db, now, known);
      expect({ what, ...seen }).toEqual({ what, ...(await readHistory(db, now)) });
      expect({ what, ...seen }).not.toEqual({ what, ...known });
      expect(seen.intervals.get("stt-file")).toBe(known.intervals.get("stt-file"));
      known = seen;
    }

    // What has left the window is forgotten.
    const later = now + 80 * dayMs;
    const seen = await readHistory(db, later, known);
    expect(seen).toEqual(await readHistory(db, later));
    expect(seen.intervals.get("web")).toHaveLength(2);
  });
});
