import { readFile } from "node:fs/promises";
import { pino } from "pino";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, longTest } from "../../support/lengths.ts";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { newId } from "#monitor/store/new-id.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";

import { axeFaults } from "../../support/browser/axe.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { complaintsOf } from "../../support/browser/complaints.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { ownDatabase } from "../../support/databases/every-database.ts";
import { freePort } from "../../support/free-port.ts";
import {
  type OpenIdProviderServer,
  startOpenIdProvider,
} from "../../support/servers/openid-provider.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";

const adminToken = "admin-token-of-people-on-call";

const everyDevice = [
  { on: "a desktop", viewport: { width: 1280, height: 900 } },
  { on: "a phone", viewport: { width: 360, height: 740 } },
];
const devices = casesOf(everyDevice.slice(0, 1), everyDevice.slice(1));

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

describe.skipIf(browser === undefined)(`the console in Chromium${hint}`, () => {
  let stack: AsyncDisposableStack;
  let api: StatusApi;
  let probing: ScriptedProbing;
  let provider: OpenIdProviderServer;
  beforeAll(async () => {
    stack = new AsyncDisposableStack();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    provider = stack.use(await startOpenIdProvider(`${url}/console/provider/callback`));
    const place = stack.use(await ownDatabase("status"));
    const { db } = stack.use(await openStatusDatabase(place));
    probing = new ScriptedProbing(db, [{ id: "web" }, { id: "tts", dependsOn: ["web"] }]);
    await probing.start();
    await probing.play({ web: "oooooooosoooofff", tts: "ooooooooooooooof" });
    await db
      .insertInto("alerts")
      .values({
        id: newId(),
        rule: "down",
        check_id: "web",
        component_id: "web",
        severity: "critical",
        failing_since: new Date(probing.nowMs - 180_000),
        reason: "timeout",
        locations: "[]",
        fired_at: new Date(probing.nowMs - 60_000),
      })
      .execute();
    await db
      .insertInto("evidence")
      .values({
        id: "bad-run",
        check_id: "tts",
        component_id: "tts",
        location: "here",
        slot: new Date(probing.nowMs - 60_000),
        attempt: 2,
        kept_at: new Date(probing.nowMs),
        passed: false,
        result: "failed",
        reason: "transcript_mismatch",
        facts: JSON.stringify({
          kind: "synthesis",
          message: "WER 33.3 %",
          started_at: new Date(probing.nowMs).toISOString(),
          duration_ms: 1900,
          phases: { dns: 12, connect: 30, tls: 45, first_byte: 420, transfer: 1300 },
          measures: { heard_word_error_ratio: 0.333, audio_seconds: 2 },
          input_text: "yarın sabah buluşalım",
          texts: { asked: "yarın sabah buluşalım", heard: "yarın sabah bul" },
          differences: [
            { kind: "same", words: "yarın sabah" },
            { kind: "missing", words: "buluşalım" },
            { kind: "added", words: "bul" },
          ],
          exchanges: [
            { what: "speech", status: 200, request_id: "req_5", server: null, close_code: null },
          ],
          seed: "42",
          versions: { prober: "0.1.0", node: "v24" },
          cut: [],
        }),
        bytes: 64_044,
      })
      .execute();
    await db
      .insertInto("evidence_audio")
      .values({
        evidence_id: "bad-run",
        name: "received",
        content_type: "audio/wav",
        content: await readFile("fixtures/audio/weather.wav"),
      })
      .execute();
    api = await startStatusApi({
      db,
      host: "127.0.0.1",
      port,
      url,
      consoleSignIn: {
        provider,
        people: { viewer: ["@example.com"], responder: ["ayse@example.com"], admin: [] },
      },
      adminToken,
      logger: pino({ level: "silent" }),
      nowMs: () => probing.nowMs,
    });
  });
  afterAll(async () => {
    await api.stop();
    await stack.disposeAsync();
  });

  /** Signs in by keyboard alone. */
  async function signIn(page: Page, name: string): Promise<void> {
    await page.goto(`${api.url}/console`);
    expect(await page.title()).toBe("Sign in to the console");
    await page.getByLabel("Your name").focus();
    await page.keyboard.type(name);
    await page.keyboard.press("Tab");
    await page.keyboard.type(adminToken);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${api.url}/console`);
  }

  longTest("people sign in with the provider, each with their role; strangers do not", async () => {
    const comeIn = async (email: string, path: string): Promise<Page> => {
      const context = stack.adopt(await browser!.newContext({ locale: "en" }), (one) =>
        one.close(),
      );
      const page = await context.newPage();
      await page.goto(`${api.url}${path}`);
      await page.getByRole("link", { name: /^Continue with/ }).click();
      await page.locator("input[name=login]").fill(email);
      await page.locator("input[name=password]").fill("any");
      await page.locator("button[type=submit]").click();
      await page.locator("button[type=submit]", { hasText: "Continue" }).click();
      await page.waitForURL(`${api.url}/**`);
      return page;
    };
    const viewer = await comeIn("can@example.com", "/console/incidents");
    expect(new URL(viewer.url()).pathname).toBe("/console/incidents");
    expect(await viewer.getByRole("link", { name: "Open an incident" }).count()).toBe(0);
    await viewer.goto(`${api.url}/console`);
    await viewer.getByText("Signed in as can@example.com (viewer)").waitFor();
    await viewer.goto(`${api.url}/console/incidents/new`);
    await viewer.getByText("this takes the role responder").waitFor();
    expect(await axeFaults(viewer)).toEqual([]);
    const responder = await comeIn("ayse@example.com", "/console");
    await responder.getByText("Signed in as ayse@example.com (responder)").waitFor();
    const stranger = await comeIn("eve@evil.example", "/console");
    await stranger.getByText("Your address has no role here.").waitFor();
    const unverified = await comeIn("unverified@example.com", "/console");
    await unverified.getByText("has not verified your e-mail address").waitFor();
    await unverified.goto(`${api.url}/console`);
    expect(await unverified.title()).toBe("Sign in to the console");
    await unverified.goto(`${api.url}/console/provider/callback?code=a&state=b`);
    await unverified.getByText("This took too long.").waitFor();
  });

  longTest("a run is opened and its audio played, on a phone", async () => {
    const viewport = { width: 360, height: 740 };
    const context = await browser!.newContext({ viewport, timezoneId: "UTC", locale: "en" });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await signIn(page, "Ayşe");
    await page.goto(`${api.url}/console/checks/tts/runs`);
    await page.locator(".kept-runs a").first().click();
    await page.getByRole("heading", { name: "What was said and heard" }).waitFor();
    expect(await page.locator("del").textContent()).toContain("buluşalım");
    const phases = await page.locator(".waterfall th").allTextContents();
    expect(phases).toEqual(["Name lookup", "Connection", "TLS", "First byte", "Transfer", "Total"]);
    const played = await page.locator("audio").evaluate(async (audio: HTMLAudioElement) => {
      audio.muted = true;
      await audio.play();
      return audio.duration;
    });
    expect(played).toBeGreaterThan(3);
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test.each(devices)(
    "an incident is previewed, told, resolved and explained, on $on",
    async ({ on, viewport }) => {
      const context = await browser!.newContext({ viewport, timezoneId: "UTC", locale: "en" });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      const isFine = async () => {
        expect(await axeFaults(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toEqual([]);
      };
      await signIn(page, "Ayşe");
      await page.getByRole("link", { name: "Incidents" }).first().click();
      await page.getByRole("link", { name: "Open an incident" }).click();
      await page.getByRole("link", { name: "Slow answers" }).click();
      await page.getByLabel("Title (English)").fill(`Speech is slow on ${on}`);
      await page.getByLabel("Impact").selectOption("major");
      await isFine();
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText("Nothing has been sent yet.").waitFor();
      await isFine();
      await page.getByRole("button", { name: "Tell people" }).click();
      await page.getByRole("heading", { name: `Speech is slow on ${on}` }).waitFor();
      for (const step of ["Resolved", "Postmortem"]) {
        await page.locator(".templates").getByRole("link", { name: step }).click();
        await page.getByRole("button", { name: "Tell people" }).click();
        await page.locator("article h3", { hasText: step }).waitFor();
      }
      await isFine();
      await page.getByRole("link", { name: "See it on the page" }).click();
      await page.getByRole("heading", { name: `Speech is slow on ${on}` }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test("what there is to do fits two screens of a phone, and pressing moves nobody", async () => {
    const viewport = { width: 375, height: 812 };
    const timezoneId = "Europe/Istanbul";
    const context = await browser!.newContext({ viewport, timezoneId, locale: "en" });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await signIn(page, "Ayşe");
    await page.getByText("1 firing").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2 * 812);
    expect(await page.getByRole("button", { name: "Subscribe" }).count()).toBe(0);
    // The reader's time, and UTC beside it once it is touched.
    const asOf = page.locator("#console-as-of time");
    const [shown, title] = [await asOf.textContent(), await asOf.getAttribute("title")];
    const hourOf = (text: string | null) => Number(/(\d\d):\d\d/.exec(text ?? "")?.[1]);
    expect(hourOf(shown)).toBe((hourOf(title) + 3) % 24);
    expect([shown?.endsWith("UTC"), title?.endsWith("UTC")]).toEqual([false, true]);

    await page.getByRole("button", { name: "Acknowledge" }).scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, 60));
    await page.getByRole("button", { name: "Acknowledge" }).click();
    await page.locator("#acknowledged").getByText("Ayşe takes care of it.").waitFor();
    await page.getByRole("status").getByText("web: Ayşe takes care of it.").waitFor();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(new URL(page.url()).pathname).toBe("/console");
    expect(complaints).toEqual([]);
    await context.close();
  });

  longTest("what people would read stands beside the form while somebody writes", async () => {
    const context = await browser!.newContext({ timezoneId: "UTC", locale: "en" });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await signIn(page, "Ayşe");
    await page.goto(`${api.url}/console/incidents/new`);
    const preview = page.locator("#console-preview");
    await page.getByLabel("Text (English)").pressSequentially("Speech is slow.");
    await page.getByText("fill in “Title (English)”").waitFor();
    await page.getByLabel("Title (English)").pressSequentially("Slow speech");
    await preview.getByText("Slow speech", { exact: true }).first().waitFor();
    await preview.getByText("Speech is slow.").first().waitFor();
    // Whatever is scrolled to, the button is in view.
    for (const field of ["Title (English)", "Impact"]) {
      await page.getByLabel(field).scrollIntoViewIfNeeded();
      const box = await page.getByRole("button", { name: "Tell people" }).boundingBox();
      expect(box!.y + box!.height).toBeLessThanOrEqual(page.viewportSize()!.height);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  longTest.each(everyDevice)(
    "an alert is seen and acknowledged, and what is recorded is shown at once, on $on",
    async ({ viewport }) => {
      const context = await browser!.newContext({ viewport, timezoneId: "UTC", locale: "en" });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      await page.goto(`${api.url}/console/sign-in`);
      expect(await axeFaults(page)).toEqual([]);
      await signIn(page, "Ayşe");
      expect(await axeFaults(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toEqual([]);
      const button = page.getByRole("button", { name: "Acknowledge" });
      if ((await button.count()) > 0) {
        await button.click();
        await page.waitForLoadState();
      }
      await page.locator("#acknowledged").getByText("Ayşe takes care of it.").waitFor();
      await page.getByText("Updates by itself.").waitFor();
      const before = await page.locator("#console-as-of").textContent();
      await page.evaluate(() => void (document.body.dataset["kept"] = "yes"));
      // The first look of the server says what is; what is recorded after that is told.
      const changed = page.waitForFunction(
        (text) => document.querySelector("#console-as-of")?.textContent !== text,
        before,
      );
      let isChanged = false;
      void changed.then(() => (isChanged = true));
      while (!isChanged) {
        await probing.play({ web: "f", tts: "f" });
        await page.waitForTimeout(300);
      }
      expect(await page.evaluate(() => document.body.dataset["kept"])).toBe("yes");
      expect(complaints).toEqual([]);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign in to the console" }).waitFor();
      await context.close();
    },
  );
});
