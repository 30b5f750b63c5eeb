import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { letters } from "#word-errors/letters.ts";
import { installChromium } from "../../support/browser/chromium.ts";
import { keptListening, openDemo } from "../../support/browser/demo-page.ts";
import { startSwallowingProxy } from "../../support/servers/swallowing-proxy.ts";
import {
  fixtureClip,
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { wordsHeard } from "../../support/service/words-heard.ts";

/** Lines of phones; rates in bytes a second. */
const PHONE = { latency: 300, downloadThroughput: 100_000, uploadThroughput: 100_000 };
const SLOW_PHONE = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** What 50 ms of speech take on a line that is slower than speech. */
const PIECE_MS = 120;
const WORDS = {
  en: { locale: "en-GB", start: "Start speaking", stop: "Stop", late: "The text comes late" },
  tr: { locale: "tr-TR", start: "Konuşmaya başla", stop: "Durdur", late: "Metin geç geliyor" },
} as const;
const OWN = "Benim metnim budur.";
/** Fields of panels that are loaded when they are first shown. */
const FIELDS = [
  ["seslendirme", "#speech-text"],
  ["seslendirme", "#speech-speed"],
  ["ses-tasarimi", "#design-description"],
  ["ses-tasarimi", "#design-text"],
] as const;

const browser = await keptListening();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

async function onLine(page: Page, line: typeof PHONE): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, ...line });
}

describe.skipIf(browser === undefined)(`the demos on a slow line, in Chromium${hint}`, () => {
  let service: SharedSpeechService;
  beforeAll(async () => {
    service = await sharedSpeechService();
  });

  describe.each(["en", "tr"] as const)("in %s", (language) => {
    const { locale, ...words } = WORDS[language];

    describe.each([PHONE, SLOW_PHONE])("%j", (line) => {
      test.each(FIELDS)("what is typed in #%s while it loads is kept: %s", async (panel, field) => {
        const page = await (await browser!.newContext({ locale })).newPage();
        await onLine(page, line);
        await page.goto(`${service.url}/demo`, { waitUntil: "commit" });
        const tab = page.locator(`#tab-${panel}`);
        const input = page.locator(field);
        // The page shows a panel only once its own script is there.
        await tab.click();
        while (!(await input.isVisible())) await tab.click();
        const typed = field === "#speech-speed" ? "1.3" : OWN;
        await input.fill(typed);
        await page.locator(`#${panel} button[type=submit]:enabled`).waitFor();
        expect(await input.inputValue()).toBe(typed);
        await page.context().close();
      });
    });

    test("live words come late, which is told, and none is lost", async () => {
      const spoken = letters((await fixtureClip()).text);
      await using proxy = await startSwallowingProxy(Number(new URL(service.url).port));
      const address = `http://127.0.0.1:${proxy.port}`;
      await using demo = await openDemo(browser, address, "mikrofon", { locale });
      const { page } = demo;
      proxy.delay(PIECE_MS);
      await page.getByRole("button", { name: words.start }).click();
      await page.getByText(words.late).waitFor();
      await page.locator("#mikrofon .seconds", { hasText: "0:10" }).waitFor();
      await page.getByRole("button", { name: words.stop, exact: true }).click();
      await page.locator('#mikrofon .phase[data-phase="done"]').waitFor();
      const texts = await page.locator('#mikrofon .transcript li [lang="tr"]').allTextContents();
      expect(wordsHeard(letters(texts.join(" ")), spoken)).toBe(spoken);
      expect(await page.locator("#mikrofon [data-code]").count()).toBe(0);
      expect(await page.getByText(words.late).count()).toBe(0);
    });
  });
});
