import { Value } from "typebox/value";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ReportDocument } from "#status-api/documents/report-documents.ts";

import { ownDatabase, type OwnDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";
import {
  moveRevision,
  setUpPage,
  writeHistory,
  writeIncident,
} from "../../support/status-api/status-history.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const minuteMs = 60_000;
const at = (iso: string): number => Date.parse(`${iso}Z`);

describe("reports", () => {
  let home: OwnDatabase;
  let status: ServedStatus;

  beforeAll(async () => {
    home = await ownDatabase("status");
    status = await serveStatus(home, now, async (db) => {
      await setUpPage(db, at("2026-03-01T00:00:00"));
      await writeHistory(
        db,
        "tts",
        [
          { status: "operational", fromMs: at("2026-03-10T00:00:00") },
          { status: "major_outage", fromMs: at("2026-04-02T00:00:00") },
          { status: "operational", fromMs: at("2026-04-02T01:00:00") },
        ],
        now + minuteMs,
      );
      await db
        .updateTable("components")
        .set({ objective: 99.9, report_public: true })
        .where("id", "=", "tts")
        .execute();
      const incident = { impact: "major", automatic: false } as const;
      const updates = (fromMs: number, untilMs: number) =>
        [
          { status: "investigating", body: "We look.", atMs: fromMs },
          { status: "resolved", body: "It is back.", atMs: untilMs },
        ] as const;
      await writeIncident(db, {
        ...incident,
        id: "over-two-months",
        name: "Synthesis, and the website",
        componentIds: ["tts", "web"],
        updates: [...updates(at("2026-03-31T20:30:00"), at("2026-03-31T21:30:00"))],
      });
      await writeIncident(db, {
        ...incident,
        id: "of-the-website",
        name: "The website",
        componentIds: ["web"],
        updates: [...updates(at("2026-04-03T00:00:00"), at("2026-04-03T01:00:00"))],
      });
      await moveRevision(db, now);
    });
  });
  afterAll(async () => {
    await status[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  test("have what is marked public, also of a month that the page does not show any more", async () => {
    const report = (await status.json("/api/v2/reports/2026-04.json")) as ReportDocument;
    expect(Value.Errors(ReportDocument, report)).toEqual([]);
    expect(report).toMatchObject({
      month: "2026-04",
      from: "2026-03-31T21:00:00.000Z",
      is_over: true,
      components: [
        {
          id: "tts",
          uptime: 99.86,
          coverage: 100,
          objective: 99.9,
          downtime_minutes: 60,
          error_budget: { minutes: 43.2, minutes_left: -16.8 },
          incidents: 1,
        },
      ],
      incidents: [{ id: "over-two-months", components: ["tts"], seconds_to_resolve: 3600 }],
    });
  });

  test("say what nobody saw, and that a month is running", async () => {
    const march = (await status.json("/api/v2/reports/2026-03.json")) as ReportDocument;
    expect(march.components[0]).toMatchObject({
      uptime: 100,
      no_data: [{ from: "2026-03-01", to: "2026-03-09" }],
    });
    expect(await status.json("/api/v2/reports/2026-11.json")).toMatchObject({
      is_over: false,
      figures_until: "2026-11-21T12:00:00.000Z",
    });
  });

  test("are tables as well", async () => {
    const [header, row] = (await status.text("/api/v2/reports/2026-04.csv")).split("\r\n");
    expect(header).toMatch(/^month,component,name,uptime/);
    expect(row).toMatch(/^2026-04,tts,Speech synthesis,99.86,100,60,99.9,43.2,-16.8,1,/);
    const incidents = await status.text("/api/v2/reports/2026-04/incidents.csv");
    expect(incidents).toContain('"Synthesis, and the website",major,tts,');
    expect(incidents).not.toContain("of-the-website");
  });

  test("are pages in both languages, to which the history leads", async () => {
    const page = await status.text("/reports/2026-04");
    for (const text of [
      "Report for April 2026",
      "99.86%",
      "Used up",
      "Synthesis, and the website",
    ]) {
      expect(page).toContain(text);
    }
    expect(await status.text("/reports/2026-04?lang=tr")).toContain("Nisan 2026 raporu");
    expect(await status.text("/reports")).toContain("The month is still running");
    expect(await status.text("/history/2026-04")).toContain('href="/reports/2026-04"');
  });

  test.each(["/reports/2026-02", "/reports/2026-12", "/reports/x", "/api/v2/reports/2026-13.json"])(
    "%s is not there",
    async (path) => {
      expect((await status.get(path)).code).toBe(404);
    },
  );
});
