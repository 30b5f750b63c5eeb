import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { complaintsOf } from "../../support/browser/complaints.ts";
import { takenOver } from "../../support/browser/taken-over.ts";
import {
  ADMIN_TOKEN,
  serveBelowAPath,
  type ServedBelowAPath,
  writeAllThereIs,
} from "../../support/status-api/served-below-a-path.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

describe.skipIf(browser === undefined)(`the status page below a path in Chromium${hint}`, () => {
  let served: ServedBelowAPath<unknown>;
  beforeAll(async () => {
    served = await serveBelowAPath("/status", true, noon, writeAllThereIs);
  });
  afterAll(() => served[Symbol.asyncDispose]());

  /** Opens a page, and returns what it asked for and complained of. */
  async function withPage(
    path: string,
    use: (page: Page, requested: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const context = await browser!.newContext();
    try {
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      const requested: string[] = [];
      page.on(
        "request",
        (request) => void requested.push(request.url().replace(served.proxy.url, "")),
      );
      await page.goto(served.proxy.url + path, { waitUntil: "load" });
      await use(page, requested);
      expect(complaints).toEqual([]);
      expect(served.proxy.strayed).toEqual([]);
    } finally {
      await context.close();
    }
  }

  test("asks for what is new, moves in place and leads on", async () => {
    await withPage("/components/stt-file", async (page, requested) => {
      await takenOver(page);
      await page.getByRole("link", { name: "7 days" }).click();
      await page.waitForURL("**/status/components/stt-file?range=7d");
      await page.locator('.ranges [aria-current]:has-text("7 days")').waitFor();
      expect(requested).toContain("/components/stt-file/page.json?range=7d");
      await page.locator(".page-name").click();
      await page.waitForURL(`${served.proxy.url}/`);
      await takenOver(page);
      await page.getByRole("button", { name: "Subscribe" }).click();
      await page.locator("dialog").getByLabel("E-mail address").waitFor();
      expect(requested).toContain("/api/v2/subscribers/channels.json");
    });
  });

  test("has a console that people sign in to, and that keeps itself up to date", async () => {
    await withPage("/console", async (page, requested) => {
      await page.getByLabel("Your name").fill("Ayşe");
      await page.getByLabel("Admin token").fill(ADMIN_TOKEN);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.locator("#console-live:not([hidden])").waitFor();
      expect(requested).toContain("/console/events");
      await page.getByRole("link", { name: "Incidents" }).click();
      await page.waitForURL("**/status/console/incidents");
    });
  });
});
