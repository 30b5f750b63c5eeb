import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { pino } from "pino";
import { Gauge, Registry } from "prom-client";
import { Value } from "typebox/value";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { StatusDocument } from "#status-api/documents/document-schemas.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { ownStyles, styleSource } from "../../support/own-styles.ts";
import {
  componentIds,
  moveRevision,
  setUpPage,
  writeHistory,
  writeIncident,
} from "../../support/status-api/status-history.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const now = Date.parse("2026-11-21T06:00:00Z");

describeWithOneDatabase("the status API", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;

  beforeAll(async () => {
    const { url, dataDirectory } = await empty();
    database = await openStatusDatabase({ url, dataDirectory });
    api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      logger: pino({ level: "silent" }),
      nowMs: () => now,
    });
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
  });

  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await request(new URL(path, api.url), { method, headers });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return { code: response.statusCode, headers: response.headers, bytes };
  };
  const statusJson = async (): Promise<StatusDocument> => {
    const { bytes } = await get("/api/v2/status.json");
    return Value.Parse(StatusDocument, JSON.parse(bytes.toString()));
  };

  test("says that it waits while no prober has set the page up", async () => {
    const document = await get("/api/v2/status.json");
    expect(document.code).toBe(503);
    expect(document.headers["retry-after"]).toBe("5");
    expect(JSON.parse(document.bytes.toString())).toMatchObject({ error: { code: "not_ready" } });
    const page = await get("/");
    expect(page.code).toBe(503);
    expect(page.bytes.toString()).toContain("Waiting for the first report");
    expect((await get("/readyz")).code).toBe(503);
    expect((await get("/healthz")).code).toBe(200);
  });

  describe("of a page with a history", () => {
    beforeAll(async () => {
      const { db } = database;
      await setUpPage(db, now - 100 * dayMs);
      for (const id of componentIds) {
        await writeHistory(
          db,
          id,
          [{ status: "operational", fromMs: now - 100 * dayMs }],
          now + minuteMs,
        );
      }
      await writeHistory(
        db,
        "tts",
        [
          { status: "operational", fromMs: now - 10 * hourMs },
          { status: "major_outage", fromMs: now - 9 * hourMs },
          { status: "operational", fromMs: now - 8 * hourMs },
        ],
        now + minuteMs,
      );
      await moveRevision(db, now - 12_000);
      await eventually("the page is set up", async () => (await get("/readyz")).code === 200);
      await eventually("tts has a history", async () => (await uptimeOf("tts")) === 90);
    });

    const uptimeOf = async (id: string): Promise<number | undefined> => {
      const component = (await statusJson()).components.find((one) => one.id === id);
      return component?.group === false ? component.uptime_90d : undefined;
    };

    test("status.json has both groups, seven leaves and every field of the interface", async () => {
      const document = await statusJson();
      expect(document.page).toMatchObject({ id: "speech", updated_at: "2026-11-21T05:59:48.000Z" });
      expect(document.status).toEqual({
        indicator: "none",
        description: "All Systems Operational",
      });
      expect(document.components.map(({ id, position }) => [id, position])).toEqual([
        ["group-api", 1],
        ["stt-file", 1],
        ["stt-stream", 2],
        ["tts", 3],
        ["group-web", 2],
        ["web", 1],
        ["docs", 2],
        ["dashboard", 3],
        ["demo", 4],
      ]);
      expect(document.incidents).toEqual([]);
      expect(document.scheduled_maintenances).toEqual([]);
    });

    test("uptime is that of the observed time, its coverage says how much that was", async () => {
      const tts = (await statusJson()).components.find(({ id }) => id === "tts");
      const windowMs = 89 * dayMs + 6 * hourMs;
      expect(tts).toMatchObject({
        uptime_90d: 90,
        uptime_90d_coverage: Math.floor((10 * hourMs * 1_000_000) / windowMs) / 10_000,
      });
      expect(await uptimeOf("web")).toBe(100);
    });

    test("a document is sent once and then confirmed", async () => {
      const first = await get("/api/v2/status.json");
      const etag = String(first.headers["etag"]);
      expect(etag).toMatch(/^"[\w-]+"$/);
      expect(first.headers["cache-control"]).toContain("max-age=");
      expect(first.headers["x-data-age-seconds"]).toBe("12");
      const again = await get("/api/v2/status.json", { "if-none-match": etag });
      expect(again.code).toBe(304);
      expect(again.bytes).toHaveLength(0);
      expect(again.headers["etag"]).toBe(etag);
      expect((await get("/api/v2/status.json", { "if-none-match": '"other"' })).code).toBe(200);
    });

    test("brotli and gzip give the same document under their own tags", async () => {
      const plain = await get("/api/v2/status.json");
      const brotli = await get("/api/v2/status.json", { "accept-encoding": "gzip, br" });
      const gzip = await get("/api/v2/status.json", { "accept-encoding": "gzip" });
      expect(brotli.headers["content-encoding"]).toBe("br");
      expect(gzip.headers["content-encoding"]).toBe("gzip");
      expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
      expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
      const tags = [plain, brotli, gzip].map(({ headers }) => headers["etag"]);
      expect(new Set(tags).size).toBe(3);
      for (const { headers } of [plain, brotli, gzip])
        expect(headers["vary"]).toBe("accept-encoding");
    });

    test("HEAD says what GET would, without a body", async () => {
      const got = await get("/api/v2/status.json");
      const head = await get("/api/v2/status.json", {}, "HEAD");
      expect(head.code).toBe(200);
      expect(head.bytes).toHaveLength(0);
      expect(head.headers["content-length"]).toBe(String(got.bytes.length));
      expect(head.headers["etag"]).toBe(got.headers["etag"]);
    });

    test("any web page may read the document", async () => {
      const got = await get("/api/v2/status.json", { origin: "https://elsewhere.example" });
      expect(got.headers["access-control-allow-origin"]).toBe("*");
      const preflight = await get(
        "/api/v2/status.json",
        { origin: "https://elsewhere.example" },
        "OPTIONS",
      );
      expect(preflight.code).toBe(204);
      expect(preflight.headers["access-control-allow-methods"]).toContain("GET");
    });

    test("the page speaks the reader's language and remembers a choice", async () => {
      const textOf = async (path: string, headers: Record<string, string>) =>
        (await get(path, headers)).bytes.toString();
      expect(await textOf("/", { "accept-language": "tr" })).toContain("Tüm sistemler çalışıyor");
      expect(await textOf("/", { "accept-language": "en" })).toContain("All systems operational");
      expect(await textOf("/", { "accept-language": "tr", cookie: "lang=en" })).toContain(
        'lang="en"',
      );
      const chosen = await get("/?lang=tr", { "accept-language": "en" });
      expect(chosen.bytes.toString()).toContain('<html lang="tr">');
      expect(chosen.headers["set-cookie"]).toMatch(
        /^lang=tr; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect((await get("/?lang=xx")).headers["set-cookie"]).toBeUndefined();
    });

    test("the page needs nothing but its own files, which never change under their names", async () => {
      const page = await get("/");
      const policy = String(page.headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain("unsafe");
      // The canonical address is told, not fetched.
      const html = page.bytes.toString().replace(/<link rel="canonical"[^>]*>/, "");
      expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      const assets = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, asset = ""]) => asset);
      expect(assets.filter((asset) => path.extname(asset) === ".css")).toEqual([]);
      expect(ownStyles(html)).not.toEqual([]);
      expect(policy).toContain(styleSource(html));
      let scriptBytes = 0;
      for (const asset of assets) {
        const { code, headers, bytes } = await get(asset, { "accept-encoding": "br" });
        expect(code).toBe(200);
        expect(headers["cache-control"]).toContain("immutable");
        // A font is compressed already.
        const isFont = path.extname(asset) === ".woff2";
        expect(headers["content-encoding"]).toBe(isFont ? undefined : "br");
        if (path.extname(asset) === ".js") scriptBytes += bytes.length;
      }
      expect(scriptBytes).toBeGreaterThan(0);
      expect(scriptBytes).toBeLessThan(30_000);
    });

    test("what is not there is said in JSON under /api and on a page elsewhere", async () => {
      const document = await get("/api/v2/nothing.json");
      expect(document.code).toBe(404);
      expect(JSON.parse(document.bytes.toString())).toMatchObject({
        error: { code: "not_found", type: "invalid_request_error" },
      });
      const page = await get("/nothing", { "accept-language": "tr" });
      expect(page.code).toBe(404);
      expect(page.bytes.toString()).toContain("Sayfa bulunamadı");
      expect((await get("/assets/nothing.js")).code).toBe(404);
      expect((await get("/assets/%2e%2e/server.js")).code).toBe(404);
      expect((await get("/%zz")).code).toBe(400);
    });

    test("metrics tell what each component is and its uptime", async () => {
      const text = (await get("/metrics")).bytes.toString();
      expect(text).toContain('component_status{component="tts",status="operational"} 1');
      expect(text).toContain('component_status{component="tts",status="major_outage"} 0');
      expect(text).toContain('component_uptime_ratio{component="tts",window="90d"} 0.9');
      expect(text).toContain("status_data_age_seconds 12");
      for (const route of ["/api/v2/status.json", "unknown"]) {
        expect(text).toContain(`status_http_request_duration_seconds_count{route="${route}",`);
      }
    });

    test("metrics without a token are for this machine, and for nobody through a proxy on it", async () => {
      expect((await fetch(`${api.url}/metrics`)).status).toBe(200);
      const headers = { "x-forwarded-for": "203.0.113.7" };
      const refused = await fetch(`${api.url}/metrics`, { headers });
      expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(await refused.text()).toContain("METRICS_TOKEN");
    });

    test("metrics with a token are for those who send it, and show a neighbour's once", async () => {
      const neighbour = new Registry();
      new Gauge({ name: "probe_success", help: "A neighbour's.", registers: [neighbour] }).set(1);
      new Gauge({ name: "component_status", help: "As ours.", registers: [neighbour] }).set(1);
      await using guarded = await startStatusApi({
        db: database.db,
        host: "127.0.0.1",
        port: 0,
        metricsTokens: ["sesame"],
        url: "https://status.example.org",
        registers: [neighbour],
        logger: pino({ level: "silent" }),
        nowMs: () => now,
      });
      const metrics = (authorization?: string) =>
        fetch(
          `${guarded.url}/metrics`,
          authorization === undefined ? {} : { headers: { authorization } },
        );
      expect((await metrics()).status).toBe(401);
      expect((await metrics("Bearer wrong")).status).toBe(401);
      const answer = await metrics("Bearer sesame");
      // Readers reach this one by https.
      expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
      const text = await answer.text();
      expect(text).toContain("probe_success 1");
      expect(text.match(/^# TYPE component_status /gm)).toHaveLength(1);
      expect(text).toContain('component_status{component="web",status="operational"} 1');
    });

    test("an outage and its incident are told as soon as they are written", async () => {
      const before = await get("/api/v2/status.json");
      await writeHistory(
        database.db,
        "stt-file",
        [
          { status: "operational", fromMs: now - 100 * dayMs },
          { status: "major_outage", fromMs: now - 5 * minuteMs },
        ],
        now + minuteMs,
      );
      await writeIncident(database.db, {
        id: "inc-1",
        name: "File transcription is down",
        impact: "critical",
        componentIds: ["stt-file"],
        updates: [
          {
            status: "investigating",
            body: "It has not answered since 05:55 UTC.",
            atMs: now - 5 * minuteMs,
            affected: [
              {
                code: "stt-file",
                name: "File transcription",
                old_status: "operational",
                new_status: "major_outage",
              },
            ],
          },
        ],
      });
      await moveRevision(database.db, now);
      const document = await eventually("the outage is told", async () => {
        const seen = await statusJson();
        return seen.status.indicator === "major" && seen;
      });
      expect(document.status.description).toBe("Partial System Outage");
      expect(document.components.find(({ id }) => id === "group-api")?.status).toBe("major_outage");
      expect(document.components.find(({ id }) => id === "group-web")?.status).toBe("operational");
      expect(document.incidents).toMatchObject([
        {
          id: "inc-1",
          status: "investigating",
          incident_updates: [{ affected_components: [{ code: "stt-file" }] }],
        },
      ]);
      expect(await uptimeOf("stt-file")).toBe(99.99);
      const etag = String(before.headers["etag"]);
      expect((await get("/api/v2/status.json", { "if-none-match": etag })).code).toBe(200);
      const page = (await get("/")).bytes.toString();
      expect(page).toContain("File transcription is down");
      expect(page).toContain("It has not answered since 05:55 UTC.");
    });
  });
});
