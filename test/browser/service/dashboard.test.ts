import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import { axeFaults } from "../../support/browser/axe.ts";
import { openDashboard } from "../../support/browser/dashboard-page.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { servicePageTakenOver } from "../../support/browser/taken-over.ts";
import { installChromium } from "../../support/browser/chromium.ts";
import { keptListening } from "../../support/browser/demo-page.ts";
import { dashboardClient, type DashboardClient } from "../../support/service/dashboard-client.ts";
import { eventually } from "../../support/eventually.ts";
import {
  fixtureClip,
  speechRequest,
  sharedSpeechService,
  transcriptionForm,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

const browser = await keptListening();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";
const password = "dört sözcükten bir parola";
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const clipboard = ["clipboard-read", "clipboard-write"];
/** Opens the menu of a row, and presses one of its buttons. */
async function choose(page: Page, row: string, name: string): Promise<void> {
  await page.getByLabel(`More for ${row}`).click();
  await button(page, `${name} ${row}`).click();
}

describe.skipIf(browser === undefined)(`the dashboard in Chromium${hint}`, () => {
  let service: SharedSpeechService;
  let owner: DashboardClient;

  beforeAll(async () => {
    service = await sharedSpeechService();
    owner = dashboardClient(service.url);
    await owner.post("/dashboard/sign-in", { email: service.email, password: service.password });
  });

  const open = (path: string, options: Parameters<typeof openDashboard>[2] = {}) =>
    openDashboard(browser, `${service.url}${path}`, options);
  const openAsOwner = (path: string, options: Parameters<typeof openDashboard>[2] = {}) =>
    open(path, { cookie: owner.cookie(), ...options });
  const speakWith = (key: string) =>
    fetch(new URL("/v1/audio/speech", service.url), {
      ...speechRequest({ input: "Merhaba dünya.", voice: "ayla" }),
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    });

  longTest(
    "from signing up to the first request by keyboard alone, and its usage shows",
    async () => {
      await using opened = await open("/dashboard", { permissions: clipboard });
      const { page } = opened;
      await page.getByRole("link", { name: "Create an account" }).press("Enter");
      await page.getByLabel("E-mail").fill("first@example.com");
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Your first key" }).waitFor();
      expect(await page.locator("#usage").textContent()).toContain("No usage yet");

      await page.getByLabel("Key name").fill("laptop");
      await page.keyboard.press("Enter");
      await dialog(page).waitFor();
      const key = (await dialog(page).locator(".secret").textContent()) ?? "";
      expect(await dialog(page).locator("pre").textContent()).toContain(`Bearer ${key}`);
      // The dialog begins with copying.
      await page.keyboard.press("Enter");
      await dialog(page).getByText("Copied").waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
      await button(page, "Done").press("Enter");
      await dialog(page).waitFor({ state: "detached" });
      await page.reload();
      expect(await page.content()).not.toContain(key);
      await page.getByText("never used").waitFor();

      const spoken = await speakWith(key);
      expect(spoken.status).toBe(200);
      await spoken.arrayBuffer();
      const { wav } = await fixtureClip();
      const transcribed = await fetch(new URL("/v1/audio/transcriptions", service.url), {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: transcriptionForm(wav),
      });
      expect(transcribed.status).toBe(200);
      await transcribed.text();
      await page.getByRole("link", { name: "Usage", exact: true }).press("Enter");
      const figure = (name: string) => page.locator(".figure", { hasText: name }).locator("dd");
      expect(await figure("Characters synthesized").textContent()).toBe("14");
      expect(await figure("Requests").textContent()).toBe("2");
      await page.locator(".chart-area").first().waitFor();
      expect(await button(page, "Show").count()).toBe(0);
      await page.getByLabel("Key", { exact: true }).selectOption("Dashboard");
      await page.getByText("No usage in this period.").waitFor();

      await page.getByRole("link", { name: "API keys" }).press("Enter");
      await page.getByLabel("Revoke laptop").press("Enter");
      await button(page, "Revoke key").press("Enter");
      await page.getByText("Revoked keys (1)").waitFor();
      await eventually("401", async () => (await speakWith(key)).status === 401, 20_000);
      expect(opened.complaints).toEqual([]);
    },
  );

  longTest("a wrong password is told, and what was typed stays", async () => {
    await using opened = await open("/dashboard");
    const { page } = opened;
    await page.getByLabel("E-mail").fill(service.email);
    await page.getByLabel("Password", { exact: true }).fill("not this one");
    await button(page, "Show password").click();
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("not this one");
    await button(page, "Sign in").click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("E-mail").inputValue()).toBe(service.email);
  });

  shortTest("what is missing is said in the page's language, at its field", async () => {
    await using opened = await openAsOwner("/dashboard/keys", { locale: "tr-TR" });
    const { page } = opened;
    await page.getByRole("button", { name: "Anahtar oluştur" }).click();
    const name = page.getByLabel("Anahtarın adı");
    await page.getByText("Anahtar için bir ad girin.").waitFor();
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
    await name.fill("a");
    await page.getByText("Anahtar için bir ad girin.").waitFor({ state: "detached" });
    await using stranger = await open("/dashboard", { locale: "tr-TR" });
    await stranger.page.getByRole("button", { name: "Oturum aç" }).click();
    await stranger.page.getByText("Bu alanı doldurun.").first().waitFor();
  });

  longTest("usage follows its filters at once, and each choice has an address", async () => {
    const made = await owner.post("/dashboard/keys", { name: "busy" });
    const [key = ""] = /sk_[\w-]+/.exec(await made.text()) ?? [];
    await (await speakWith(key)).arrayBuffer();
    await using opened = await openAsOwner("/dashboard/usage");
    const { page } = opened;
    await page.getByRole("link", { name: "7 days" }).click();
    await page.waitForURL(/days=7/);
    await page.getByLabel("Key", { exact: true }).selectOption("busy");
    await page.waitForURL(/key=/);
    await eventually("that key alone", async () => {
      const requests = page.locator(".figure", { hasText: "Requests" }).locator("dd");
      return (await requests.textContent()) === "1";
    });
    await page.getByRole("link", { name: "By key" }).click();
    await page.waitForURL(/by=key/);
    await page.locator(".chart-legend", { hasText: "busy" }).first().waitFor();
    const shown = await page.locator(".dashboard-main .figure").allTextContents();
    await page.reload();
    await servicePageTakenOver(page);
    expect(await page.locator(".dashboard-main .figure").allTextContents()).toEqual(shown);
    expect(opened.complaints).toEqual([]);
  });

  longTest("on a phone the parts are one row, and the account is a menu", async () => {
    await using opened = await openAsOwner("/dashboard/pronunciations", {
      viewport: { width: 320, height: 640 },
    });
    const { page } = opened;
    const tops = await page
      .locator(".dashboard-side nav li")
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    const current = await page.locator("nav [aria-current=page]").last().boundingBox();
    expect(current?.x).toBeGreaterThanOrEqual(0);
    expect((current?.x ?? 0) + (current?.width ?? 0)).toBeLessThanOrEqual(320);
    const menu = page.getByLabel(`Account: ${service.email}`);
    await menu.press("Enter");
    await page.getByRole("link", { name: "Account", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Account", exact: true }).waitFor({ state: "hidden" });
    await menu.press("Enter");
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await page.waitForURL("**/dashboard/account");
  });

  longTest("without a script people sign up, make a key and revoke it", async () => {
    await using opened = await open("/dashboard/sign-up", { javaScriptEnabled: false });
    const { page } = opened;
    await page.getByLabel("E-mail").fill("plain@example.com");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await button(page, "Create an account").click();
    await page.getByLabel("Key name").fill("server");
    await button(page, "Create key").click();
    expect(await page.locator(".secret").textContent()).toMatch(/^sk_/);
    await page.getByLabel("Revoke server").click();
    await button(page, "Revoke key").click();
    await page.getByText("Revoked keys (1)").waitFor();
    await page.goto(`${service.url}/dashboard/voices`);
    await page.getByText("Turn on JavaScript").waitFor();
  });

  longTest("a voice is recorded, saved with consent, heard, renamed and deleted", async () => {
    await using opened = await openAsOwner("/dashboard/voices");
    const { page } = opened;
    await button(page, "Add a voice").click();
    await button(page, "Start recording").click();
    await page.getByText("4 / 30 s").waitFor();
    await button(page, "Stop recording").click();
    await page.locator("audio.playback").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Ayşe");
    await button(page, "Save voice").click();
    // Without consent the browser sends nothing, and the page says why.
    await page.getByText("You need to agree to create a voice.").waitFor();
    expect(
      await page.locator("input[name=consent]").evaluate((box) => box.matches(":invalid")),
    ).toBe(true);
    await page.locator("input[name=consent]").check();
    await button(page, "Save voice").click();
    await page.getByText("Ayşe saved.").waitFor();

    const spoken = page.waitForResponse("**/dashboard/api/v1/audio/speech");
    await button(page, "Listen to Ayşe").click();
    expect((await spoken).status()).toBe(200);
    await button(page, "Listen to Ayşe").waitFor();
    await choose(page, "Ayşe", "Edit");
    await dialog(page).getByLabel("Name").fill("Ayşe, yakından");
    await button(page, "Save changes").click();
    await choose(page, "Ayşe, yakından", "Delete");
    await button(page, "Delete voice").click();
    await page.getByRole("heading", { name: "No saved voices yet" }).waitFor();
    expect(opened.complaints).toEqual([]);
  });

  longTest("an upload that is too short or too large is refused before it is sent", async () => {
    await using opened = await openAsOwner("/dashboard/voices");
    const { page } = opened;
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await button(page, "Add a voice").click();
    await page.getByLabel("Upload a file").check();
    await page.getByLabel("Name", { exact: true }).fill("Kısa");
    await page.locator("input[name=consent]").check();
    const { wav } = await fixtureClip();
    const upload = (buffer: Buffer) =>
      page.getByLabel("Audio file").setInputFiles({ name: "a.wav", mimeType: "audio/wav", buffer });
    await upload(shortened(wav, 2));
    await page.locator("audio.playback").waitFor();
    await eventually("it is too short", async () => {
      await button(page, "Save voice").click();
      return (await page.getByRole("alert").textContent())?.includes("shorter than 3") === true;
    });
    await upload(Buffer.alloc(10 * 1024 * 1024 + 1));
    await button(page, "Save voice").click();
    await page.getByText("The file is larger than 10 MB").waitFor();
    expect(sent).toEqual([]);
  });

  longTest(
    "a pronunciation is heard before and after, saved, found, edited, exported, imported",
    async () => {
      await using opened = await openAsOwner("/dashboard/pronunciations");
      const { page } = opened;
      await button(page, "Add pronunciation").click();
      await page.getByLabel("Word", { exact: true }).fill("NATO");
      await page.getByLabel("Pronunciation", { exact: true }).fill("natto");
      for (const [take, pronunciations] of [
        ["Listen before", 0],
        ["Listen after", 1],
      ] as const) {
        const request = page.waitForRequest("**/dashboard/api/v1/audio/speech");
        await button(page, take).click();
        expect((await request).postDataJSON().pronunciations).toHaveLength(pronunciations);
        expect((await (await request).response())?.status()).toBe(200);
        await button(page, take).waitFor();
      }
      await page.getByText("Bugün natto hakkında konuşacağız.").waitFor();
      await button(page, "Save").click();
      await page.getByText("“NATO” saved.").waitFor();
      await choose(page, "NATO", "Edit");
      await page.getByLabel("Pronunciation", { exact: true }).fill("nato");
      await button(page, "Save").click();
      await page.getByRole("cell", { name: "nato", exact: true }).waitFor();

      const downloading = page.waitForEvent("download");
      await button(page, "Export (CSV)").click();
      const exported = await readFile(await (await downloading).path());
      const more = `${exported.toString("utf8")}TBMM,te be me me,,,\r\n,boş,,,\r\n`;
      await button(page, "Import").click();
      const file = { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(more) };
      await page.getByLabel("CSV file").setInputFiles(file);
      await page.getByText("1 new, 0 changed, 2 skipped").waitFor();
      await button(page, "Import 1 line").click();
      await page.getByText("Import complete.").waitFor();
      await dialog(page).getByRole("button", { name: "Close" }).last().click();
      await page.getByLabel("Search").fill("tbmm");
      await page.getByText("1 found").waitFor();
      await choose(page, "TBMM", "Delete");
      await button(page, "Delete pronunciation").click();
      await page.getByText("“TBMM” deleted.").waitFor();
      expect(opened.complaints).toEqual([]);
    },
  );

  longTest("a session that ended while the page was open is told, and leads back", async () => {
    const client = dashboardClient(service.url);
    const { email } = service;
    await client.post("/dashboard/sign-in", { email, password: service.password });
    await using opened = await open("/dashboard/pronunciations", { cookie: client.cookie() });
    const { page } = opened;
    await button(page, "Add pronunciation").waitFor();
    await client.post("/dashboard/sign-out", {});
    await button(page, "Add pronunciation").click();
    await page.getByLabel("Word", { exact: true }).fill("AB");
    await page.getByLabel("Pronunciation", { exact: true }).fill("a be");
    await button(page, "Save").click();
    await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
    await dialog(page).last().getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(service.password);
    await button(page, "Sign in").click();
    await page.waitForURL("**/dashboard/pronunciations");
    expect(await page.title()).toMatch(/^Pronunciations – Dashboard/);
  });

  longTest("without a network it says so, and goes on when that is back", async () => {
    await using opened = await openAsOwner("/dashboard/pronunciations");
    const { page } = opened;
    await button(page, "Add pronunciation").click();
    await page.getByLabel("Word", { exact: true }).fill("CD");
    await page.getByLabel("Pronunciation", { exact: true }).fill("si di");
    await page.context().setOffline(true);
    await button(page, "Save").click();
    await page.getByText("You are offline.").waitFor();
    await page.context().setOffline(false);
    await button(page, "Save").click();
    await page.getByText("“CD” saved.").waitFor();
    expect(await page.getByRole("rowheader", { name: "CD" }).count()).toBe(1);
  });

  // every-page.ts has the pages of an account that is in use.
  const pages = ["", "/keys", "/voices", "/pronunciations"];
  longTest.each([
    { theme: "light", locale: "tr-TR", width: 1280, address: "192.0.2.1" },
    { theme: "dark", locale: "en-GB", width: 320, address: "192.0.2.2" },
  ] as const)("a new account's pages, $theme, $locale, $width px wide", async (look) => {
    const { theme, locale, width, address } = look;
    const newcomer = dashboardClient(service.url, address);
    await newcomer.post("/dashboard/sign-up", { email: `new-${theme}@example.com`, password });
    const options = { colorScheme: theme, locale, viewport: { width, height: 800 } };
    await using opened = await open("/dashboard", { cookie: newcomer.cookie(), ...options });
    const { page } = opened;
    for (const part of pages) {
      await page.goto(`${service.url}/dashboard${part}`);
      await servicePageTakenOver(page);
      expect([part, await axeFaults(page)]).toEqual([part, []]);
      expect(await sidewaysScroll(page)).toEqual([]);
    }
    await page.locator(".toolbar .button").first().click();
    await dialog(page).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });
});

/** The first seconds of a WAV file of 16-bit mono samples with the shortest header. */
function shortened(wav: Buffer, seconds: number): Buffer {
  const dataBytes = wav.readUInt32LE(28) * seconds;
  const cut = Buffer.from(wav.subarray(0, 44 + dataBytes));
  cut.writeUInt32LE(36 + dataBytes, 4);
  cut.writeUInt32LE(dataBytes, 40);
  return cut;
}
