import { afterAll, beforeAll, expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";
import {
  moveRevision,
  writeHistory,
  writeOperationalHour,
} from "../../support/status-api/status-history.ts";
import { childrenOf, readXml, textOfChild } from "../../support/xml.ts";

const hourMs = 3_600_000;
const now = Date.parse("2026-11-21T06:00:00Z");

describeWithOneDatabase("badges", (empty) => {
  let status: ServedStatus;

  beforeAll(async () => {
    status = await serveStatus(await empty(), now, async (db) => {
      await writeOperationalHour(db, now, now + hourMs);
      await writeHistory(
        db,
        "web",
        [{ status: "partial_outage", fromMs: now - hourMs }],
        now + hourMs,
      );
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
          failures: 0,
          degraded: 0,
          prober_errors: 0,
          retried: 0,
          missed: 0,
          duration: JSON.stringify({ p50: 12.4, p95: 20, p99: 31 }),
          phases: JSON.stringify({}),
          measures: JSON.stringify({}),
        })
        .execute();
      await moveRevision(db, now);
    });
  });
  afterAll(() => status[Symbol.asyncDispose]());

  test.each([
    { path: "/badge/tts.svg", title: "Speech synthesis: Operational" },
    { path: "/badge/tts.svg?lang=tr", title: "Seslendirme: Çalışıyor" },
    {
      path: "/badge/stt-file.svg?show=uptime",
      title: "File transcription · uptime, 90 days: 100%",
    },
    {
      path: "/badge/web.svg?show=uptime&lang=tr",
      title: "Web sitesi · 90 günlük erişilebilirlik: %70,00",
    },
    { path: "/badge/tts.svg?show=latency", title: "Speech synthesis · response time: 12 ms" },
    { path: "/badge/web.svg?show=latency", title: "Website · response time: No data" },
    { path: "/badge/group-web.svg", title: "Web: Partial outage" },
    { path: "/badge/overall.svg", title: "Speech Status: Minor service outage" },
  ])("$path says $title", async ({ path, title }) => {
    const got = await status.get(path);
    expect(got.code).toBe(200);
    expect(got.headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
    expect(got.headers["cache-control"]).toContain("max-age=60");
    expect(got.headers["content-security-policy"]).toBe("default-src 'none'");
    const svg = readXml(got.bytes.toString());
    expect(textOfChild(svg, "title")).toBe(title);
    expect(svg.attributes["aria-label"]).toBe(title);
    const [words] = childrenOf(svg, "g");
    expect(
      words &&
        childrenOf(words, "text")
          .map(({ text }) => text)
          .join(": "),
    ).toBe(title);
    const etag = String(got.headers["etag"]);
    expect((await status.get(path, { "if-none-match": etag })).code).toBe(304);
  });

  test("shields.io gets what it draws itself", async () => {
    expect(await status.json("/badge/web.json?show=uptime")).toMatchObject({
      schemaVersion: 1,
      label: "Website · uptime, 90 days",
      message: "70.00%",
      color: "#c62828",
    });
  });

  test("of what is not there, there is none", async () => {
    expect((await status.get("/badge/nothing.svg")).code).toBe(404);
    expect((await status.get("/badge/group-web.svg?show=uptime")).code).toBe(404);
    const refused = await status.get("/badge/tts.json?show=colour");
    expect(refused.code).toBe(400);
    expect(refused.bytes.toString()).toContain("show takes one of status, uptime, latency.");
  });

  test("a picture is drawn in each language, once, and kept by those who have it", async () => {
    const [english, again, turkish] = await Promise.all(
      ["/picture.png", "/picture.png?lang=en&at=1", "/picture.png?lang=tr"].map((path) =>
        status.get(path, { "accept-encoding": "br" }),
      ),
    );
    expect(english?.code).toBe(200);
    expect(english?.headers["content-type"]).toBe("image/png");
    expect(english?.headers["content-encoding"]).toBeUndefined();
    expect(english?.headers["cache-control"]).toContain("max-age=60");
    expect(again?.headers["etag"]).toBe(english?.headers["etag"]);
    expect(turkish?.headers["etag"]).not.toBe(english?.headers["etag"]);
    const known = { "if-none-match": String(english?.headers["etag"]) };
    expect((await status.get("/picture.png", known)).code).toBe(304);
    expect((await status.get("/incidents/nothing/picture.png")).code).toBe(404);
  });

  test("the icon shows the state to those who read none of the page's HTML", async () => {
    const icon = await status.get("/favicon.ico");
    expect(icon.code).toBe(200);
    expect(icon.headers["content-type"]).toBe("image/png");
    expect(icon.headers["cache-control"]).toContain("max-age=60");
  });

  test("the page names its picture by another address once there is something new", async () => {
    const pictureOf = async (): Promise<string> =>
      /property="og:image" content="([^"]+)"/.exec(await status.text("/?lang=tr"))?.[1] ?? "";
    const before = new URL(await pictureOf());
    expect(before.origin).toBe("https://status.example.org");
    const answer = await status.get(`${before.pathname}${before.search}`);
    expect(answer.code).toBe(200);
    await moveRevision(status.db, now + 60_000);
    await status.caughtUp();
    const after = await pictureOf();
    expect(after).not.toBe(before.href);
    const newer = await status.get(`${new URL(after).pathname}${new URL(after).search}`);
    expect(newer.headers["etag"]).not.toBe(answer.headers["etag"]);
  });
});
