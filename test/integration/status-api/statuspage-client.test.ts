import { Statuspage } from "statuspage.io";
import { afterAll, beforeAll, expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";
import {
  moveRevision,
  writeHistory,
  writeIncident,
  writeMaintenance,
  writeOperationalHour,
} from "../../support/status-api/status-history.ts";

const hourMs = 3_600_000;
const now = Date.parse("2026-11-21T06:00:00Z");

describeWithOneDatabase("a client written for statuspage.io", (empty) => {
  let status: ServedStatus;
  let client: Statuspage;

  beforeAll(async () => {
    status = await serveStatus(await empty(), now, async (db) => {
      await writeOperationalHour(db, now, now + hourMs);
      await writeHistory(
        db,
        "tts",
        [{ status: "major_outage", fromMs: now - hourMs }],
        now + hourMs,
      );
      await writeIncident(db, {
        id: "tts-down",
        name: "Speech synthesis is down",
        impact: "critical",
        componentIds: ["tts"],
        updates: [{ status: "investigating", body: "It does not answer.", atMs: now - hourMs }],
      });
      await writeIncident(db, {
        id: "web-slow",
        name: "The website was slow",
        impact: "minor",
        componentIds: ["web"],
        updates: [{ status: "resolved", body: "It is fast again.", atMs: now - 30 * hourMs }],
      });
      await writeMaintenance(db, {
        id: "disks",
        name: "New disks",
        status: "scheduled",
        fromMs: now + 24 * hourMs,
        untilMs: now + 26 * hourMs,
        componentIds: ["tts"],
      });
      await moveRevision(db, now);
    });
    client = new Statuspage("speech");
    client.setApiUrl(status.url);
  });
  afterAll(() => status[Symbol.asyncDispose]());

  test("reads the summary", async () => {
    const summary = await client.api.getSummary();
    expect(summary.page.id).toBe("speech");
    expect(summary.status).toEqual({ indicator: "major", description: "Partial System Outage" });
    expect(summary.components.filter(({ group }) => !group)).toHaveLength(7);
    expect(summary.incidents.map(({ id }) => id)).toEqual(["tts-down"]);
    expect(summary.scheduled_maintenances.map(({ id }) => id)).toEqual(["disks"]);
  });

  test("reads the status, as a part of what status.json says here", async () => {
    expect((await client.api.getStatus()).status.indicator).toBe("major");
  });

  test("reads the components", async () => {
    const { components } = await client.api.getComponents();
    expect(components.find(({ id }) => id === "tts")).toMatchObject({
      status: "major_outage",
      group_id: "group-api",
      page_id: "speech",
      description: "Text to speech",
    });
  });

  test("reads incidents, all of them and those that are not over", async () => {
    const { incidents } = await client.api.incidents.getAll();
    expect(incidents.map(({ id }) => id)).toEqual(["tts-down", "web-slow"]);
    const unresolved = await client.api.incidents.getUnresolved();
    expect(unresolved.incidents[0]?.incident_updates[0]).toMatchObject({
      status: "investigating",
      incident_id: "tts-down",
      body: "It does not answer.",
    });
  });

  test("reads maintenance that is planned", async () => {
    const { scheduled_maintenances } = await client.api.scheduledMaintenances.getUpcoming();
    expect(scheduled_maintenances).toMatchObject([
      { id: "disks", status: "scheduled", scheduled_for: "2026-11-22T06:00:00.000Z" },
    ]);
  });
});
