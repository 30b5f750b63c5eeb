import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, shortTest as test } from "../../support/lengths.ts";

import { asReader } from "../../support/browser/as-reader.ts";
import { axeFaults } from "../../support/browser/axe.ts";
import { designed, writeDesignedHistory } from "../../support/browser/designed-history.ts";
import { takenOver } from "../../support/browser/taken-over.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { ownDatabase, type OwnDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";
import { writeIncident } from "../../support/status-api/status-history.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const hourMs = 3_600_000;
const component = "/components/stt-file";
const incident = `/incidents/${designed.incident}`;
const maintenance = `/incidents/${designed.maintenance}`;
const pages = [
  component,
  "/components/docs",
  incident,
  maintenance,
  "/history",
  "/history/2026-09",
];

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

describe.skipIf(browser === undefined)(`pages of the status page in Chromium${hint}`, () => {
  let home: OwnDatabase;
  let status: ServedStatus;

  beforeAll(async () => {
    home = await ownDatabase("status");
    status = await serveStatus(home, noon, async (db) => {
      await writeDesignedHistory(db, noon);
      const before = { code: "web", name: "Website" };
      await writeIncident(db, {
        id: "told",
        name: "The website was away",
        nameTr: "Web sitesi yoktu",
        impact: "major",
        componentIds: ["web"],
        updates: [
          {
            status: "investigating",
            body: "It does not answer.",
            bodyTr: "Yanıt vermiyor.",
            atMs: noon - 30 * hourMs,
            affected: [{ ...before, old_status: "operational", new_status: "major_outage" }],
          },
          {
            status: "resolved",
            body: "It answers.",
            bodyTr: "Yanıt veriyor.",
            atMs: noon - 28 * hourMs,
          },
          {
            status: "postmortem",
            body: "A certificate had ended.\n\nIt is renewed by itself now.",
            bodyTr: "Bir sertifikanın süresi dolmuştu.\n\nArtık kendiliğinden yenileniyor.",
            atMs: noon - 5 * hourMs,
          },
        ],
      });
    });
  });
  afterAll(async () => {
    await status[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  /** Runs `visit` on a page of the site, and fails when its console complains. */
  async function withPage(
    path: string,
    options: BrowserContextOptions,
    visit: (page: Page) => Promise<void>,
  ): Promise<void> {
    await asReader({ browser, nowMs: noon, options }, async (page) => {
      await page.goto(status.url + path);
      await visit(page);
    });
  }

  const withoutScript = { javaScriptEnabled: false };
  /** Times are written in the reader's zone as soon as the script runs. */
  const interactive = (page: Page) => page.getByText("Times are in your time zone").waitFor();
  const plots = (page: Page) => page.getByRole("slider");

  const areas = (page: Page) => page.locator(".chart-area");

  /** How long the lines of a chart are, in units of its own. */
  const drawnLength = (area: Locator) =>
    area.evaluate((element) =>
      [...element.querySelectorAll<SVGPathElement>("g path")]
        .map((line) => line.getTotalLength())
        .reduce((sum, length) => sum + length),
    );

  test("the script of every kind of page takes it over", async () => {
    for (const path of ["/", component, incident, "/history", "/reports/2026-10"]) {
      await withPage(path, {}, takenOver);
    }
  });

  longTest.each(pages)("%s has the same elements with its script as without", async (path) => {
    const structure = (root: Element) =>
      [...root.querySelectorAll("*")]
        .filter((element) => element.closest("time, .copied, .chart-moments") === null)
        .map(({ tagName, className, id }) => `${tagName}.${String(className)}#${id}`)
        .join("\n");
    let served = "";
    await withPage(path, withoutScript, async (page) => {
      served = await page.locator("#page").evaluate(structure);
    });
    await withPage(path, {}, async (page) => {
      await interactive(page);
      expect(await page.locator("#page").evaluate(structure)).toBe(served);
    });
  });

  longTest.each(pages)(
    "axe finds nothing at %s, and nothing sticks out of a phone",
    async (path) => {
      await withPage(path, { viewport: { width: 320, height: 700 } }, async (page) => {
        await interactive(page);
        expect(await axeFaults(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toEqual([]);
      });
    },
  );

  describe("a component", () => {
    test("is found from the main page, and says what is checked and measured", async () => {
      await withPage("/", withoutScript, async (page) => {
        await page.getByRole("link", { name: "File transcription", exact: true }).click();
        expect(new URL(page.url()).pathname).toBe(component);
        expect(await page.locator("h1").textContent()).toBe("File transcription");
        expect(await page.locator("main").textContent()).toContain("99.98% uptime");
        expect(await page.locator(".check h3").allTextContents()).toEqual([
          "Sends a request and checks the answer",
          "Transcribes a Turkish recording; the text has to match",
        ]);
        expect(await page.locator(".event-list").textContent()).toContain(
          "File transcription is down",
        );
        await page.getByText("As a table").first().click();
        const rows = page.locator("table").nth(1).locator("tbody tr");
        expect(await rows.count()).toBe(24);
        expect(await rows.nth(1).textContent()).toMatch(/^21 Nov 2026, 11:00\d+ ms\d+ ms\d+ ms$/);
      });
    });

    test("draws how long checks took and how many words were wrong, also without a script", async () => {
      await withPage(component, withoutScript, async (page) => {
        for (const index of [0, 1]) {
          expect(await drawnLength(areas(page).nth(index))).toBeGreaterThan(500);
        }
        const dots = await areas(page).nth(2).locator(".dots").getAttribute("d");
        expect(dots?.match(/M\d+ \d+h0/g)?.length).toBeGreaterThan(500);
        expect(await plots(page).count()).toBe(3);
      });
    });

    longTest("reads a chart by keys, and by mouse", async () => {
      await withPage(component, {}, async (page) => {
        const plot = plots(page).first();
        await interactive(page);
        await plot.focus();
        await page.keyboard.press("Home");
        expect(await plot.getAttribute("aria-valuetext")).toMatch(
          /^20 Nov 2026, 16:00: each check \d+ ms$/,
        );
        await page.keyboard.press("ArrowRight");
        expect(await plot.getAttribute("aria-valuenow")).toBe("1");
        expect(await plot.getAttribute("aria-valuetext")).toMatch(/^20 Nov 2026, 16:01: /);
        await page.keyboard.press("PageUp");
        expect(await plot.getAttribute("aria-valuetext")).toMatch(/^20 Nov 2026, 16:59: /);
        await page.keyboard.press("Escape");
        const newest = await plot.getAttribute("aria-valuenow");
        await plot.hover({ position: { x: 120, y: 60 } });
        await expect.poll(() => plot.getAttribute("aria-valuenow")).not.toBe(newest);
      });
    });

    longTest("charts go back further in place, and the address says how far", async () => {
      await withPage(component, {}, async (page) => {
        await interactive(page);
        await page.getByRole("link", { name: "90 days", exact: true }).click();
        await page.getByText("One point is one UTC day").waitFor();
        expect(new URL(page.url()).search).toBe("?range=90d");
        // Charts are drawn in tasks of their own, after the text around them.
        const daysDrawn = () => plots(page).first().getAttribute("aria-valuemax");
        await expect.poll(daysDrawn).toBe("89");
        const turkish = page.locator(".page-header").getByRole("link", { name: "Türkçe" });
        await turkish.click();
        await page.getByRole("heading", { level: 1, name: "Dosyadan transkripsiyon" }).waitFor();
        expect(await daysDrawn()).toBe("89");
      });
    });

    longTest("marks the checks that failed, and says so of their moments", async () => {
      await withPage(component, {}, async (page) => {
        await interactive(page);
        const legend = page.locator(".chart-legend").first();
        expect(await legend.textContent()).toContain("failed checks 6");
        expect(await areas(page).first().locator(".marks").getAttribute("d")).toMatch(
          /^(?:M\d+ 1000v-60){6}$/,
        );
        const plot = plots(page).first();
        await plot.focus();
        await page.keyboard.press("Home");
        const texts: (string | null)[] = [];
        for (let step = 0; step < 250; step += 1) {
          await page.keyboard.press("ArrowRight");
          texts.push(await plot.getAttribute("aria-valuetext"));
        }
        expect(texts.filter((text) => text?.includes("check failed: each check –"))).toHaveLength(
          1,
        );
      });
    });

    longTest("follows the theme", async () => {
      await withPage(component, { colorScheme: "light" }, async (page) => {
        await interactive(page);
        const picture = async () => (await areas(page).first().screenshot()).toString("base64");
        const light = await picture();
        await page.emulateMedia({ colorScheme: "dark" });
        await expect.poll(picture).not.toBe(light);
      });
    });

    longTest("says so where nothing is checked", async () => {
      await withPage("/components/docs", {}, async (page) => {
        await interactive(page);
        expect(await page.locator("main").textContent()).toContain("No checks of this component");
        expect(await areas(page).count()).toBe(0);
      });
    });
  });

  describe("an incident", () => {
    test("tells its whole story, the newest first, without a script", async () => {
      await withPage("/incidents/told?lang=tr", withoutScript, async (page) => {
        expect(await page.locator("h1").textContent()).toBe("Web sitesi yoktu");
        expect(await page.locator(".latest-update h2").textContent()).toBe("Çözüldü");
        expect(await page.locator(".event-updates h3").allTextContents()).toEqual(["İnceleniyor"]);
        expect(await page.locator(".postmortem").textContent()).toContain("sertifikanın");
        expect(await page.locator(".changes").textContent()).toBe(
          "Web sitesiÇalışıyor→sonraBüyük kesinti",
        );
        expect(await page.locator(".facts").textContent()).toContain("2 sa");
        await page.locator(".facts").getByRole("link", { name: "Web sitesi" }).click();
        expect(await page.locator("h1").textContent()).toBe("Web sitesi");
      });
    });

    longTest("is found from the day on which it was", async () => {
      await withPage("/", {}, async (page) => {
        await interactive(page);
        await page.locator("#stt-file .strip .major_outage").click();
        await page.locator(".panel").getByRole("link").first().click();
        await page.locator(".event").waitFor();
        expect(new URL(page.url()).pathname).toBe(incident);
      });
    });

    test("that nobody knows is not found, said in the reader's language", async () => {
      for (const path of ["/incidents/nothing", "/components/nothing", "/history/2031-01"]) {
        const { code, bytes } = await status.get(path, { "accept-language": "tr" });
        expect(code).toBe(404);
        expect(bytes.toString()).toContain("Sayfa bulunamadı");
      }
    });
  });

  test("maintenance ahead stands on the main page, and has a page", async () => {
    await withPage("/", withoutScript, async (page) => {
      const banner = page.locator(".banner");
      expect(await banner.textContent()).toContain("Next maintenance: New certificates, 23 Nov");
      expect(await page.locator("#scheduled-maintenance").textContent()).toBe(
        "Scheduled maintenance",
      );
      await banner.getByRole("link", { name: "New certificates" }).click();
      expect(await page.locator(".facts").textContent()).toContain(
        "Scheduled for23 Nov 2026, 22:00 – 23:00",
      );
    });
  });

  longTest("months go back to the first and forth to this one, empty ones too", async () => {
    await withPage("/history", withoutScript, async (page) => {
      const month = () => page.locator(".months h2").textContent();
      expect(await month()).toBe("November 2026");
      expect(await page.locator(".incident").count()).toBe(5);
      const seen: (string | null)[] = [];
      const back = page.locator('.months a[rel="prev"]');
      while ((await back.count()) > 0) {
        await back.click();
        seen.push(await month());
      }
      expect(seen).toEqual(["October 2026", "September 2026", "August 2026", "July 2026"]);
      expect(await page.locator("main").textContent()).toContain(
        "No incidents and no maintenance in July 2026.",
      );
      await page.locator('.months a[rel="next"]').click();
      expect(await month()).toBe("August 2026");
    });
  });
});
