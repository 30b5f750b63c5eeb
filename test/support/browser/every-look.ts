import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { axeFaults } from "./axe.ts";
import { type DesignedWebs, startDesignedWebs } from "./designed-webs.ts";
import { desktop, type Look, openLook } from "./look.ts";
import { everyPage, type WebPage } from "./every-page.ts";
import { coloursIn, unannouncedChoices } from "./forced-colours.ts";
import { tooManyFonts } from "./fonts.ts";
import { keyboardFaults } from "./keyboard-walk.ts";
import { lowFields } from "./low-fields.ts";
import { layoutShift } from "./layout-shift.ts";
import { mainText } from "./main-text.ts";
import { sidewaysScroll } from "./sideways-scroll.ts";
import { visit } from "./visit.ts";
import { installChromium } from "./chromium.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
/** A window of 1280 px at 200 %. */
const zoomed = { width: 640, height: 400 };
const narrow = { width: 320, height: 640 };

/** What is done to each page in a look. */
export interface TestedLook extends Look {
  /** Whether keys are pressed in it: focus shows by colours, and menus are others on a phone. */
  readonly byKeys?: true;
  /** A theme that is switched to for its colours alone. */
  readonly coloursInTheme?: Look["theme"];
  /** Whether it is made narrow and large: words differ by language alone. */
  readonly inAllSizes?: true;
  /** Whether the reader's own colours are forced on it in the end. */
  readonly inForcedColours?: true;
}

interface Looks {
  readonly pages: readonly WebPage[];
  readonly looks: readonly [TestedLook, ...TestedLook[]];
  /** Pages whose text without a script is compared with that with one, in the languages of the first two looks in turn. */
  readonly withoutScript: readonly WebPage[];
}

