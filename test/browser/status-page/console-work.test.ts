import { pino } from "pino";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, longTest } from "../../support/lengths.ts";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { beginSession } from "#status-api/console/sessions.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";
import type { ConsoleRole } from "#status-api/settings/console-people.ts";

import { onePersonByRole, personWith } from "../../support/status-api/console-people.ts";
import { axeFaults } from "../../support/browser/axe.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { complaintsOf } from "../../support/browser/complaints.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { ownDatabase } from "../../support/databases/every-database.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";
import { writeSubscriber } from "../../support/status-api/subscribers.ts";

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

const desktop = { on: "a desktop", viewport: { width: 1280, height: 900 } };
const phone = { on: "a phone", viewport: { width: 360, height: 740 } };

describe.skipIf(browser === undefined)(`work at the console in Chromium${hint}`, () => {
  let stack: AsyncDisposableStack;
  let api: StatusApi;
  let probing: ScriptedProbing;
  let db: Awaited<ReturnType<typeof openStatusDatabase>>["db"];
  beforeAll(async () => {
    stack = new AsyncDisposableStack();
    const place = stack.use(await ownDatabase("status"));
    ({ db } = stack.use(await openStatusDatabase(place)));
    probing = new ScriptedProbing(db, [{ id: "web" }, { id: "tts" }], {
      page: {
        id: "page",
        name: { en: "Speech status", tr: "Konuşma durumu" },
        url: "http://status",
        time_zone: "Europe/Berlin",
        downtime_weights: { partial_outage: 0.3, major_outage: 1 },
      },
      components: ["web", "tts"].map((id) => ({
        id,
        name: { en: `The ${id}`, tr: `${id} bileşeni` },
        depends_on: [],
        showcase: true,
        only_show_if_degraded: false,
      })),
    });
    await probing.start();
    await probing.play({ web: "ooff", tts: "oooo" });
    api = await startStatusApi({
      db,
      host: "127.0.0.1",
      port: 0,
      url: "https://status.example.org",
      adminToken: "admin-token-of-people-on-call",
      consoleSignIn: onePersonByRole,
      logger: pino({ level: "silent" }),
      nowMs: () => probing.nowMs,
    });
  });
  afterAll(async () => {
    await api.stop();
    await stack.disposeAsync();
  });

  async function comeIn(
    role: ConsoleRole,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; complaints: readonly string[] } & AsyncDisposable> {
    const context = await browser!.newContext({ locale: "en", timezoneId: "UTC", ...options });
    const value = await beginSession(db, personWith(role), probing.nowMs);
    await context.addCookies([{ name: "console", value, url: `${api.url}/console` }]);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
  }

  async function isFine(page: Page): Promise<void> {
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual([]);
  }

  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
  const button = (page: Page, name: string) => page.getByRole("button", { name });

  async function giveUp(address: string): Promise<string> {
    const subscriber = await writeSubscriber(db, "email", address);
    await db
      .insertInto("outbox")
      .values({
        subscriber_id: subscriber.id,
        incident_update_id: null,
        queued_at: new Date(probing.nowMs),
        due_at: new Date(probing.nowMs),
        attempts: 9,
        given_up_at: new Date(probing.nowMs),
        last_error: "the mailbox is full",
      })
      .execute();
    return subscriber.id;
  }

  longTest.each([desktop, phone])(
    "maintenance is planned and ended, on $on",
    async ({ viewport }) => {
      await using visit = await comeIn("responder", { viewport });
      const { page } = visit;
      await page.goto(`${api.url}/console/maintenance`);
      await isFine(page);
      await page.getByRole("link", { name: "Schedule maintenance" }).click();
      await page.getByLabel("Title (English)").fill("New disks");
      await page.getByLabel("Text (English)").fill("The web may be away.");
      await page.getByLabel("The web").check();
      // Sunday in Berlin, an hour that is skipped, then one that is there.
      await page.getByLabel("Begins").fill("2027-03-28T02:30");
      await page.getByLabel("Ends").fill("2027-03-28T04:30");
      await page.getByLabel("Repeats").selectOption("weekly");
      await page.getByLabel("Sunday").check();
      await isFine(page);
      await button(page, "Preview").click();
      await page
        .getByRole("alert")
        .filter({ hasText: "the clock of Europe/Berlin does not show 2027-03-28 02:30" })
        .waitFor();
      await page.getByLabel("Begins").fill("2027-03-28T03:30");
      await button(page, "Preview").click();
      await heading(page, "Preview").waitFor();
      const preview = page.locator(".preview");
      expect(await preview.textContent()).toContain("28 Mar 2027, 03:30 to 04:30 (Europe/Berlin)");
      expect(await preview.textContent()).toContain("[Speech status] New disks");
      await isFine(page);
      await button(page, "Tell people").click();
      await page.getByText("Repeats: Every week: Sunday (Europe/Berlin)").first().waitFor();
      expect(await page.getByLabel("Begins").inputValue()).toBe("2027-03-28T03:30");
      await isFine(page);
      const stored = await db
        .selectFrom("incidents")
        .select(["scheduled_for", "repetition"])
        .where("impact", "=", "maintenance")
        .orderBy("created_at", "desc")
        .executeTakeFirstOrThrow();
      expect(stored.scheduled_for?.toISOString()).toBe("2027-03-28T01:30:00.000Z");

      await page.getByLabel("What happens").selectOption("once");
      await button(page, "Tell people").click();
      await page.getByText("Repeats: Every week").waitFor({ state: "detached" });
      await page.getByLabel("What happens").selectOption("start");
      await button(page, "Tell people").click();
      await page.getByText("In progress").first().waitFor();
      await page.getByLabel("What happens").selectOption("times");
      await page.getByLabel("Ends").fill("2027-03-28T05:00");
      await button(page, "Tell people").click();
      await page.getByText("to 05:00 (Europe/Berlin)").waitFor();
      await page.getByLabel("What happens").selectOption("complete");
      await page.getByLabel("Text (English)").fill("The disks are in.");
      await button(page, "Tell people").click();
      await page.locator("article", { hasText: "The disks are in." }).waitFor();
      expect(await button(page, "Tell people").count()).toBe(0);
      await isFine(page);
      await page.getByRole("link", { name: "Maintenance", exact: true }).first().click();
      expect(await page.locator("section", { has: heading(page, "Past") }).textContent()).toContain(
        "New disks",
      );
      expect(visit.complaints).toEqual([]);
    },
  );

  test.each(casesOf([desktop], [phone]))(
    "a component's status is said until a time and ended, on $on",
    async ({ viewport }) => {
      await using visit = await comeIn("responder", { viewport });
      const { page } = visit;
      await page.goto(`${api.url}/console/components`);
      await isFine(page);
      const row = page.locator("li", { has: heading(page, "The web") });
      expect(await row.textContent()).toContain("Checks say: Major outage");
      await row.getByRole("link", { name: "Set a status" }).click();
      await page.getByRole("combobox", { name: "Status" }).selectOption("degraded_performance");
      await page.getByLabel("Until").fill("2026-11-22T08:00");
      await isFine(page);
      await button(page, "Set a status").click();
      await page.waitForURL(`${api.url}/console/components`);
      const said = (await row.textContent()) ?? "";
      expect(said).toContain("Checks say: Major outage");
      expect(said).toContain(
        "A person says: Degraded performance until 22 Nov 2026, 08:00 (Europe/Berlin)",
      );
      await isFine(page);
      await row.getByRole("button", { name: "End it now" }).click();
      await row.getByText("A person says:").waitFor({ state: "detached" });
      expect(visit.complaints).toEqual([]);
    },
  );

  longTest("an incident is taken over and given back to automation", async () => {
    await using visit = await comeIn("responder", { viewport: phone.viewport });
    const { page } = visit;
    await page.goto(`${api.url}/console/incidents`);
    await page.getByRole("link", { name: /web/i }).first().click();
    await page.getByText("is updated automatically").waitFor();
    await page.getByLabel("Text (English)").fill("We know why.");
    await button(page, "Tell people").click();
    await button(page, "Give it back to automation").waitFor();
    await isFine(page);
    await button(page, "Give it back to automation").click();
    await page.getByText("is updated automatically").waitFor();
    expect(await button(page, "Give it back to automation").count()).toBe(0);
    expect(visit.complaints).toEqual([]);
  });

  longTest.each([desktop, phone])(
    "a message is tried again, a subscription ended, and the audit log has it, on $on",
    async ({ viewport }) => {
      const id = await giveUp(`${viewport.width}@example.com`);
      await using visit = await comeIn("admin", { viewport });
      const { page } = visit;
      await page.goto(`${api.url}/console/deliveries`);
      await isFine(page);
      const mask = `${String(viewport.width).slice(0, 1)}…@example.com`;
      const failed = page.locator("li", { hasText: mask });
      expect(await failed.textContent()).toContain("the mailbox is full");
      await failed.getByRole("button", { name: "Try again" }).click();
      await page.waitForURL(/list=pending/);
      await page.getByText("Confirmation of a subscription").first().waitFor();
      await isFine(page);
      await page.goto(`${api.url}/console/subscribers`);
      const row = page.locator("li", { hasText: mask }).filter({ hasText: "Active" });
      expect(await row.locator("p").first().textContent()).toMatch(/^E-mail · English · /);
      await row.locator("summary").click();
      await isFine(page);
      await row.getByRole("button", { name: "End the subscription" }).click();
      await page.locator("li", { hasText: mask }).getByText("Ended by us").waitFor();
      expect(await page.content()).not.toContain(`${viewport.width}@example.com`);
      await page.goto(`${api.url}/console/audit?subject=${id}`);
      await page.getByText("ended a subscription").waitFor();
      await page.locator("summary").click();
      expect(await page.locator(".console-differences").textContent()).toContain("ended_why");
      await isFine(page);
      expect(visit.complaints).toEqual([]);
    },
  );

  const chooseLanguage = (page: Page, switchName: string, language: string): Promise<void> =>
    page
      .getByRole("banner")
      .getByRole("navigation", { name: switchName })
      .getByRole("button", { name: language })
      .click();

  const writings = [
    ["an incident", "/console/incidents/new", "Yeni bir olay", "Olay aç", true],
    ["maintenance", "/console/maintenance/new", "Yeni bir bakım", "Bakım planla", false],
  ] as const;
  longTest.each(writings)(
    "the language of %s is changed with what was typed in it, with and without a script",
    async (_, path, written, title, hasStatus) => {
      for (const javaScriptEnabled of [true, false]) {
        await using visit = await comeIn("responder", {
          viewport: phone.viewport,
          javaScriptEnabled,
        });
        const { page } = visit;
        await page.goto(`${api.url}${path}`);
        await page.getByLabel("Title (Türkçe)").fill(written);
        await page.getByLabel("The web").check();
        if (hasStatus) await page.getByLabel("Impact").selectOption("critical");
        else await page.getByLabel("Repeats").selectOption("monthly");
        await chooseLanguage(page, "Language", "Türkçe");
        await heading(page, title).first().waitFor();
        expect(await page.getByLabel("Başlık (Türkçe)").inputValue()).toBe(written);
        expect(await page.locator("[name=components][value=web]").isChecked()).toBe(true);
        const chosen = page.locator(hasStatus ? "[name=impact]" : "[name=repeat]");
        expect(await chosen.inputValue()).toBe(hasStatus ? "critical" : "monthly");
        if (javaScriptEnabled) await isFine(page);
        // Enter in a field shows the preview, and does not change the language.
        await page.getByLabel("Metin (Türkçe)").fill("Bakıyoruz.");
        await page.getByLabel("Metin (English)").fill("We look.");
        await page.getByLabel("Başlık (English)").fill("In English");
        await page.getByLabel("Başlık (English)").press("Enter");
        await heading(page, "Önizleme").waitFor();
        await chooseLanguage(page, "Dil", "English");
        await heading(page, "Preview").waitFor();
        expect(await page.getByLabel("Title (Türkçe)").inputValue()).toBe(written);
        await chooseLanguage(page, "Language", "Türkçe");
        await heading(page, "Önizleme").waitFor();
        await page.goto(`${api.url}/console`);
        await heading(page, "Şu an").waitFor();
        expect(visit.complaints).toEqual([]);
      }
    },
  );

  longTest.each([desktop, phone])(
    "the navigation is on each page in both languages and says where one is, on $on",
    async ({ viewport }) => {
      await giveUp(`n${viewport.width}@example.com`);
      for (const lang of ["en", "tr"]) {
        await using visit = await comeIn("viewer", { viewport });
        const { page } = visit;
        await page.goto(`${api.url}/console?lang=${lang}`);
        const nav = page.locator(".console-nav");
        const pages = await nav
          .locator("a")
          .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
        expect(pages).toHaveLength(10);
        for (const path of pages) {
          await page.goto(`${api.url}${path}`);
          const current = nav.locator("[aria-current=page]");
          expect([path, await current.getAttribute("href")]).toEqual([path, path]);
          expect(await page.locator("html").getAttribute("lang")).toBe(lang);
          await isFine(page);
        }
        await page.goto(`${api.url}/console/maintenance/none`);
        expect(await nav.locator("[aria-current=true]").getAttribute("href")).toBe(
          "/console/maintenance",
        );
        expect(visit.complaints).toEqual([expect.stringContaining("404")]);
      }
    },
  );
});
