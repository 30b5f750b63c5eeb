import { cp, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Kysely } from "kysely";
import type { BrowserContextOptions, Page } from "playwright-core";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import { asReader } from "../../support/browser/as-reader.ts";
import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { startStatusApi } from "#status-api/server.ts";

import { writeDesignedHistory } from "../../support/browser/designed-history.ts";
import { pdfText } from "../../support/browser/pdf-text.ts";
import { shownFaults } from "../../support/browser/shown-faults.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { writeVast } from "../../support/browser/vast-history.ts";
import { takenOver } from "../../support/browser/taken-over.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { ownDatabase, type OwnDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { projectRoot } from "../../support/program.ts";
import {
  serveOpened,
  type ServedStatus,
  serveStatus,
} from "../../support/status-api/served-status.ts";
import {
  moveRevision,
  setUpPage,
  writeHistory,
  writeOperationalHour,
} from "../../support/status-api/status-history.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const minuteMs = 60_000;
const noon = Date.parse("2026-11-21T12:00:00Z");

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

describe.skipIf(browser === undefined)(`the status page's states in Chromium${hint}`, () => {
  let home: OwnDatabase;
  let database: OpenDatabase<StatusDatabase>;

  beforeAll(async () => {
    home = await ownDatabase("status");
    database = await openStatusDatabase(home);
  });
  afterAll(async () => {
    await database.close();
    await home[Symbol.asyncDispose]();
  });

  /** Runs `visit` on a page at `nowMs`, and fails when its console complains of more than a page that is not there. */
  async function withPage(
    visit: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
    nowMs = noon,
  ): Promise<void> {
    await asReader({ browser, nowMs, options, expected: /^Failed to load resource/ }, visit);
  }

  /** Serves what `write` writes into the emptied database, and runs `visit` on its page. */
  async function served(
    write: (db: Kysely<StatusDatabase>) => Promise<void>,
    visit: (page: Page, status: ServedStatus) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    await emptyStatusTables(database.db);
    await using status = await serveOpened(database, noon, write);
    await withPage((page) => visit(page, status), options);
  }

  /** Layout faults of a page at 320 px, whatever it shows. */
  const faultsOf = async (page: Page): Promise<string[]> => {
    await page.setViewportSize({ width: 320, height: 700 });
    return shownFaults(page);
  };

  longTest("before the first report it waits, and shows the page by itself", async () => {
    await served(
      async () => {},
      async (page, status) => {
        const { db, url } = status;
        const answer = await page.goto(url);
        expect(answer?.status()).toBe(503);
        expect(await page.locator("h1").textContent()).toBe("Waiting for the first report");
        expect(await faultsOf(page)).toEqual([]);
        await writeOperationalHour(db, noon, noon + minuteMs);
        await status.caughtUp();
        await page.clock.runFor("00:06");
        await page.locator(".banner").waitFor();
        expect(await page.locator("h1").textContent()).toBe("All systems operational");
      },
    );
  });

  longTest("without a script the browser asks again by itself", async () => {
    await served(
      async () => {},
      async (page, { url }) => {
        await page.goto(url);
        const refresh = page.locator('noscript meta[http-equiv="refresh"]');
        expect(await refresh.getAttribute("content")).toBe("5");
      },
      { javaScriptEnabled: false },
    );
  });

  longTest(
    "with components that nobody has looked at, it says that checks are on their way",
    async () => {
      await served(
        (db) => setUpPage(db, noon),
        async (page, { url }) => {
          await page.goto(url);
          await takenOver(page);
          expect(await page.locator("h1").textContent()).toBe("Status unknown");
          expect(await page.locator(".banner").textContent()).toContain("The first checks");
          expect(await page.locator(".uptime").first().textContent()).toBe("No data yet");
          expect(await faultsOf(page)).toEqual([]);
        },
      );
    },
  );

  longTest("without any component it claims nothing", async () => {
    await served(
      async (db) => {
        await setUpPage(db, noon);
        await db.deleteFrom("components").execute();
        await db.deleteFrom("component_groups").execute();
        await moveRevision(db, noon);
      },
      async (page, { url }) => {
        await page.goto(url);
        await takenOver(page);
        expect(await page.locator("h1").textContent()).toBe("Status unknown");
        expect(await page.locator("main").textContent()).toContain(
          "No components are configured yet.",
        );
        expect(await page.locator("main").textContent()).not.toContain("first checks");
        expect(await faultsOf(page)).toEqual([]);
      },
    );
  });

  longTest("components that nobody could see are named, and not called well", async () => {
    await served(
      async (db) => {
        await writeOperationalHour(db, noon, noon + minuteMs);
        await writeHistory(
          db,
          "tts",
          [
            { status: "operational", fromMs: noon - 60 * minuteMs },
            { status: "unknown", fromMs: noon - 10 * minuteMs },
          ],
          noon + minuteMs,
        );
        await moveRevision(db, noon);
      },
      async (page, { url }) => {
        await page.goto(url);
        await takenOver(page);
        expect(await page.locator("h1").textContent()).toBe("Status partially unknown");
        expect(await page.locator(".banner").textContent()).toContain(
          "No recent check of: Speech synthesis",
        );
        expect(await faultsOf(page)).toEqual([]);
      },
    );
  });

  longTest("says how long the prober has been silent, and that the database is away", async () => {
    // A database of its own, for it is taken away.
    await using away = await ownDatabase("status");
    await using status = await serveStatus(away, noon + 10 * minuteMs, (db) =>
      writeOperationalHour(db, noon, noon + 60 * minuteMs),
    );
    await withPage(
      async (page) => {
        await page.goto(status.url);
        await takenOver(page);
        const notice = page.locator(".notice");
        expect(await notice.textContent()).toContain("The monitor has not reported for 10 min.");
        expect(await page.locator(".banner.stale").count()).toBe(1);
        expect(await faultsOf(page)).toEqual([]);
        await status.closeDatabase();
        const isAway = page.getByText("The monitor’s database cannot be reached.");
        for (let attempt = 0; attempt < 40 && (await isAway.count()) === 0; attempt += 1) {
          const answered = page.waitForResponse(/page\.json/);
          await page.clock.runFor("00:16");
          await answered;
        }
        await isAway.waitFor();
        await page.locator('.page-header [aria-haspopup="dialog"]').click();
        await page.getByRole("dialog").locator(".feeds").waitFor();
        expect(await faultsOf(page)).toEqual([]);
      },
      {},
      noon + 10 * minuteMs,
    );
  });

  longTest.each([
    { locale: "tr-TR", title: "Sayfa bulunamadı", back: "Durum sayfasına dön" },
    { locale: "en-GB", title: "Page not found", back: "Back to the status page" },
  ])("an unknown address leads back, in $locale", async ({ locale, title, back }) => {
    await served(
      (db) => writeOperationalHour(db, noon, noon + minuteMs),
      async (page, { url }) => {
        const answer = await page.goto(`${url}/nowhere`);
        expect(answer?.status()).toBe(404);
        expect(await page.locator("h1").textContent()).toBe(title);
        expect(await page.locator(".page-name").textContent()).toMatch(/Konuşma Durumu|Speech/);
        expect(await faultsOf(page)).toEqual([]);
        const other = page.locator(".page-header .languages a:not([aria-current])");
        await other.click();
        expect(new URL(page.url()).pathname).toBe("/nowhere");
        expect(await page.locator("h1").textContent()).not.toBe(title);
        await page.goBack();
        await page.getByRole("link", { name: back }).click();
        await page.locator(".banner").waitFor();
      },
      { locale },
    );
  });

  longTest("an address that begins with two slashes leads nowhere else", async () => {
    await served(
      (db) => writeOperationalHour(db, noon, noon + minuteMs),
      async (page, { url }) => {
        await page.goto(`${url}//example.com/x`);
        const links = await page
          .locator(".page-header a")
          .evaluateAll((all) =>
            all.map((link) => (link instanceof HTMLAnchorElement ? link.host : "")),
          );
        expect(new Set(links)).toEqual(new Set([new URL(url).host]));
      },
    );
  });

  longTest("a fault of its own is said on a page, without how it came about", async () => {
    await using broken = await temporaryDirectory("broken-page");
    await emptyStatusTables(database.db);
    await writeOperationalHour(database.db, noon, noon + minuteMs);
    // A build whose renderer fails, as it may after half an upgrade.
    await cp(path.join(projectRoot, "build/status-page"), broken.path, { recursive: true });
    await breakRenderer(path.join(broken.path, "server.js"));
    let log = "";
    const api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      pageBuildDirectory: broken.path,
      logger: pino({}, { write: (line) => void (log += line) }),
      nowMs: () => noon,
    });
    try {
      await withPage(
        async (page) => {
          const answer = await page.goto(api.url);
          expect(answer?.status()).toBe(500);
          expect(await page.locator("h1").textContent()).toBe("Bir sorun oluştu");
          expect(await page.content()).not.toContain("half upgraded");
          expect(await faultsOf(page)).toEqual([]);
        },
        { locale: "tr-TR" },
      );
      expect(log).toContain("half upgraded");
      const program = await fetch(api.url, { headers: { accept: "application/json" } });
      expect(await program.json()).toMatchObject({ error: { code: "internal_error" } });
    } finally {
      await api.stop();
    }
  });

  longTest(
    "a hundred components with long names and hundreds of incidents fit a phone",
    async () => {
      await served(
        (db) => writeVast(db, noon),
        async (page, { url }) => {
          await page.goto(url);
          await takenOver(page);
          expect(await page.locator(".component").count()).toBe(100);
          await page.setViewportSize({ width: 320, height: 700 });
          expect(await sidewaysScroll(page)).toEqual([]);
          await page.setViewportSize({ width: 1280, height: 800 });
          expect(await sidewaysScroll(page)).toEqual([]);
        },
      );
    },
  );

  describe("on paper", () => {
    let status: ServedStatus;
    beforeAll(async () => {
      await emptyStatusTables(database.db);
      status = await serveOpened(database, noon, (db) => writeDesignedHistory(db, noon));
    });
    afterAll(() => status[Symbol.asyncDispose]());

    shortTest("it is one report with every day's words, and without what one presses", async () => {
      await withPage(async (page) => {
        await page.goto(status.url);
        await takenOver(page);
        const text = pdfText(await page.pdf({ format: "A4" }));
        expect(text).toContain("Speech synthesis is slow");
        for (const said of [
          "99.98% uptime",
          "Major outage 22 min, Operational 23 h 38 min",
          "Partial outage 1 h 35 min, Operational 22 h 25 min",
          "Uptime = 100 % × (1 − (major outage + 0.3 × partial outage) ÷",
          "Times are in your time zone (UTC+3)",
        ]) {
          expect(text).toContain(said);
        }
        for (const pressed of ["Subscribe", "Türkçe", "Atom feed", "Copy", "http"]) {
          expect(text).not.toContain(pressed);
        }
      });
    });

    longTest(
      "a component's page keeps its charts, and leaves out what leads elsewhere",
      async () => {
        await withPage(async (page) => {
          await page.goto(`${status.url}/components/tts`);
          await takenOver(page);
          await page.locator(".chart-area").first().waitFor();
          const text = pdfText(await page.pdf({ format: "A4" }));
          expect(text).toContain("Partial outage 1 h 40 min, Operational 22 h 20 min");
          expect(text).toContain("p95");
          for (const link of ["Timeline (CSV)", "Badges", "24 hours"])
            expect(text).not.toContain(link);
        });
      },
    );

    longTest(
      "statuses are told apart without colours, on white also where the screen is dark",
      async () => {
        await withPage(
          async (page) => {
            await page.goto(status.url);
            await takenOver(page);
            await page.emulateMedia({ media: "print", colorScheme: "dark" });
            const looks = await page.evaluate(() => {
              const ofDay = (day: Element | null): string => {
                if (day === null) return "";
                const { backgroundImage, boxShadow } = getComputedStyle(day);
                // The stops say the shape, the colours do not count.
                return `${backgroundImage.replaceAll(/rgba?\([^)]*\)/g, "x")} ${boxShadow === "none"}`;
              };
              const shapes = [
                "operational",
                "degraded_performance",
                "partial_outage",
                "major_outage",
                "under_maintenance",
                "unknown",
              ].map((kind) => ofDay(document.querySelector(`.legend .day.${kind}`)));
              return {
                shapes: new Set(shapes).size,
                ground: getComputedStyle(document.documentElement).backgroundColor,
                ink: getComputedStyle(document.body).color,
              };
            });
            expect(looks).toEqual({
              shapes: 6,
              ground: "rgb(255, 255, 255)",
              ink: "rgb(22, 25, 29)",
            });
          },
          { colorScheme: "dark" },
        );
      },
    );
  });
});

/** Has a built renderer throw where it renders a whole page. */
async function breakRenderer(file: string): Promise<void> {
  const whole = "whole-server.js";
  await rename(file, path.join(path.dirname(file), whole));
  await writeFile(
    file,
    `export * from "./${whole}";
export const renderPage = () => { throw new Error("half upgraded"); };\n`,
  );
}
