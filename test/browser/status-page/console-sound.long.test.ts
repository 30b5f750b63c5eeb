import { readFile } from "node:fs/promises";
import { pino } from "pino";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { beginSession } from "#status-api/console/sessions.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";

import { axeFaults } from "../../support/browser/axe.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { complaintsOf } from "../../support/browser/complaints.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { onePersonByRole, personWith } from "../../support/status-api/console-people.ts";
import { ownDatabase } from "../../support/databases/every-database.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";
import { writeKeptRun } from "../../support/status-api/kept-run.ts";

const minuteMs = 60_000;
const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

const desktop = {
  on: "a desktop",
  viewport: { width: 1280, height: 900 },
  colorScheme: "light",
} as const;
const phone = {
  on: "a phone",
  viewport: { width: 360, height: 740 },
  colorScheme: "dark",
} as const;
const devices = [desktop, phone];

describe.skipIf(browser === undefined)(`sound at the console in Chromium${hint}`, () => {
  let stack: AsyncDisposableStack;
  let api: StatusApi;
  let cookie: string;
  beforeAll(async () => {
    stack = new AsyncDisposableStack();
    const place = stack.use(await ownDatabase("status"));
    const { db } = stack.use(await openStatusDatabase(place));
    const probing = new ScriptedProbing(db, [
      { id: "api" },
      { id: "website" },
      { id: "stt-file", dependsOn: ["api"] },
      { id: "tts", dependsOn: ["api"] },
      { id: "docs", dependsOn: ["website"] },
      { id: "demo", dependsOn: ["stt-file", "tts", "website"] },
      { id: "dashboard", dependsOn: ["website", "api"] },
      { id: "mail" },
    ]);
    await probing.start();
    const [passes, failsSoon] = ["oooooo", "oooofff"];
    await probing.play({
      api: "ooofff",
      "stt-file": failsSoon,
      demo: failsSoon,
      tts: passes,
      mail: passes,
      website: passes,
      docs: passes,
      dashboard: passes,
    });
    const wav = await readFile("fixtures/audio/weather.wav");
    const before = (minutes: number) => probing.nowMs - minutes * minuteMs;
    const both = { sent: wav.subarray(0, 44 + 96_000), received: clipped(wav) };
    await writeKeptRun(db, {
      id: "good",
      checkId: "tts",
      slotMs: before(9),
      passed: true,
      audio: { received: wav },
    });
    const differences = [
      { kind: "same", words: "yarın sabah" },
      { kind: "missing", words: "buluşalım" },
    ] as const;
    const facts = { message: "WER 33.3 %", differences: [...differences] };
    await writeKeptRun(db, {
      id: "bad",
      checkId: "tts",
      slotMs: before(3),
      passed: false,
      facts,
      audio: both,
    });
    api = await startStatusApi({
      db,
      host: "127.0.0.1",
      port: 0,
      adminToken: "admin-token-of-people-on-call",
      consoleSignIn: onePersonByRole,
      logger: pino({ level: "silent" }),
      nowMs: () => probing.nowMs,
    });
    cookie = await beginSession(db, personWith("viewer"), probing.nowMs);
  });
  afterAll(async () => {
    await api.stop();
    await stack.disposeAsync();
  });

  async function signedIn(device: (typeof devices)[number]) {
    const { viewport, colorScheme } = device;
    const context = await browser!.newContext({
      viewport,
      colorScheme,
      locale: "en",
      timezoneId: "Europe/Istanbul",
    });
    await context.addCookies([
      { name: "console", value: cookie, url: api.url, httpOnly: true, sameSite: "Lax" },
    ]);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    const isFine = async () => {
      expect(await axeFaults(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toEqual([]);
      expect(complaints).toEqual([]);
    };
    return { page, isFine, [Symbol.asyncDispose]: () => context.close() };
  }

  const boxOf = async (page: Page, selector: string, nth = 0) =>
    (await page.locator(selector).nth(nth).boundingBox())!;

  test.each(devices)("a failed run is seen beside the last good one, on $on", async (device) => {
    await using session = await signedIn(device);
    const { page } = session;
    const isWide = device.on === "a desktop";
    await page.goto(`${api.url}/console/runs/bad`);
    const images = page.locator(".sound-pictures img");
    expect(await images.count()).toBe(6);
    for (const image of await images.all()) {
      const width = await image.evaluate(async (img: HTMLImageElement) => {
        await img.decode();
        return img.naturalWidth;
      });
      expect(width).toBe(640);
    }
    const [bad, good] = [await boxOf(page, ".run", 0), await boxOf(page, ".run", 1)];
    const isBeside = good.x > bad.x + bad.width;
    const isBelow = good.y >= bad.y + bad.height;
    expect({ isBeside, isBelow }).toEqual({ isBeside: isWide, isBelow: !isWide });
    await session.isFine();
    await page.getByRole("link", { name: "The last good run before it" }).click();
    await page.waitForURL(`${api.url}/console/runs/good`);
    expect(await page.locator(".run").count()).toBe(1);
  });

  test.each(devices)(
    "what is played is followed, and keys and presses seek, on $on",
    async (device) => {
      await using session = await signedIn(device);
      const { page } = session;
      await page.goto(`${api.url}/console/runs/good`);
      const at = () =>
        page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime);
      const lineAt = async () =>
        Number.parseFloat((await page.locator(".playhead line").getAttribute("x1")) ?? "");
      await page.locator("audio").evaluate((audio: HTMLAudioElement) => {
        audio.muted = true;
      });
      const slider = page.getByRole("slider", { name: "Position: Received" });
      const events = await page.locator("audio").evaluateHandle((audio: HTMLAudioElement) => {
        const names: string[] = [];
        for (const name of ["playing", "pause"])
          audio.addEventListener(name, () => names.push(name));
        return names;
      });
      const until = (name: string) =>
        page.waitForFunction(({ names, wanted }) => names.includes(wanted), {
          names: events,
          wanted: name,
        });
      await slider.focus();
      await page.keyboard.press("Space");
      await until("playing");
      await page.waitForFunction(() => document.querySelector("audio")!.currentTime > 0.2);
      expect(await lineAt()).toBeGreaterThan(1);
      await page.keyboard.press("Space");
      await until("pause");
      await page.keyboard.press("Home");
      expect([await at(), await lineAt()]).toEqual([0, 0]);
      await page.keyboard.press("PageUp");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowLeft");
      expect(await at()).toBeCloseTo(1.25, 2);
      expect(await slider.getAttribute("aria-valuetext")).toBe("1.3 sec");
      const { width, height } = await boxOf(page, ".sound-pictures");
      await slider.click({ position: { x: width / 2, y: height / 2 } });
      const seconds = Number(await slider.getAttribute("aria-valuemax"));
      expect(await at()).toBeCloseTo(seconds / 2, 1);
      expect(await lineAt()).toBeCloseTo(50, 0);
      await session.isFine();
    },
  );

  test.each([desktop, phone])(
    "what depends on what is drawn and listed, on $on",
    async (device) => {
      await using session = await signedIn(device);
      const { page } = session;
      await page.goto(`${api.url}/console`);
      await page.getByRole("link", { name: "Dependencies" }).click();
      const drawing = page.getByRole("img", { name: /^What depends on what/ });
      expect(await drawing.count()).toBe(1);
      expect(await drawing.locator(".box").count()).toBe(8);
      const letters = await drawing
        .locator(".box .name")
        .first()
        .evaluate((text: SVGGraphicsElement) => text.getBoundingClientRect().height);
      expect(letters).toBeGreaterThan(11);
      await page.getByText("Depends on: website, stt-file, tts").waitFor();
      expect(await page.getByText("Told as a consequence of").count()).toBe(2);
      await session.isFine();
    },
  );

  test.each([desktop, phone])(
    "the report of all components is read and taken, on $on",
    async (device) => {
      await using session = await signedIn(device);
      const { page } = session;
      await page.goto(`${api.url}/console`);
      await page.getByRole("link", { name: "Reports" }).click();
      await page.getByRole("heading", { name: "Report for November 2026" }).waitFor();
      expect(await currentInView(page)).toBe("Reports");
      expect(await timesInUtc(page)).toEqual([]);
      expect(await page.locator(".report-table").first().locator("tbody th a").count()).toBe(8);
      await session.isFine();
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Components (CSV)" }).click();
      expect(await readFile(await (await download).path(), "utf8")).toContain("2026-11,dashboard,");
      await page.emulateMedia({ media: "print" });
      expect(await page.locator(".back").isVisible()).toBe(false);
      expect(await page.locator(".report-table").first().isVisible()).toBe(true);
    },
  );
});

/** Returns the name of the page in the navigation, if all of it is in view. */
function currentInView(page: Page): Promise<string | null> {
  return page.locator(".console-nav [aria-current]").evaluate((link) => {
    const { left, right } = link.getBoundingClientRect();
    return left >= 0 && right <= innerWidth ? link.textContent : null;
  });
}

/** Returns the times in the report that the script has not put into the reader's zone. */
function timesInUtc(page: Page): Promise<string[]> {
  return page
    .locator(".report time")
    .evaluateAll((times: HTMLElement[]) =>
      times
        .filter((time) => time.title.startsWith(`${time.textContent}:`))
        .map((time) => time.textContent),
    );
}

/** Makes a recording of 16-bit samples that was far too loud for a while. */
function clipped(wav: Buffer): Buffer {
  const loud = Buffer.from(wav);
  for (let at = 44 + 64_000; at < 44 + 80_000; at += 2) {
    loud.writeInt16LE(Math.max(-32_768, Math.min(32_767, wav.readInt16LE(at) * 12)), at);
  }
  return loud;
}
