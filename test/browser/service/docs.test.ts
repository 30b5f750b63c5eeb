import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longDescribe, longTest, shortTest as test } from "../../support/lengths.ts";
import { complaintsOf } from "../../support/browser/complaints.ts";
import { axeFaults } from "../../support/browser/axe.ts";
import { mainText } from "../../support/browser/main-text.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { servicePageTakenOver } from "../../support/browser/taken-over.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";
const pages = ["/", "/docs", "/docs/voices", "/docs/errors", "/docs/limits", "/nowhere"];

describe.skipIf(browser === undefined)(`website and documentation in Chromium${hint}`, () => {
  let service: SharedSpeechService;
  beforeAll(async () => {
    service = await sharedSpeechService();
  });

  /** Opens a page in a window of its own, which is closed after the work; the work fails when the page complains. */
  async function at(
    path: string,
    work: (page: Page, context: BrowserContext) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const context = await browser!.newContext({ locale: "en-GB", ...options });
    const page = await context.newPage();
    const complaints = complaintsOf(page, /the server responded with a status of/);
    await page.goto(new URL(path, service.url).href, { waitUntil: "load" });
    await work(page, context);
    await context.close();
    expect(complaints).toEqual([]);
  }

  test("the quick start is two presses away, and its commands are copied as they stand", async () => {
    await at("/", async (page, context) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("main").getByRole("link", { name: "Quick start" }).first().click();
      await page.waitForURL("**/docs");
      const block = page.locator(".code", { hasText: "curl -O" });
      await block.getByRole("button", { name: "Copy" }).click();
      await block.getByText("Copied").waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(`curl -O ${service.url}/docs/merhaba.mp3`);
    });
  });

  longTest(
    "code has the whole width of its block, the end of a long line is clear of the button, and JSON wraps",
    async () => {
      await at(
        "/docs/errors",
        async (page) => {
          await servicePageTakenOver(page);
          const blocks = await page.locator(".code:visible").evaluateAll((elements) =>
            elements.map((block) => {
              const pre = block.querySelector("pre")!;
              const code = pre.querySelector("code")!;
              const isWhole = block.clientWidth === pre.offsetWidth;
              const scrolls = pre.scrollWidth > pre.clientWidth;
              pre.scrollLeft = pre.scrollWidth;
              const letters = document.createRange();
              letters.selectNodeContents(code);
              const button = block.querySelector("button")!.getBoundingClientRect();
              const isClear = [...letters.getClientRects()].every(
                ({ right, top }) => right <= button.left || top >= button.bottom,
              );
              return { language: block.getAttribute("data-language"), isWhole, scrolls, isClear };
            }),
          );
          expect(blocks).toEqual([
            { language: "json", isWhole: true, scrolls: false, isClear: true },
            { language: "javascript", isWhole: true, scrolls: true, isClear: true },
            { language: "bash", isWhole: true, scrolls: true, isClear: true },
          ]);
        },
        { viewport: { width: 320, height: 640 } },
      );
    },
  );

  longTest("the language of examples holds for all of them and on the next page", async () => {
    await at("/docs", async (page) => {
      await page.getByRole("radio", { name: "Python" }).first().check();
      expect(await page.locator('.code[data-language="bash"]:visible').count()).toBe(2);
      await page.goto(new URL("/docs/transcription", service.url).href);
      expect(await page.getByRole("radio", { name: "Python" }).first().isChecked()).toBe(true);
      expect(await page.getByText("import requests").first().isVisible()).toBe(true);
    });
  });

  test("the search is opened, walked and followed by keys", async () => {
    await at("/docs", async (page) => {
      await page.keyboard.press("/");
      const box = page.getByRole("combobox");
      await box.fill("rate_limit_exceeded");
      await page.getByRole("option").first().waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/docs/errors#rate_limit_exceeded");
      await page.keyboard.press("/");
      await box.fill("xyzzy");
      await page.getByText("No results for “xyzzy”").waitFor();
      await page.keyboard.press("Escape");
      expect(await box.count()).toBe(0);
    });
  });

  longTest(
    "the search opens by Ctrl+K, also out of a field, loads its index only then, and is closed with the focus where it was",
    async () => {
      await at("/docs/transcription", async (page) => {
        await servicePageTakenOver(page);
        const requested: string[] = [];
        page.on("request", (request) => requested.push(new URL(request.url()).pathname));
        const field = page.getByRole("radio", { name: "Python" }).first();
        await field.focus();
        expect(requested).toEqual([]);
        await page.keyboard.press("Control+k");
        const box = page.getByRole("combobox", { name: "Search the docs" });
        await box.fill("word tmestamps");
        await page
          .getByRole("option", { selected: true })
          .filter({ hasText: "Word timestamps" })
          .waitFor();
        expect(requested).toContain("/docs/search-en.json");
        await page.keyboard.press("ArrowUp");
        const last = page.locator("#search-results").getByRole("option").last();
        expect(await last.getAttribute("aria-selected")).toBe("true");
        expect(await box.getAttribute("aria-activedescendant")).toBe(await last.getAttribute("id"));
        await page.keyboard.press("Escape");
        await box.waitFor({ state: "detached" });
        expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      });
    },
  );

  longTest(
    "a Turkish search takes words without their marks, and marks what it found",
    async () => {
      await at(
        "/docs",
        async (page) => {
          await page.keyboard.press("/");
          await page.getByRole("combobox").fill("zaman damgasi");
          const first = page.getByRole("option").first();
          await first.locator("mark", { hasText: "damgaları" }).waitFor();
          expect(await axeFaults(page)).toEqual([]);
          await page.setViewportSize({ width: 320, height: 640 });
          expect(await sidewaysScroll(page)).toEqual([]);
          await first.click();
          await page.waitForURL("**/docs/transcription#words");
        },
        { locale: "tr-TR" },
      );
    },
  );

  longTest("its key works before the texts have come", async () => {
    const context = await browser!.newContext({ locale: "en-GB" });
    const page = await context.newPage();
    const held = Promise.withResolvers<void>();
    // The page's own script is not held up, only what it loads after it.
    await page.route(/\/assets\/docs-[^/]*\.js$/, async (route) => {
      const answer = await route.fetch();
      if ((await answer.text()).includes("searchTitle:")) await held.promise;
      await route.fulfill({ response: answer });
    });
    await page.goto(new URL("/docs", service.url).href, { waitUntil: "load" });
    await page.keyboard.press("/");
    expect(await page.getByRole("combobox").count()).toBe(0);
    held.resolve();
    await page.getByRole("combobox").waitFor();
    await context.close();
  });

  longTest("a guide is copied as Markdown, and read as such without a script", async () => {
    await at("/docs/transcription", async (page, context) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy page" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(/^# Transcription\n/);
      expect(copied).toContain("## Word timestamps\n");
      const href = await page.getByRole("link", { name: "View as Markdown" }).getAttribute("href");
      const answer = await page.request.get(new URL(href!, service.url).href);
      expect(await answer.text()).toBe(copied);
    });
  });

  test("another language is the same page", async () => {
    await at("/docs/voices", async (page) => {
      await page.getByRole("link", { name: "Türkçe" }).click();
      await page.getByRole("heading", { name: "Sesler", level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/docs/voices");
    });
  });

  longTest(
    "built-in voices are heard by keys, one at a time, and what fails is told; nothing moves",
    async () => {
      await at("/docs/voices", async (page) => {
        await servicePageTakenOver(page);
        const table = page.getByRole("group", { name: "Built-in voices" });
        const before = await table.boundingBox();
        const button = (name: string) => table.getByRole("button", { name }).first();
        await button("Listen to ayla").focus();
        await page.keyboard.press("Enter");
        await button("Stop ayla").waitFor();
        await page.keyboard.press("Tab");
        await page.keyboard.press("Space");
        await button("Stop selin").waitFor();
        await button("Listen to ayla").waitFor();
        await page.route("**/voices/**", (route) => route.fulfill({ status: 503, body: "" }));
        await button("Listen to emre").click();
        await page.getByRole("alert").filter({ hasText: "emre could not be played" }).waitFor();
        await button("Listen to selin").waitFor();
        expect(await axeFaults(page)).toEqual([]);
        expect(await table.boundingBox()).toEqual(before);
        await page.keyboard.press("Shift");
        await page.getByRole("alert").waitFor({ state: "detached" });
      });
      await at(
        "/docs/voices",
        async (page) => {
          const link = page.getByRole("link", { name: "Listen to ayla" }).first();
          expect(await link.getAttribute("href")).toMatch(/^\/voices\/synth-v2\/ayla\.mp3/);
        },
        { javaScriptEnabled: false },
      );
    },
  );

  longTest("the sample plays with its words, and is transcribed once more", async () => {
    await at("/", async (page) => {
      await page.getByRole("button", { name: "Play", exact: true }).first().click();
      await page.locator(".sample-words .said").first().waitFor();
      await page.getByRole("button", { name: "Transcribe it now" }).click();
      await page.locator(".sample-again", { hasText: "Merhaba söylediğiniz her sözcük" }).waitFor();
      await page.getByRole("button", { name: /^Play\s*: Built-in voice/ }).click();
      const spoken = page.locator(".speak-slot", { hasText: / ms$/ }).first();
      await spoken.waitFor();
      expect(await spoken.locator("audio").getAttribute("src")).toMatch(/^blob:/);
      // Before and after: each recording is heard in its place.
      await page.getByRole("button", { name: "Listen to ozan" }).click();
      await page.getByRole("button", { name: "Stop ozan" }).click();
      await page.getByRole("button", { name: "Listen to ozan" }).waitFor();
    });
  });

  longDescribe.each(["tr-TR", "en-GB"])("in %s", (locale) => {
    let page: Page;
    let complaints: string[];
    beforeAll(async () => {
      const context = await browser!.newContext({ locale, reducedMotion: "reduce" });
      page = await context.newPage();
      complaints = complaintsOf(page, /the server responded with a status of/);
    });
    afterAll(() => page.context().close());

    longTest.each([
      [320, "tr-TR"],
      [320, "en-GB"],
      [1280, "tr-TR"],
    ])(
      "nothing moves on the website when its sample is transcribed again, %i px wide in %s",
      async (width, locale) => {
        await at(
          "/",
          async (page) => {
            await servicePageTakenOver(page);
            const tops = () =>
              page.evaluate(() =>
                [
                  ...document.querySelectorAll(
                    ".sample button, .sample > p, section h2, section dl",
                  ),
                ].map((element) => Math.round(element.getBoundingClientRect().top + scrollY)),
              );
            const before = await tops();
            await page.locator(".sample-controls .plain").click();
            expect(await tops()).toEqual(before);
            await page.locator(".sample-again", { hasText: "Merhaba söylediğiniz" }).waitFor();
            expect(await tops()).toEqual(before);
          },
          { locale, viewport: { width, height: 800 } },
        );
      },
    );

    longTest("the website's grids have no hole at any width", async () => {
      await at("/", async (page) => {
        for (const width of [320, 640, 900, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          for (const grid of [".features", ".headlines", ".live-examples"]) {
            const lefts = await page
              .locator(`${grid} > *`)
              .evaluateAll((cells) =>
                cells.map((cell) => Math.round(cell.getBoundingClientRect().left)),
              );
            const columns = new Set(lefts).size;
            expect([width, grid, lefts.length % columns]).toEqual([width, grid, 0]);
          }
        }
      });
    });

    longTest.each(pages)("%s has no fault that axe finds, and fits a phone", async (path) => {
      await page.goto(new URL(path, service.url).href, { waitUntil: "load" });
      await servicePageTakenOver(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: 1280, height: 720 });
        expect(await axeFaults(page)).toEqual([]);
        await page.setViewportSize({ width: 320, height: 640 });
        expect(await sidewaysScroll(page)).toEqual([]);
      }
      expect(complaints.splice(0)).toEqual([]);
    });
  });

  longTest.each(["/", "/docs", "/docs/errors"])(
    "%s says everything without a script",
    async (path) => {
      let withScript = "";
      await at(path, async (page) => {
        await servicePageTakenOver(page);
        withScript = await mainText(page);
      });
      await at(
        path,
        async (page) => {
          expect(await mainText(page)).toBe(withScript);
          expect(await page.getByRole("button").count()).toBe(0);
        },
        { javaScriptEnabled: false },
      );
    },
  );

  test("the menu of a phone opens by keys, leads on, and closes by Escape", async () => {
    await at(
      "/docs",
      async (page) => {
        await page.locator(".docs-menu summary").focus();
        await page.keyboard.press("Enter");
        await page
          .locator(".docs-menu")
          .getByRole("link", { name: "Voices", exact: true })
          .waitFor();
        await page.keyboard.press("Escape");
        await page.locator(".docs-menu:not([open])").waitFor();
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
      },
      { viewport: { width: 390, height: 844 } },
    );
  });
});
