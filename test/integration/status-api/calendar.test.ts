import ical, { type VEvent } from "node-ical";
import { afterAll, beforeAll, expect, test } from "vitest";

import { momentMark } from "#monitor/domain/text-moments.ts";

import { storedText } from "../../support/databases/stored-text.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";
import {
  moveRevision,
  setUpPage,
  writeIncident,
  writeMaintenance,
} from "../../support/status-api/status-history.ts";

const hourMs = 3_600_000;
const now = Date.parse("2026-11-21T06:00:00Z");

describeWithOneDatabase("maintenance for calendars", (empty) => {
  let status: ServedStatus;

  beforeAll(async () => {
    status = await serveStatus(await empty(), now, async (db) => {
      await setUpPage(db, now - 100 * hourMs);
      const disks = {
        name: "New disks; longer, than one line of a calendar file may be, which is 75 bytes",
        nameTr: "Yeni diskler: İstanbul ve Ağrı’daki sunucularda depolama birimleri değişiyor",
        componentIds: ["tts", "web"],
      };
      await writeMaintenance(db, {
        ...disks,
        id: "disks",
        status: "scheduled",
        fromMs: now + 23 * hourMs,
        untilMs: now + 25 * hourMs,
      });
      await writeMaintenance(db, {
        ...disks,
        id: "old-disks",
        status: "completed",
        fromMs: now - 300 * 24 * hourMs,
        untilMs: now - 299 * 24 * hourMs,
      });
      await writeMaintenance(db, {
        ...disks,
        id: "cancelled",
        status: "completed",
        fromMs: now + 48 * hourMs,
        untilMs: now + 49 * hourMs,
      });
      await db
        .updateTable("incidents")
        .set({ resolved_at: new Date(now - hourMs) })
        .where("id", "=", "cancelled")
        .execute();
      await db
        .updateTable("incident_updates")
        .set({ body: storedText(`Scheduled end: ${momentMark("time", now)}.`) })
        .where("id", "=", "cancelled-0")
        .execute();
      await writeIncident(db, {
        id: "inc-1",
        name: "Slow",
        impact: "minor",
        componentIds: ["web"],
        updates: [{ status: "investigating", body: "We look.", atMs: now - hourMs }],
      });
      await moveRevision(db, now);
    });
  });
  afterAll(() => status[Symbol.asyncDispose]());

  const eventsAt = async (path: string): Promise<readonly VEvent[]> => {
    const entries = Object.values(ical.sync.parseICS(await status.text(path)));
    return entries.filter((entry) => entry?.type === "VEVENT");
  };

  test("one maintenance is one event, at its times, with what is said of it", async () => {
    const [event, ...others] = await eventsAt("/incidents/disks/maintenance.ics");
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      uid: "disks@status.example.org",
      summary:
        "Speech Status: New disks; longer, than one line of a calendar file may be, which is 75 bytes",
      url: { val: "https://status.example.org/incidents/disks" },
      status: "CONFIRMED",
      transparency: "TRANSPARENT",
    });
    expect(event?.start.toISOString()).toBe("2026-11-22T05:00:00.000Z");
    expect(event?.end?.toISOString()).toBe("2026-11-22T07:00:00.000Z");
    expect(event?.description).toContain(
      "for a few minutes.\n\nAffected: Speech synthesis, Website",
    );
  });

  test("in Turkish with ?lang=tr, and no line is longer than 75 bytes", async () => {
    const text = await status.text("/incidents/disks/maintenance.ics?lang=tr");
    const lines = text.split("\r\n");
    expect(lines.at(0)).toBe("BEGIN:VCALENDAR");
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const [event] = await eventsAt("/incidents/disks/maintenance.ics?lang=tr");
    expect(event?.summary).toBe(
      "Konuşma Durumu: Yeni diskler: İstanbul ve Ağrı’daki sunucularda depolama birimleri değişiyor",
    );
  });

  test("all of it is one calendar, in which what was cancelled is cancelled", async () => {
    const events = await eventsAt("/maintenance.ics");
    const statuses = Object.fromEntries(events.map(({ uid, status }) => [uid, status]));
    expect(statuses).toEqual({
      "disks@status.example.org": "CONFIRMED",
      "old-disks@status.example.org": "CONFIRMED",
      "cancelled@status.example.org": "CANCELLED",
    });
    expect(await status.text("/maintenance.ics")).toContain(
      "X-WR-CALNAME:Speech Status: maintenance",
    );
  });

  test("a moment that an update tells of is in UTC", async () => {
    const [event] = await eventsAt("/incidents/cancelled/maintenance.ics");
    expect(event?.description).toContain(" 06:00 UTC.");
    expect(event?.description).not.toContain("{");
  });

  test("has the type, tags and manners of documents", async () => {
    const got = await status.get("/maintenance.ics");
    expect(got.headers["content-type"]).toBe("text/calendar; charset=utf-8");
    const etag = String(got.headers["etag"]);
    expect((await status.get("/maintenance.ics", { "if-none-match": etag })).code).toBe(304);
  });

  test.each(["inc-1", "nothing"])("there is none of %s", async (id) => {
    expect((await status.get(`/incidents/${id}/maintenance.ics`)).code).toBe(404);
  });
});
