import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, shortTest as test } from "../../support/lengths.ts";

import { asReader } from "../../support/browser/as-reader.ts";
import { makePartitionsAhead } from "#monitor/store/observation-partitions.ts";

import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { writeDesignedHistory } from "../../support/browser/designed-history.ts";
import { layoutShift } from "../../support/browser/layout-shift.ts";
import { takenOver } from "../../support/browser/taken-over.ts";
import { ownDatabase, type OwnDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const minuteMs = 60_000;

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

describe.skipIf(browser === undefined)(`charts of the status page in Chromium${hint}`, () => {
  let home: OwnDatabase;
  let status: ServedStatus;

  beforeAll(async () => {
    home = await ownDatabase("status");
    status = await serveStatus(home, noon, async (db) => {
      await writeDesignedHistory(db, noon);
      await makePartitionsAhead(db, noon);
      const check = { kind: "http", period_seconds: 60, impact: "major_outage" as const };
      const checks = [
        { id: "docs-new", component_id: "docs", scheduled_since: new Date(noon - 20_000) },
        { id: "demo-young", component_id: "demo", scheduled_since: new Date(noon - 150_000) },
      ];
      const rows = checks.map((one) => ({ ...check, ...one, removed_at: null }));
      await db.insertInto("checks").values(rows).execute();
      const runs = [2, 1].map((minutes) => ({
        check_id: "demo-young",
        location: "local",
        slot: new Date(noon - minutes * minuteMs),
        attempt: 1,
        prober: "designed",
        started_at: new Date(noon - minutes * minuteMs),
        duration_ms: 40 * minutes,
        result: "ok" as const,
        reason: null,
        message: null,
        phases: "{}",
        measures: "{}",
        counted: true,
        retried: false,
      }));
      await db.insertInto("observations").values(runs).execute();
    });
  });
  afterAll(async () => {
    await status[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  /** Runs `visit` on a page, and fails when its console complains. */
  async function withPage(
    path: string,
    options: BrowserContextOptions,
    visit: (page: Page) => Promise<void>,
  ): Promise<void> {
    const inUtc = { timezoneId: "UTC", ...options };
    await asReader({ browser, nowMs: noon, options: inUtc }, async (page) => {
      await page.goto(status.url + path);
      if (options.javaScriptEnabled !== false) await takenOver(page);
      await visit(page);
    });
  }

  const withoutScript = { javaScriptEnabled: false };
  const charts = (page: Page) => page.locator(".chart");
  const figures = (page: Page, at: number) =>
    charts(page).nth(at).locator(".chart-figures li").allTextContents();

  test("24 hours are drawn check by check, with how it is now in large numbers", async () => {
    await withPage("/components/stt-file", withoutScript, async (page) => {
      const points = charts(page).getByRole("slider");
      // Every minute, and every two minutes, since 13:00 of the day before.
      expect(await points.nth(0).getAttribute("aria-valuemax")).toBe(String(23 * 60));
      expect(await points.nth(1).getAttribute("aria-valuemax")).toBe(String((23 * 60) / 2));
      for (const at of [0, 1]) {
        const [median, p95] = await figures(page, at);
        expect(median).toMatch(/^\d+ ms median, last hour$/);
        expect(p95).toMatch(/^\d+ ms p95, last hour$/);
      }
      expect(await figures(page, 2)).toEqual([
        expect.stringMatching(/^\d(\.\d)?% mean, last hour$/),
      ]);
    });
    await withPage("/components/stt-file?range=90d&lang=tr", withoutScript, async (page) => {
      const [median, p95] = await figures(page, 0);
      expect(median).toMatch(/^\d+ ms ortanca, son 1 saat$/);
      expect(p95).toMatch(/^\d+ ms p95, son 1 saat$/);
    });
  });

  longTest("a chart is there after the first minutes, and spans an hour then", async () => {
    await withPage("/components/demo", {}, async (page) => {
      expect(await figures(page, 0)).toEqual(["60 ms median, last hour", "78 ms p95, last hour"]);
      const plot = charts(page).getByRole("slider");
      expect(await plot.getAttribute("aria-valuetext")).toBe(
        "21 Nov 2026, 11:59: each check 40 ms",
      );
      expect(await plot.getAttribute("aria-valuemax")).toBe("60");
      expect(await charts(page).locator(".chart-moments text").first().textContent()).toBe("11:00");
      expect(await layoutShift(page)).toEqual([]);
    });
  });

  longTest.each([
    { path: "/components/docs", says: "The first point is due at 21 Nov 2026, 12:01." },
    {
      path: "/components/docs?lang=tr",
      says: "İlk noktanın beklendiği zaman: 21 Kas 2026 12.01.",
    },
    { path: "/components/docs?range=7d", says: "The first point is due at 21 Nov 2026, 12:06." },
    { path: "/components/demo?range=7d", says: "The first point is due at 21 Nov 2026, 12:06." },
  ])("$path says when its first point is due", async ({ path, says }) => {
    await withPage(path, withoutScript, async (page) => {
      expect(await page.locator(".chart-empty").textContent()).toBe(says);
    });
  });

  test("incidents are shaded, named in the legend, and told where the chart is read", async () => {
    await withPage("/components/tts", {}, async (page) => {
      const chart = charts(page).first();
      const span = chart.locator(".chart-area .span");
      expect(await span.getAttribute("class")).toBe("span minor");
      const [spanBox, plotBox] = await Promise.all([
        span.locator("rect").boundingBox(),
        chart.locator(".chart-area").boundingBox(),
      ]);
      // 34 minutes of 23 hours, up to now.
      expect((spanBox?.width ?? 0) / (plotBox?.width ?? 1)).toBeCloseTo(34 / (23 * 60), 2);
      expect(await chart.locator(".chart-legend").textContent()).toContain("Incident");
      const plot = chart.getByRole("slider");
      expect(await plot.getAttribute("aria-valuetext")).toMatch(
        /Speech synthesis is slow: each check/,
      );
      const { height } = (await chart.boundingBox()) ?? { height: 0 };
      await plot.focus();
      await page.keyboard.press("Home");
      expect(await plot.getAttribute("aria-valuetext")).not.toContain("Speech synthesis");
      expect((await chart.boundingBox())?.height).toBe(height);
    });
  });

  longTest("minutes of an incident are seen in months as well", async () => {
    await withPage("/components/stt-file?range=30d", withoutScript, async (page) => {
      const span = charts(page).first().locator(".chart-area .span");
      expect(await span.getAttribute("class")).toBe("span critical");
      expect((await span.locator("rect").boundingBox())?.width).toBeGreaterThanOrEqual(2);
    });
  });
});
