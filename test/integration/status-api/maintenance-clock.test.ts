import { pino } from "pino";
import { expect, test } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDocument } from "#status-api/documents/document-schemas.ts";
import { startStatusApi } from "#status-api/server.ts";

import { eventually } from "../../support/eventually.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import {
  moveRevision,
  writeMaintenance,
  writeOperationalHour,
} from "../../support/status-api/status-history.ts";

const minuteMs = 60_000;
const startMs = Date.parse("2026-11-21T06:00:00Z");

describeWithOneDatabase("maintenance while no prober runs", (empty) => {
  test("begins and ends on the page and in the documents by the clock alone", async () => {
    await using database = await openStatusDatabase(await empty());
    const { db } = database;
    let clockMs = startMs;
    await writeOperationalHour(db, clockMs, clockMs + 3 * minuteMs);
    await writeMaintenance(db, {
      id: "disks",
      name: "New disks",
      status: "scheduled",
      fromMs: startMs + 5 * minuteMs,
      untilMs: startMs + 15 * minuteMs,
      componentIds: ["tts"],
    });
    await moveRevision(db, clockMs);
    await using api = await startStatusApi({
      db,
      host: "127.0.0.1",
      port: 0,
      logger: pino({ level: "silent" }),
      nowMs: () => clockMs,
    });
    const textOf = async (path: string) => (await fetch(`${api.url}${path}`)).text();
    const seen = async () => {
      const document: StatusDocument = JSON.parse(await textOf("/api/v2/status.json"));
      const tts = document.components.find(({ id }) => id === "tts");
      return { tts, maintenance: document.scheduled_maintenances[0]?.status };
    };
    expect(await seen()).toMatchObject({
      tts: { status: "operational" },
      maintenance: "scheduled",
    });

    clockMs = startMs + 5 * minuteMs;
    const begun = await eventually("the maintenance has begun", async () => {
      const { tts, maintenance } = await seen();
      return maintenance === "in_progress" && { tts };
    });
    expect(begun.tts?.status).toBe("under_maintenance");
    expect(await textOf("/")).toContain("Under maintenance");
    const active = JSON.parse(await textOf("/api/v2/scheduled-maintenances/active.json"));
    expect(active.scheduled_maintenances).toMatchObject([{ id: "disks", status: "in_progress" }]);

    clockMs = startMs + 15 * minuteMs;
    const ended = await eventually("the maintenance has ended", async () => {
      const { tts, maintenance } = await seen();
      return maintenance === undefined && { tts };
    });
    expect(ended.tts?.status).toBe("unknown");
    const timeline = (await textOf("/api/v2/components/tts/timeline.csv")).trim().split("\n");
    expect(timeline.slice(-3).map((line) => line.split(",").slice(0, 3))).toEqual([
      ["2026-11-21T05:00:00.000Z", "2026-11-21T06:03:00.000Z", "operational"],
      ["2026-11-21T06:03:00.000Z", "2026-11-21T06:05:00.000Z", "unknown"],
      ["2026-11-21T06:05:00.000Z", "2026-11-21T06:15:00.000Z", "under_maintenance"],
    ]);
  });
});
