import { pino } from "pino";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, shortTest as test } from "../../support/lengths.ts";

import { asReader } from "../../support/browser/as-reader.ts";
import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";

import { layoutShift } from "../../support/browser/layout-shift.ts";
import { takenOver } from "../../support/browser/taken-over.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { eventually } from "../../support/eventually.ts";
import { ownDatabase, type OwnDatabase } from "../../support/databases/every-database.ts";
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
const noon = Date.parse("2026-11-21T12:00:00Z");

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

describe.skipIf(browser === undefined)(`the status page in Chromium${hint}`, () => {
  let home: OwnDatabase;
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;

  const start = (port: number): Promise<StatusApi> =>
    startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port,
      logger: pino({ level: "silent" }),
      nowMs: () => noon,
    });

  beforeAll(async () => {
    home = await ownDatabase("status");
    database = await openStatusDatabase(home);
    const { db } = database;
    await setUpPage(db, noon - 100 * dayMs);
    for (const id of componentIds) {
      await writeHistory(
        db,
        id,
        [{ status: "operational", fromMs: noon - 100 * dayMs }],
        noon + dayMs,
      );
    }
    // An outage on 11 November from 10:00 to 10:22 UTC.
    const outageMs = noon - 10 * dayMs - 2 * hourMs;
    await writeHistory(
      db,
      "stt-file",
      [
        { status: "operational", fromMs: noon - 100 * dayMs },
        { status: "major_outage", fromMs: outageMs },
        { status: "operational", fromMs: outageMs + 22 * minuteMs },
      ],
      noon + dayMs,
    );
    await writeIncident(db, {
      id: "past",
      name: "File transcription is down",
      nameTr: "Dosyadan transkripsiyon çalışmıyor",
      impact: "critical",
      componentIds: ["stt-file"],
      updates: [
        {
          status: "investigating",
          body: "It does not answer.",
          bodyTr: "Yanıt vermiyor.",
          atMs: outageMs,
        },
        {
          status: "resolved",
          body: "It answers again.",
          bodyTr: "Yeniden yanıt veriyor.",
          atMs: outageMs + 25 * minuteMs,
        },
      ],
    });
    await moveRevision(db, noon);
    api = await start(0);
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
    await home[Symbol.asyncDispose]();
  });

  /** Runs `visit` on the open page and fails when its console complains of anything but what is `expected`. */
  async function withPage(
    options: BrowserContextOptions,
    visit: (page: Page) => Promise<void>,
    expected?: RegExp,
  ): Promise<void> {
    await asReader({ browser, nowMs: noon, options, expected }, async (page) => {
      await page.goto(api.url);
      await visit(page);
    });
  }

  const strip = (page: Page) => page.locator("#stt-file .strip");

  describe("without a script", () => {
    test("says everything: the headline, seven components, their uptime, incidents", async () => {
      await withPage({ javaScriptEnabled: false }, async (page) => {
        expect(await page.locator("h1").textContent()).toBe("All systems operational");
        expect(await page.locator(".component h3").allTextContents()).toEqual([
          "File transcription",
          "Live transcription",
          "Speech synthesis",
          "Website",
          "API documentation",
          "Dashboard",
          "Live demos",
        ]);
        expect(await page.locator(".uptime").allTextContents()).toEqual([
          "99.98% uptime",
          ...Array.from({ length: 6 }, () => "100% uptime"),
        ]);
        expect(await page.locator("#incident-past").textContent()).toContain("It answers again.");
        expect(await page.locator("footer").textContent()).toContain("Times are in UTC.");
      });
    });

    longTest("a mark leads to the line that tells of its day", async () => {
      await withPage({ javaScriptEnabled: false }, async (page) => {
        const mark = page.locator("#stt-file .strip .major_outage");
        expect(await mark.getAttribute("title")).toBe("11 Nov 2026: Major outage 22 min");
        await mark.click();
        const line = page.locator("#stt-file-2026-11-11");
        expect(await line.isVisible()).toBe(true);
        expect(await line.textContent()).toContain("Major outage 22 min, Operational 23 h 38 min");
      });
    });

    longTest("the switch changes the language for good", async () => {
      await withPage({ javaScriptEnabled: false }, async (page) => {
        await page.locator(".page-header").getByRole("link", { name: "Türkçe" }).click();
        expect(await page.locator("h1").textContent()).toBe("Tüm sistemler çalışıyor");
        await page.goto(api.url);
        expect(await page.locator("html").getAttribute("lang")).toBe("tr");
      });
    });
  });

  describe("with its script", () => {
    test("writes times in the reader's zone, with UTC beside them", async () => {
      await withPage({}, async (page) => {
        await takenOver(page);
        const time = page.locator(".banner time");
        expect(await time.textContent()).toBe("21 Nov 2026, 15:00");
        expect(await time.getAttribute("title")).toBe("21 Nov 2026, 12:00:00 UTC");
        expect(await page.locator("footer").textContent()).toContain("(UTC+3)");
      });
    });

    longTest("makes the same elements as the server", async () => {
      let served = "";
      const structure = (root: Element) =>
        [...root.querySelectorAll("*")]
          // Buttons that copy are only there where a script runs.
          .filter((element) => element.closest("time, .copied") === null)
          .map(
            (element) => `${element.tagName}.${element.getAttribute("class") ?? ""}#${element.id}`,
          )
          .join("\n");
      await withPage({ javaScriptEnabled: false }, async (page) => {
        served = await page.locator("#page").evaluate(structure);
      });
      await withPage({}, async (page) => {
        await takenOver(page);
        expect(await page.locator("#page").evaluate(structure)).toBe(served);
      });
    });

    test("a strip is one tab stop, and arrow keys walk it", async () => {
      await withPage({}, async (page) => {
        await takenOver(page);
        expect(await strip(page).locator('[tabindex="0"]').count()).toBe(1);
        const focused = () =>
          page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
        await strip(page).locator('[tabindex="0"]').focus();
        expect(await focused()).toBe("21 Nov 2026: Operational");
        for (let step = 0; step < 10; step += 1) await page.keyboard.press("ArrowLeft");
        expect(await focused()).toBe("11 Nov 2026: Major outage 22 min");
        expect(await page.locator(".tip").textContent()).toContain("Major outage 22 min");
        expect(await strip(page).locator('[tabindex="0"]').count()).toBe(1);
        await page.keyboard.press("Home");
        expect(await focused()).toBe("24 Aug 2026: Operational");
        await page.keyboard.press("End");
        await page.keyboard.press("Shift+Tab");
        await page.keyboard.press("Tab");
        expect(await focused()).toBe("21 Nov 2026: Operational");
      });
    });

    test("a day opens by key and closes by Escape, with the focus back where it was", async () => {
      await withPage({}, async (page) => {
        await takenOver(page);
        await strip(page).locator('[tabindex="0"]').focus();
        for (let step = 0; step < 10; step += 1) await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("Enter");
        const panel = page.locator("#stt-file-day");
        expect(await panel.locator("h4").textContent()).toBe("Wednesday, 11 November 2026 UTC");
        expect(await panel.textContent()).toContain("Major outage22 min");
        expect(await panel.textContent()).toContain("Observed 24 h of 24 h (100%)");
        expect(await panel.textContent()).toContain("11 Nov 2026, 13:00 – 13:22 (22 min)");
        expect(await panel.textContent()).toContain("File transcription is down");
        await page.keyboard.press("ArrowRight");
        expect(await panel.locator("h4").textContent()).toBe("Thursday, 12 November 2026 UTC");
        await panel.getByRole("button", { name: "Previous day" }).click();
        expect(await panel.locator("h4").textContent()).toBe("Wednesday, 11 November 2026 UTC");
        await page.keyboard.press("Escape");
        expect(await panel.count()).toBe(0);
        expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
          "11 Nov 2026: Major outage 22 min",
        );
      });
    });

    longTest("a day opens and closes by mouse, and says what it was like on hover", async () => {
      await withPage({}, async (page) => {
        await takenOver(page);
        const mark = page.locator("#stt-file .strip .major_outage");
        await mark.hover();
        expect(await page.locator(".tip").textContent()).toBe("11 Nov 2026Major outage 22 min");
        await mark.click();
        expect(await mark.getAttribute("aria-expanded")).toBe("true");
        expect(await page.locator("#stt-file-day").isVisible()).toBe(true);
        await mark.click();
        expect(await page.locator("#stt-file-day").count()).toBe(0);
        expect(new URL(page.url()).hash).toBe("");
      });
    });

    longTest.each([320, 600, 800, 1280])("nothing sticks out at %i px", async (width) => {
      await withPage({ viewport: { width, height: 800 } }, async (page) => {
        await takenOver(page);
        await page.locator("#stt-file .strip .major_outage").click();
        await strip(page).locator("a").first().hover();
        const overhang = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overhang).toBe(0);
      });
    });

    longTest("says that it cannot refresh itself, and stops saying so when it can", async () => {
      await withPage(
        {},
        async (page) => {
          await takenOver(page);
          await page.route("**/page.json", (route) => route.abort());
          const notice = page.getByText("cannot reach the status server");
          for (let failure = 0; failure < 2; failure += 1) {
            expect(await notice.count()).toBe(0);
            const failed = page.waitForEvent("requestfailed");
            await page.clock.runFor("00:16");
            await failed;
          }
          await notice.waitFor();
          expect(await layoutShift(page)).toEqual([]);
          await page.unroute("**/page.json");
          await page.clock.runFor("00:16");
          await notice.waitFor({ state: "detached" });
        },
        /net::ERR_FAILED/,
      );
    });

    longTest.each([-10, 10])(
      "takes the server's word for how old it is where the reader's clock is %i min off",
      async (minutes) => {
        const nowMs = noon + minutes * minuteMs;
        await asReader({ browser, nowMs, options: {} }, async (page) => {
          const refresh = page.waitForResponse(/page\.json/);
          await page.goto(api.url);
          await takenOver(page);
          await (await refresh).finished();
          expect(await layoutShift(page)).toEqual([]);
          expect(await page.locator(".staleness").count()).toBe(0);
          expect(await page.locator(".banner").textContent()).toContain("just now");
        });
      },
    );

    test("shows an outage by itself, in the tab as well", async () => {
      await withPage({ locale: "tr-TR" }, async (page) => {
        await takenOver(page);
        expect(await page.title()).toBe("Tüm sistemler çalışıyor – Konuşma Durumu");
        await writeHistory(
          database.db,
          "tts",
          [
            { status: "operational", fromMs: noon - 100 * dayMs },
            { status: "partial_outage", fromMs: noon - 5 * minuteMs },
          ],
          noon + dayMs,
        );
        await moveRevision(database.db, noon);
        await eventually("the title tells of the outage", async () => {
          const answered = page.waitForResponse(/page\.json/);
          await page.clock.runFor("00:16");
          await answered;
          return (await page.title()).startsWith("Kısmi hizmet kesintisi");
        });
        expect(await page.title()).toBe("Kısmi hizmet kesintisi – Konuşma Durumu");
        expect(await page.locator(".banner").textContent()).toContain("Etkilenen: Seslendirme");
        // A page is drawn part by part, its title first.
        await page.locator("#tts .component-head", { hasText: "Kısmi kesinti" }).waitFor();
        expect(await page.locator('link[rel="icon"]').getAttribute("href")).toContain("d9730d");
      });
    });
  });
});
