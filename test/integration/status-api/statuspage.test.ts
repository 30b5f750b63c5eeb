import { brotliDecompressSync } from "node:zlib";

import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { DaysDocument, LatencyDocument } from "#status-api/documents/component-document-schemas.ts";
import { StatusDocument } from "#status-api/documents/document-schemas.ts";
import {
  ComponentDocument,
  ComponentsDocument,
  IncidentDocument,
  IncidentsDocument,
  MaintenancesDocument,
  SummaryDocument,
} from "#status-api/documents/document-schemas.ts";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";
import {
  componentIds,
  moveRevision,
  setUpPage,
  writeHistory,
  writeIncident,
  writeMaintenance,
} from "../../support/status-api/status-history.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const now = Date.parse("2026-11-21T06:00:00Z");

/** Every document, one address for each. */
const documents: readonly [path: string, schema: TSchema][] = [
  ["/api/v2/status.json", StatusDocument],
  ["/api/v2/summary.json", SummaryDocument],
  ["/api/v2/components.json", ComponentsDocument],
  ["/api/v2/components/tts.json", ComponentDocument],
  ["/api/v2/components/group-api.json", ComponentDocument],
  ["/api/v2/incidents.json", IncidentsDocument],
  ["/api/v2/incidents.json?page=2&limit=30", IncidentsDocument],
  ["/api/v2/incidents/unresolved.json", IncidentsDocument],
  ["/api/v2/incidents/open.json", IncidentDocument],
  ["/api/v2/incidents/running.json", IncidentDocument],
  ["/api/v2/incidents/past-59.json", IncidentDocument],
  ["/api/v2/scheduled-maintenances.json", MaintenancesDocument],
  ["/api/v2/scheduled-maintenances/upcoming.json", MaintenancesDocument],
  ["/api/v2/scheduled-maintenances/active.json", MaintenancesDocument],
  ["/api/v2/components/tts/days.json", DaysDocument],
  ["/api/v2/components/tts/latency.json", LatencyDocument],
];