/** Declares the suite that opens pages of both webs in each of the looks. */
export function describeEveryPage(
  browser: Browser | undefined,
  { pages, looks, withoutScript }: Looks,
): void {
  const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

  describe.skipIf(browser === undefined)(`every page in Chromium${hint}`, () => {
    let webs: DesignedWebs;
    const windows = new Map<Look, Page>();
    /** Of readers in UTC, in which the server writes times, with a script and without. */
    const inUtc = new Map<string, Page>();
    const titles = new Map<string, string>();
    /** What is wrong with a page in each look; it is opened in all of them at once. */
    const found = new Map<WebPage, readonly PromiseSettledResult<string[]>[]>();

    beforeAll(async () => {
      webs = await startDesignedWebs(noon);
      for (const look of looks) windows.set(look, await openWindow(look));
      for (const look of looks.slice(0, 2)) {
        for (const javaScriptEnabled of [true, false]) {
          const window = await openWindow(look, { javaScriptEnabled, timezoneId: "UTC" });
          inUtc.set(`${look.language} ${javaScriptEnabled}`, window);
        }
      }
    });
    afterAll(async () => {
      for (const page of [...windows.values(), ...inUtc.values()]) await page.context().close();
      await webs[Symbol.asyncDispose]();
    });

    async function openWindow(look: Look, options: BrowserContextOptions = {}): Promise<Page> {
      if (browser === undefined) throw new Error("these tests need a browser");
      return (await openLook(browser, look, noon, options)).newPage();
    }

    const cases = pages.flatMap((webPage) =>
      looks.map((look) => ({
        name: webPage.name,
        look: nameOf(look),
        webPage,
        index: looks.indexOf(look),
      })),
    );
    test.each(cases)("$name in $look", async ({ webPage, index }) => {
      if (!found.has(webPage)) {
        const all = looks.map((look) => faultsIn(webPage, look));
        found.set(webPage, await Promise.allSettled(all));
      }
      const result = found.get(webPage)?.[index];
      if (result?.status === "rejected") throw result.reason;
      expect(result?.value).toEqual([]);
    });

    test.each(withoutScript)(
      "$name says without a script all that it says with one",
      async (webPage) => {
        // What a script could change is the same in both languages.
        const language = everyPage.indexOf(webPage) % 2 === 0 ? "tr" : "en";
        expect(await said(webPage, language, false)).toBe(await said(webPage, language, true));
      },
    );

    test("the strips of days are there when the reader's own colours are forced on them", async () => {
      const [overview] = everyPage;
      const page = windowOf(looks[0]);
      await page.emulateMedia({ forcedColors: "active" });
      await visit(page, webs, overview);
      // The ground, good days, and bad ones.
      expect(await coloursIn(page.locator("#stt-file .strip"))).toBeGreaterThanOrEqual(2);
    });

    async function said(
      webPage: WebPage,
      language: Look["language"],
      hasScript: boolean,
    ): Promise<string> {
      const page = inUtc.get(`${language} ${hasScript}`);
      if (page === undefined) throw new Error("the window was opened before");
      await visit(page, webs, webPage, hasScript);
      return mainText(page);
    }

    async function faultsIn(webPage: WebPage, look: TestedLook): Promise<string[]> {
      const page = windowOf(look);
      // As it was before the last page was made narrow, or shown in the reader's own colours.
      await page.setViewportSize(look.viewport);
      await page.emulateMedia({ forcedColors: "none", colorScheme: look.theme });
      const complaints = await visit(page, webs, webPage);
      const isOurs = webPage.isDrawnByRenderer !== true;
      const faults = [
        ...(await layoutShift(page)),
        ...(isOurs ? await tooManyFonts(page) : []),
        ...(isOurs ? await lowFields(page) : []),
        ...(await headFaults(page, webPage, look)),
        ...(await motionFaults(page)),
        ...(look.byKeys && isOurs ? await keyboardFaults(page) : []),
        ...(await axeFaults(page)),
        ...(look.coloursInTheme === undefined
          ? []
          : await contrastFaults(page, look.coloursInTheme)),
        ...(look.inAllSizes ? await layoutFaults(page) : []),
        ...(look.inForcedColours ? await colourFaults(page) : []),
        ...complaints,
      ];
      return faults;
    }

    function windowOf(look: Look): Page {
      const window = windows.get(look);
      if (window === undefined) throw new Error("the window was opened before");
      return window;
    }

    async function headFaults(page: Page, webPage: WebPage, look: Look): Promise<string[]> {
      const { lang, title, headings } = await page.evaluate(() => ({
        lang: document.documentElement.lang,
        title: document.title,
        headings: [...document.querySelectorAll("h1")].map(({ textContent }) => textContent),
      }));
      const faults: string[] = [];
      const language = webPage.language ?? look.language;
      if (lang !== language) faults.push(`lang is ${lang}`);
      if (headings.length !== 1) faults.push(`${headings.length} h1: ${headings.join(", ")}`);
      // A query chooses what is shown of a page, which stays the same page.
      const place = `${webPage.web}${webPage.path.split("?")[0]} ${webPage.signedInAs} in ${language}`;
      const other = titles.get(`${webPage.web} ${title}`);
      if (other !== undefined && other !== place)
        faults.push(`${other} has the same title: ${title}`);
      titles.set(`${webPage.web} ${title}`, place);
      return faults;
    }
  });
}

function nameOf({ theme, language, viewport }: Look): string {
  return `${theme}, ${language}, ${viewport.width} px`;
}

async function contrastFaults(page: Page, colorScheme: Look["theme"]): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  const faults = await axeFaults(page, ["color-contrast"]);
  return faults.map((fault) => `${colorScheme}: ${fault}`);
}

async function layoutFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const viewport of [narrow, zoomed]) {
    await page.setViewportSize(viewport);
    faults.push(...(await sidewaysScroll(page)));
  }
  await page.setViewportSize(desktop);
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  faults.push(
    ...(await sidewaysScroll(page)).map((fault) => `with letters twice as large: ${fault}`),
  );
  return faults;
}

async function colourFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" });
  return unannouncedChoices(page);
}

/** The pages are visited by somebody who wants less motion. */
function motionFaults(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map(({ effect, id }) => {
        const moved =
          effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 120) : id;
        return `moves: ${moved}`;
      }),
  );
}
