import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { longDescribe, longTest, shortTest } from "../../support/lengths.ts";

import { installChromium } from "../../support/browser/chromium.ts";
import { axeFaults } from "../../support/browser/axe.ts";
import { demoAnchors, keptListening, openDemo } from "../../support/browser/demo-page.ts";
import { keyboardFaults } from "../../support/browser/keyboard-walk.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { projectRoot } from "../../support/program.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

const clip = path.join(projectRoot, "fixtures/audio/order.wav");
const browser = await keptListening("order.wav");
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

const chosen = (page: Page) => page.locator('[role="tab"][aria-selected="true"]');
const panel = (page: Page) => page.locator('[role="tabpanel"]:visible');

describe.skipIf(browser === undefined)(`the page of demos in Chromium${hint}`, () => {
  let service: SharedSpeechService;

  beforeAll(async () => {
    service = await sharedSpeechService();
  });

  /** Opens the code that does the same as a demo just did. */
  const viewCode = async (page: Page): Promise<void> => {
    await panel(page)
      .getByText(/^(?:View code|Kodu göster)$/)
      .click();
    await panel(page).locator(".samples .copy-icon:visible").waitFor();
  };

  /** Brings a demo into the state in which most of it is shown. */
  const filled: Readonly<Record<(typeof demoAnchors)[number], (page: Page) => Promise<void>>> = {
    mikrofon: async (page) => {
      await page.locator("#mikrofon button.button").click();
      await page.locator("#mikrofon .transcript li").first().waitFor();
      await page.locator("#mikrofon button.button").click();
      await page.locator('#mikrofon .phase[data-phase="done"]').waitFor();
    },
    dosya: async (page) => {
      await page.locator("#dosya input[type=file]").setInputFiles(clip);
      await page.locator("#dosya .transcript li").first().waitFor();
    },
    seslendirme: async (page) => {
      await page.locator("#seslendirme summary").click();
      await page.locator("#seslendirme [type=submit]").click();
      await page.locator('#seslendirme .take[data-phase="silent"]').waitFor();
    },
    "ses-tasarimi": async (page) => {
      await page.locator("#design-description").fill("mavi gözlü bir adam");
      await page.locator("#ses-tasarimi [type=submit]").click();
      await page.locator('#ses-tasarimi .take[data-phase="silent"]').waitFor();
      await page.locator("#design-description").fill("(");
    },
  };

  longDescribe.each(demoAnchors)("#%s", (anchor) => {
    longTest.each([
      ["tr-TR", "light"],
      ["en-GB", "dark"],
    ] as const)("axe finds nothing, before and after (%s, %s)", async (locale, colorScheme) => {
      const options = { locale, colorScheme };
      await using demo = await openDemo(browser, service.url, anchor, options);
      const { page } = demo;
      expect(await axeFaults(page)).toEqual([]);
      await filled[anchor](page);
      await viewCode(page);
      expect(await axeFaults(page)).toEqual([]);
      await chosen(page).focus();
      // The walk compares with how things look without the focus.
      await chosen(page).blur();
      expect(await keyboardFaults(page)).toEqual([]);
      expect(demo.complaints).toEqual([]);
    });

    longTest("fits a small phone", async () => {
      const viewport = { width: 320, height: 640 };
      const options = { locale: "tr-TR", viewport };
      await using demo = await openDemo(browser, service.url, anchor, options);
      const { page } = demo;
      expect(await sidewaysScroll(page)).toEqual([]);
      await filled[anchor](page);
      await viewCode(page);
      expect(await sidewaysScroll(page)).toEqual([]);
    });
  });

  longTest(
    "the code of what was done has its parameters, and is copied in the language that was chosen",
    async () => {
      await using demo = await openDemo(browser, service.url, "seslendirme", {
        permissions: ["clipboard-read", "clipboard-write"],
      });
      const { page } = demo;
      await page.locator("#speech-text").fill("Ali'nin kahvesi hazır.");
      await page.locator("#speech-speed").fill("1.5");
      await page.getByRole("button", { name: "Generate speech" }).click();
      await page.locator('#seslendirme .take[data-phase="silent"]').waitFor();
      // What is filled in later is not what was done.
      await page.locator("#speech-text").fill("Başka bir metin.");
      await viewCode(page);
      await page.getByRole("radio", { name: "Python" }).check();
      await page.locator("#seslendirme .copy-icon:visible").click();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      for (const part of [
        'input="Ali\'nin kahvesi hazır."',
        "speed=1.5",
        'model="synth-v2"',
        "voice=",
      ]) {
        expect(copied).toContain(part);
      }
      expect(copied).toContain(`base_url="${service.url}/v1"`);
      // The choice stays when the speech is made again.
      await page.getByRole("button", { name: "Generate speech" }).click();
      await page.locator("code:visible").getByText("Başka bir metin.").waitFor();
      expect(await page.locator("#seslendirme code:visible").textContent()).toContain("import os");
      expect(demo.complaints).toEqual([]);
    },
  );

  longTest("a problem is shown without faults", async () => {
    await using demo = await openDemo(browser, service.url, "seslendirme");
    const { page, context } = demo;
    await context.setOffline(true);
    await page.getByRole("button", { name: "Generate speech" }).click();
    await page.locator('[data-code="offline"]').waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });

  shortTest("each demo has an address, and the way back leads through them", async () => {
    await using demo = await openDemo(browser, service.url, "dosya");
    const { page } = demo;
    expect(await chosen(page).textContent()).toBe("File");
    await page.getByRole("tab", { name: "Voice design" }).click();
    expect(new URL(page.url()).hash).toBe("#ses-tasarimi");
    expect(await panel(page).locator("h2").textContent()).toBe("Voice design");
    await page.goBack();
    expect(await panel(page).locator("h2").textContent()).toBe("File transcription");
    expect(await chosen(page).textContent()).toBe("File");
  });

  longTest("keys alone lead from the tabs to a transcript", async () => {
    await using demo = await openDemo(browser, service.url, "mikrofon");
    const { page } = demo;
    await page.getByRole("tab", { name: "Microphone" }).focus();
    await page.keyboard.press("ArrowLeft");
    expect(await chosen(page).textContent()).toBe("Voice design");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe("Start speaking");
    await page.keyboard.press("Enter");
    await page.locator("#mikrofon .transcript li").first().waitFor();
    expect(await focused()).toBe("Stop");
    await page.keyboard.press("Enter");
    await page.locator('#mikrofon .phase[data-phase="done"]').waitFor();
    expect(await page.locator("#mikrofon .transcript").textContent()).toMatch(/yola çıktı/);
  });

  longTest("without a script it says what is missing", async () => {
    const html = await (await fetch(`${service.url}/demo?lang=tr`)).text();
    expect(html).toMatch(/<noscript><p [^>]*>Demolar JavaScript gerektirir\./);
  });

  shortTest(
    "the script takes over what the server rendered, and loads a demo when it is shown",
    async () => {
      const scripts: string[] = [];
      await using demo = await openDemo(browser, service.url, "mikrofon", {}, async (page) => {
        page.on("request", (request) => {
          if (request.resourceType() === "script") scripts.push(request.url());
        });
      });
      const { page } = demo;
      const before = scripts.length;
      expect(scripts.filter((url) => url.includes("worklet"))).toEqual([]);
      await page.getByRole("tab", { name: "Speech" }).click();
      await page.locator("#seslendirme [type=submit]:enabled").waitFor();
      expect(scripts.length).toBeGreaterThan(before);
      expect(demo.complaints).toEqual([]);
    },
  );
});