describeWithOneDatabase("Statuspage's documents", (empty) => {
  let status: ServedStatus;
  const read = async <Schema extends TSchema>(path: string, schema: Schema) =>
    Value.Parse(schema, await status.json(path));

  beforeAll(async () => {
    status = await serveStatus(await empty(), now, async (db) => {
      await setUpPage(db, now - 400 * dayMs);
      for (const id of componentIds) {
        const fromMs = now - 400 * dayMs;
        await writeHistory(db, id, [{ status: "operational", fromMs }], now + minuteMs);
      }
      await writeHistory(
        db,
        "tts",
        [
          { status: "operational", fromMs: now - 12 * hourMs },
          { status: "major_outage", fromMs: now - 7 * hourMs },
          { status: "operational", fromMs: now - 5 * hourMs },
          { status: "under_maintenance", fromMs: now - hourMs },
        ],
        now + minuteMs,
      );
      // Older than the window, and more than one list holds.
      for (let index = 0; index < 60; index += 1) {
        const atMs = now - (100 + index) * dayMs;
        await writeIncident(db, {
          id: `past-${index}`,
          name: `Past ${index}`,
          impact: "minor",
          componentIds: ["web"],
          updates: [
            { status: "investigating", body: "It is slow.", atMs },
            { status: "resolved", body: "It is not.", atMs: atMs + hourMs },
          ],
        });
      }
      await writeIncident(db, {
        id: "open",
        name: "Synthesis is down",
        impact: "critical",
        componentIds: ["tts"],
        updates: [{ status: "investigating", body: "It does not answer.", atMs: now - 7 * hourMs }],
      });
      const maintenance = { name: "New disks", componentIds: ["tts"] };
      for (const [id, stage, fromMs] of [
        ["done", "completed", now - 30 * hourMs],
        ["running", "in_progress", now - hourMs],
        ["checked", "verifying", now - hourMs],
        ["planned", "scheduled", now + 48 * hourMs],
      ] as const) {
        const untilMs = fromMs + 2 * hourMs;
        await writeMaintenance(db, { ...maintenance, id, status: stage, fromMs, untilMs });
      }
      await db
        .insertInto("checks")
        .values({
          id: "tts-health",
          component_id: "tts",
          kind: "health",
          period_seconds: 60,
          impact: "major_outage",
        })
        .execute();
      await db
        .insertInto("hourly_figures")
        .values({
          check_id: "tts-health",
          location: "local",
          hour: new Date(now - hourMs),
          count: 60,
          failures: 1,
          degraded: 0,
          prober_errors: 0,
          retried: 1,
          missed: 0,
          duration: JSON.stringify({ p50: 12.5, p95: 20, p99: 31 }),
          phases: JSON.stringify({ connect: { p50: 1, p95: 2, p99: 3 } }),
          measures: JSON.stringify({}),
        })
        .execute();
      await moveRevision(db, now - 12_000);
    });
  });
  afterAll(() => status[Symbol.asyncDispose]());

  test.each(documents)(
    "%s keeps its schema, and the manners of a document",
    async (path, schema) => {
      const got = await status.get(path);
      expect([...Value.Errors(schema, JSON.parse(got.bytes.toString()))]).toEqual([]);
      expect(got.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(got.headers["access-control-allow-origin"]).toBe("*");
      expect(got.headers["cache-control"]).toContain("max-age=");
      const head = await status.get(path, {}, "HEAD");
      expect(head.bytes).toHaveLength(0);
      expect(head.headers["content-length"]).toBe(String(got.bytes.length));
      const etag = String(got.headers["etag"]);
      expect((await status.get(path, { "if-none-match": etag })).code).toBe(304);
      const brotli = await status.get(path, { "accept-encoding": "br" });
      const isCompressed = brotli.headers["content-encoding"] === "br";
      expect(isCompressed).toBe(got.bytes.length >= 512);
      expect(isCompressed ? brotliDecompressSync(brotli.bytes) : brotli.bytes).toEqual(got.bytes);
    },
  );

  test("the whole page is under maintenance while nothing is worse", async () => {
    const { status: overall, components } = await read("/api/v2/summary.json", SummaryDocument);
    expect(overall).toEqual({
      indicator: "maintenance",
      description: "Service Under Maintenance",
    });
    expect(components.find(({ id }) => id === "tts")?.status).toBe("under_maintenance");
    expect(components.find(({ id }) => id === "group-api")?.status).toBe("under_maintenance");
  });

  test("a component is as Statuspage writes it, with its uptime beside", async () => {
    expect((await read("/api/v2/components/tts.json", ComponentDocument)).component).toEqual({
      id: "tts",
      name: "Speech synthesis",
      status: "under_maintenance",
      created_at: "2025-10-17T06:00:00.000Z",
      updated_at: "2026-11-21T05:00:00.000Z",
      position: 3,
      description: "Text to speech",
      showcase: true,
      start_date: "2025-10-17",
      group: false,
      group_id: "group-api",
      page_id: "speech",
      only_show_if_degraded: false,
      uptime_90d: 81.81,
      uptime_90d_coverage: 0.5602,
    });
  });

  test("summary, status and the lists tell the same incidents and maintenance", async () => {
    const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
    const summary = await read("/api/v2/summary.json", SummaryDocument);
    const document = await read("/api/v2/status.json", StatusDocument);
    const list = async (path: string) =>
      idsOf((await read(path, MaintenancesDocument)).scheduled_maintenances);
    expect(idsOf(summary.incidents)).toEqual(["open"]);
    expect(idsOf(document.incidents)).toEqual(["open"]);
    const unfinished = ["planned", "running", "checked"].toSorted();
    expect(idsOf(summary.scheduled_maintenances).toSorted()).toEqual(unfinished);
    expect(idsOf(document.scheduled_maintenances).toSorted()).toEqual(unfinished);
    expect(await list("/api/v2/scheduled-maintenances/upcoming.json")).toEqual(["planned"]);
    const active = await list("/api/v2/scheduled-maintenances/active.json");
    expect(active.toSorted()).toEqual(["checked", "running"]);
    expect(await list("/api/v2/scheduled-maintenances.json")).toHaveLength(4);
    expect(summary.scheduled_maintenances[0]).toMatchObject({
      status: "scheduled",
      impact: "maintenance",
      scheduled_for: "2026-11-23T06:00:00.000Z",
      scheduled_until: "2026-11-23T08:00:00.000Z",
      shortlink: "https://status.example.org/incidents/planned",
    });
  });

  test("incidents older than the 50 newest come page by page", async () => {
    const page = async (query: string) =>
      (await read(`/api/v2/incidents.json${query}`, IncidentsDocument)).incidents.map(
        ({ id }) => id,
      );
    const newest = await page("");
    expect(newest).toHaveLength(50);
    expect(newest[0]).toBe("open");
    const all = [...newest, ...(await page("?page=2"))];
    expect(all).toHaveLength(61);
    expect(all.at(-1)).toBe("past-59");
    expect(new Set(all).size).toBe(61);
    expect(await page("?limit=100")).toEqual(all);
    expect(await page("?limit=3")).toEqual(all.slice(0, 3));
    expect(await page("?page=3")).toEqual([]);
    for (const [query, name] of [
      ["?page=0", "page"],
      ["?page=x", "page"],
      ["?page=1001", "page"],
      ["?limit=101", "limit"],
      ["?limit=1&limit=2", "limit"],
    ]) {
      const refused = await status.get(`/api/v2/incidents.json${query}`);
      expect(refused.code).toBe(400);
      expect(JSON.parse(refused.bytes.toString()).error).toMatchObject({
        code: "invalid_request",
        message: expect.stringContaining(name ?? ""),
      });
    }
  });

  test("a day tells its seconds, its figures, and what happened", async () => {
    const { days, uptime_90d } = await read("/api/v2/components/tts/days.json", DaysDocument);
    expect(uptime_90d).toBe(81.81);
    expect(days).toHaveLength(90);
    expect(days.at(-2)).toEqual({
      date: "2026-11-20",
      seconds: {
        operational: 5 * 3600,
        degraded_performance: 0,
        partial_outage: 0,
        major_outage: 3600,
        under_maintenance: 0,
        unknown: 18 * 3600,
      },
      uptime: 83.33,
      coverage: 25,
      incidents: [
        expect.objectContaining({ id: "open", impact: "critical" }),
        expect.objectContaining({ id: "done", impact: "maintenance" }),
      ],
    });
    const today = days.at(-1);
    expect(today?.seconds.under_maintenance).toBe(3600);
    expect(today?.incidents.map(({ id }) => id).toSorted()).toEqual(["checked", "open", "running"]);
  });

  test("the timeline covers the window without a gap and says what weighs how much", async () => {
    expect(await status.text("/api/v2/components/tts/timeline.csv")).toBe(
      [
        "from,to,status,seconds,counted,downtime_weight",
        "2026-08-24T00:00:00.000Z,2026-11-20T18:00:00.000Z,unknown,7668000.000,false,0",
        "2026-11-20T18:00:00.000Z,2026-11-20T23:00:00.000Z,operational,18000.000,true,0",
        "2026-11-20T23:00:00.000Z,2026-11-21T01:00:00.000Z,major_outage,7200.000,true,1",
        "2026-11-21T01:00:00.000Z,2026-11-21T05:00:00.000Z,operational,14400.000,true,0",
        "2026-11-21T05:00:00.000Z,2026-11-21T06:00:00.000Z,under_maintenance,3600.000,false,0",
        "",
      ].join("\r\n"),
    );
    const { headers } = await status.get("/api/v2/components/tts/timeline.csv");
    expect(headers["content-type"]).toMatch(/^text\/csv/);
    expect(headers["link"]).toBe('<days.json>; rel="describedby"');
  });

  test("latency comes from the hourly figures of the component's checks", async () => {
    const { checks, window } = await read("/api/v2/components/tts/latency.json", LatencyDocument);
    expect(window).toEqual({ from: "2026-11-14T06:00:00.000Z", to: "2026-11-21T06:00:00.000Z" });
    expect(checks).toMatchObject([
      {
        id: "tts-health",
        location: "local",
        hours: [
          {
            hour: "2026-11-21T05:00:00.000Z",
            count: 60,
            failures: 1,
            duration_ms: { p50: 12.5, p95: 20, p99: 31 },
            phases_ms: { connect: { p50: 1, p95: 2, p99: 3 } },
          },
        ],
      },
    ]);
    expect((await status.get("/api/v2/components/tts/latency.json?days=91")).code).toBe(400);
    expect(
      (await read("/api/v2/components/web/latency.json?days=1", LatencyDocument)).checks,
    ).toEqual([]);
  });

  test.each([
    "/api/v2/components/nothing.json",
    "/api/v2/components/nothing/days.json",
    "/api/v2/components/group-api/days.json",
    "/api/v2/components/nothing/latency.json",
    "/api/v2/components/nothing/timeline.csv",
    "/api/v2/incidents/nothing.json",
    "/api/v2/incidents/no%20id.json",
    "/api/v2/nothing.json",
  ])("%s is not there, and says so in JSON", async (path) => {
    const { code, bytes, headers } = await status.get(path);
    expect(code).toBe(404);
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect(JSON.parse(bytes.toString())).toMatchObject({ error: { code: "not_found" } });
  });

  describe("with the database away", () => {
    beforeAll(() => status.closeDatabase());

    test("what the snapshot has goes on being served, what only the database has says so", async () => {
      for (const path of ["/api/v2/summary.json", "/api/v2/components/tts/days.json"]) {
        expect((await status.get(path)).code).toBe(200);
      }
      for (const path of [
        "/api/v2/incidents.json?page=2&limit=31",
        "/api/v2/incidents/elsewhere.json",
        "/api/v2/components/tts/latency.json?days=2",
      ]) {
        const { code, headers, bytes } = await status.get(path);
        expect(code).toBe(503);
        expect(headers["retry-after"]).toBe("10");
        expect(headers["access-control-allow-origin"]).toBe("*");
        expect(JSON.parse(bytes.toString())).toMatchObject({ error: { code: "database_away" } });
      }
    });
  });
});
