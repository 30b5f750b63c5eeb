import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";

import { installChromium } from "../../support/browser/chromium.ts";
import { openDashboard } from "../../support/browser/dashboard-page.ts";
import { keptListening } from "../../support/browser/demo-page.ts";
import { dashboardClient, type DashboardClient } from "../../support/service/dashboard-client.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

const browser = await keptListening();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";
const clipboard = ["clipboard-read", "clipboard-write"];
const button = (page: Page, name: string) => page.getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");

describe.skipIf(browser === undefined)(`a new key in Chromium${hint}`, () => {
  let service: SharedSpeechService;
  let owner: DashboardClient;

  beforeAll(async () => {
    service = await sharedSpeechService();
    owner = dashboardClient(service.url);
    await owner.post("/dashboard/sign-in", { email: service.email, password: service.password });
  });

  const openKeys = () =>
    openDashboard(browser, `${service.url}/dashboard/keys`, {
      cookie: owner.cookie(),
      permissions: clipboard,
    });

  test("a key that was not copied survives Enter, Escape, a press beside it and a way elsewhere", async () => {
    await using opened = await openKeys();
    const { page } = opened;
    await page.getByLabel("Key name").fill("survivor");
    await button(page, "Create key").click();
    const secret = dialog(page).locator(".secret");
    await secret.waitFor();
    const key = (await secret.textContent()) ?? "";
    const question = dialog(page).getByRole("alert");
    const ways = [
      () => page.keyboard.press("Escape"),
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(5, 5),
      () => button(page, "Close").click(),
    ];
    for (const leave of ways) {
      await leave();
      await question.getByText("You have not copied the key.").waitFor();
      expect(await secret.textContent()).toBe(key);
      // What Enter answers.
      await dialog(page).locator("button:focus", { hasText: "Copy key" }).waitFor();
    }
    // The browser asks before it goes elsewhere; whoever stays still has the key.
    for (const go of [`${service.url}/dashboard/usage`, `${service.url}/dashboard/keys`]) {
      const leaving = page.waitForEvent("dialog");
      const gone = page.goto(go).catch((error: Error) => error.message);
      const browserQuestion = await leaving;
      expect(browserQuestion.type()).toBe("beforeunload");
      await browserQuestion.dismiss();
      await gone;
      expect(await secret.textContent()).toBe(key);
    }
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await page.getByText("survivor").waitFor();
    await page.goto(`${service.url}/dashboard/usage`);
    expect(await page.title()).toMatch(/^Usage/);
    expect(opened.complaints).toEqual([]);
  });

  test("a key may be left uncopied by who says so, and one copied by hand is copied", async () => {
    await using opened = await openKeys();
    const { page } = opened;
    for (const [name, leave] of [
      [
        "left",
        async () => {
          await page.keyboard.press("Escape");
          await button(page, "Leave without copying").click();
        },
      ],
      [
        "by hand",
        async () => {
          await dialog(page).locator(".secret").click();
          await page.keyboard.press("ControlOrMeta+C");
          await button(page, "Done").click();
        },
      ],
    ] as const) {
      await page.getByLabel("Key name").fill(name);
      await button(page, "Create key").click();
      await dialog(page).waitFor();
      await leave();
      await dialog(page).waitFor({ state: "detached" });
    }
    await page.reload();
    expect(await page.getByText("by hand").count()).toBe(1);
  });
});
