import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, longTest, shortTest } from "../../support/lengths.ts";

import { asReader } from "../../support/browser/as-reader.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { writeDesignedHistory } from "../../support/browser/designed-history.ts";
import { takenOver } from "../../support/browser/taken-over.ts";
import { ownDatabase, type OwnDatabase } from "../../support/databases/every-database.ts";
import { type ServedStatus, serveStatus } from "../../support/status-api/served-status.ts";
import { writeHistory } from "../../support/status-api/status-history.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Minimum target size for a finger, by WCAG 2.2, 2.5.8. */
const fingerPixels = 24;

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

describe.skipIf(browser === undefined)(`a strip of days in Chromium${hint}`, () => {
  let home: OwnDatabase;
  let status: ServedStatus;

  beforeAll(async () => {
    home = await ownDatabase("status");
    status = await serveStatus(home, noon, async (db) => {
      await writeDesignedHistory(db, noon);
      // Observed since three hours ago.
      const begun = [{ status: "operational", fromMs: noon - 3 * hourMs }] as const;
      await writeHistory(db, "docs", begun, noon + dayMs);
    });
  });
  afterAll(async () => {
    await status[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  /** Runs `visit` on the main page, and fails when its console complains. */
  async function withPage(
    options: BrowserContextOptions,
    visit: (page: Page) => Promise<void>,
  ): Promise<void> {
    const inUtc = { timezoneId: "UTC", ...options };
    await asReader({ browser, nowMs: noon, options: inUtc }, async (page) => {
      await page.goto(status.url);
      if (options.javaScriptEnabled !== false) await takenOver(page);
      await visit(page);
    });
  }

  const touch = { hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } };
  const strip = (page: Page) => page.locator("#stt-file .strip");
  const panel = (page: Page) => page.locator("#stt-file-day");
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (box === null) throw new Error("it is not shown");
    return box;
  };

  test.each(casesOf<"light" | "dark">(["light"], ["dark"]))(
    "a day without data is paler than any status in the %s theme",
    async (colorScheme) => {
      await withPage({ colorScheme, javaScriptEnabled: false }, async (page) => {
        const legend = page.locator(".legend .day");
        await legend.last().scrollIntoViewIfNeeded();
        const contrasts = new Map<string, number>();
        for (const mark of await legend.all()) {
          const name = (await mark.getAttribute("class")) ?? "";
          contrasts.set(name, await contrastWithGround(mark));
        }
        const unknown = contrasts.get("day unknown") ?? Infinity;
        contrasts.delete("day unknown");
        expect(contrasts.size).toBe(6);
        expect(unknown).toBeGreaterThan(1.1);
        expect(Math.min(...contrasts.values())).toBeGreaterThan(1.2 * unknown);
      });
    },
  );

  shortTest("a component's history says how far back it goes", async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      expect(await page.locator("#stt-file").textContent()).toContain("89 days ago");
    });
  });

  longTest("today is drawn in full, also where its morning was not observed", async () => {
    await withPage({}, async (page) => {
      const days = page.locator("#docs .strip .day");
      const today = days.last();
      expect(await today.getAttribute("aria-label")).toBe("21 Nov 2026: Operational, Unknown 9 h");
      expect(await today.getAttribute("class")).toBe("day operational");
      expect(await page.locator("#docs .strip .day.unknown").count()).toBe(89);
    });
  });

  longTest("a day that is opened at the foot of the window scrolls into view", async () => {
    for (const options of [{ viewport: { width: 1280, height: 600 } }, touch]) {
      await withPage(options, async (page) => {
        // The strip stands on the window's lower edge.
        await strip(page).evaluate((element) => element.scrollIntoView({ block: "end" }));
        const mark = strip(page).locator(".major_outage");
        await mark.click();
        const { y, height } = await boxOf(panel(page));
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y + height).toBeLessThanOrEqual(options.viewport.height);
        // It stays where it is while its days are walked.
        const top = await page.evaluate(() => scrollY);
        await panel(page).getByRole("button", { name: "Next day" }).click();
        expect(await page.evaluate(() => scrollY)).toBe(top);
      });
    }
  });

  describe("under a finger", () => {
    shortTest("opens the day that is nearest, and shows no tooltip", async () => {
      await withPage(touch, async (page) => {
        await strip(page).scrollIntoViewIfNeeded();
        const mark = await boxOf(strip(page).locator(".major_outage"));
        // In the gap to the right of the mark.
        await page.touchscreen.tap(mark.x + mark.width + 0.4, mark.y + mark.height / 2);
        await panel(page).waitFor();
        expect(await panel(page).locator("h4").textContent()).toBe(
          "Wednesday, 11 November 2026 UTC",
        );
        expect(await page.locator(".tip").count()).toBe(0);
        await panel(page).getByRole("button", { name: "Close the day" }).tap();
        expect(await panel(page).count()).toBe(0);
        expect(await page.locator(".tip").count()).toBe(0);
      });
    });

    longTest("has a slider to all 90 days", async () => {
      await withPage(touch, async (page) => {
        await strip(page).tap();
        const slider = panel(page).getByRole("slider", { name: "Choose a day" });
        const { x, y, width, height } = await boxOf(slider);
        await page.touchscreen.tap(x + 2, y + height / 2);
        await panel(page).getByText("Monday, 24 August 2026").waitFor();
        await page.touchscreen.tap(x + width - 2, y + height / 2);
        await panel(page).getByText("Saturday, 21 November 2026").waitFor();
        expect(await slider.getAttribute("aria-valuetext")).toBe("Saturday, 21 November 2026");
        await slider.press("ArrowLeft");
        await panel(page).getByText("Friday, 20 November 2026").waitFor();
        expect(await strip(page).locator('[aria-expanded="true"]').getAttribute("aria-label")).toBe(
          "20 Nov 2026: Operational",
        );
      });
    });

    longTest("has nothing that is smaller than a finger", async () => {
      await withPage(touch, async (page) => {
        await strip(page).tap();
        const targets = [
          page.locator("#stt-file .strip"),
          page.locator("#stt-file .strip-foot"),
          ...(await panel(page).locator("button, input").all()),
        ];
        for (const target of targets) {
          const { width, height } = await boxOf(target);
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(fingerPixels);
        }
      });
    });
  });

  longTest(
    "a name is not broken within a word on a phone, and neither is the date of an opened day",
    async () => {
      await withPage(touch, async (page) => {
        await strip(page).tap();
        for (const heading of ["#stt-file h3", "#stt-stream h3", "#stt-file-day h4"]) {
          const lines = await page.locator(heading).evaluate((element) => {
            const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            const linesOf = (text: Text) =>
              [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                return range.getClientRects().length;
              });
            return words.nextNode() === null ? [] : linesOf(words.currentNode as Text);
          });
          expect(lines.length).toBeGreaterThan(1);
          expect(new Set(lines)).toEqual(new Set([1]));
        }
      });
    },
  );

  longTest("with a mouse no slider stands in the panel", async () => {
    await withPage({}, async (page) => {
      await strip(page).locator(".major_outage").click();
      await panel(page).waitFor();
      expect(await panel(page).locator(".day-slider").isVisible()).toBe(false);
    });
  });
});

/** Returns the contrast, as WCAG defines it, of a mark's mean colour with the ground beside it. */
async function contrastWithGround(mark: Locator): Promise<number> {
  const { x, y, width, height } = (await mark.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: x - 3, y, width: width + 3, height };
  const png = (await mark.page().screenshot({ clip })).toString("base64");
  return mark.page().evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d", {
      willReadFrequently: true,
    });
    if (canvas === null) throw new Error("the browser draws nothing");
    canvas.drawImage(image, 0, 0);
    const luminanceOf = (left: number, wide: number): number => {
      const { data } = canvas.getImageData(left, 0, wide, image.height);
      const channels = Array.from(data, (value) => value / 255).map((value) =>
        value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
      );
      const weights = [0.2126, 0.7152, 0.0722, 0];
      const sum = channels.reduce((all, value, at) => all + value * (weights[at % 4] ?? 0), 0);
      return sum / (data.length / 4);
    };
    const ground = luminanceOf(0, 2);
    const drawn = luminanceOf(4, image.width - 5);
    const [lighter = 0, darker = 0] = [ground, drawn].toSorted((a, b) => b - a);
    return (lighter + 0.05) / (darker + 0.05);
  }, png);
}
