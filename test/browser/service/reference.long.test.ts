import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFaults } from "../../support/browser/axe.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { complaintsOf } from "../../support/browser/complaints.ts";
import { servicePageTakenOver } from "../../support/browser/taken-over.ts";
import { referenceSamples } from "../../support/service/reference-samples.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
}

/** All fonts of a page together. */
const maxFontBytes = 60_000;

// What every page is tested for (every-page.ts) is not repeated here: axe, themes, sizes, motion.
describe.skipIf(browser === undefined)(`the reference in Chromium${hint}`, () => {
  let service: SharedSpeechService;
  /** Of one reader for each language: the renderer's script is fetched and compiled once. */
  const readers = new Map<string, BrowserContext>();
  beforeAll(async () => {
    service = await sharedSpeechService();
  });
  afterAll(async () => {
    for (const reader of readers.values()) await reader.close();
  });

  async function readerIn(locale: string): Promise<BrowserContext> {
    const reader = readers.get(locale) ?? (await browser!.newContext({ locale }));
    readers.set(locale, reader);
    return reader;
  }

  /**
   * Opens a page of the reference; fails when it complains, violates its policy, asks another host for something, or loads a font
   * twice or too many bytes of them.
   */
  async function at(
    path: string,
    work: (page: Page) => Promise<void>,
    { locale = "en-GB", code = "curl" }: { readonly locale?: string; readonly code?: string } = {},
  ): Promise<void> {
    const reader = await readerIn(locale);
    await reader.addCookies([{ name: "code", value: code, url: service.url }]);
    const page = await reader.newPage();
    const complaints = complaintsOf(page, /the server responded with a status of/);
    const origin = new URL(service.url).origin;
    const fonts: string[] = [];
    page.on("request", (request) => {
      const url = request.url();
      const { protocol, origin: requestedOrigin } = new URL(url);
      if (protocol !== "data:" && protocol !== "blob:" && requestedOrigin !== origin) {
        complaints.push(`asked for ${url}`);
      }
      if (request.resourceType() === "font") fonts.push(url);
    });
    await page.exposeFunction("tellViolation", (violation: string) => complaints.push(violation));
    await page.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", (event) => {
        const { tellViolation } = globalThis as unknown as {
          tellViolation: (violation: string) => void;
        };
        tellViolation(`${event.effectiveDirective} ${event.sourceFile}:${event.lineNumber}`);
      }),
    );
    await page.goto(new URL(path, service.url).href, { waitUntil: "load" });
    await servicePageTakenOver(page);
    await work(page);
    await page.close();
    expect(complaints).toEqual([]);
    expect(fonts).toEqual([...new Set(fonts)]);
    const sizes = fonts.map(async (font) => (await (await fetch(font)).arrayBuffer()).byteLength);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(maxFontBytes);
  }

  /** The code that is shown of the operations which are drawn. */
  const shownSamples = async (page: Page): Promise<readonly string[]> => {
    const texts = await page.locator(".request-card code").allInnerTexts();
    return texts.map((text) => text.trim());
  };
  /** The code that test/integration/docs runs. */
  const testedSamples = async (fence: string, key = "YOUR_SECRET_TOKEN") => {
    const samples = await referenceSamples(service.url, key);
    return samples.filter(({ language }) => language === fence).map(({ code }) => code);
  };

  const operationIds = async (): Promise<readonly string[]> => {
    const { paths } = (await (await service.call("/v1/openapi.json")).json()) as OpenApi;
    return Object.values(paths)
      .flatMap((byMethod) => Object.values(byMethod))
      .map(({ operationId }) => operationId.replaceAll(/[A-Z]/g, (one) => `-${one.toLowerCase()}`));
  };

  test.each([
    {
      locale: "en-GB",
      code: "curl",
      fence: "bash",
      speech: "Create speech",
      socket: "Live speech",
      tryIt: "Try it",
      deletion: "Delete a saved voice",
    },
    {
      locale: "tr-TR",
      code: "python",
      fence: "python",
      speech: "Seslendirme",
      socket: "Canlı seslendirme",
      tryIt: "Deneyin",
      deletion: "Kayıtlı sesi silme",
    },
  ])(
    "has every operation and socket, which addresses of before lead to, in $locale",
    async ({ locale, code, fence, speech, socket, tryIt, deletion }) => {
      const anchors = await operationIds();
      const tested = await testedSamples(fence);
      await at(
        "/docs/reference/delete-voice",
        async (page) => {
          const heading = page.getByRole("heading", { name: deletion, exact: true });
          await expect
            .poll(() => heading.boundingBox().then((box) => box?.y ?? Infinity))
            .toBeLessThan(900);
          expect(new URL(page.url()).hash).toBe("#tag/voices/delete-voice");
          const links = page.getByRole("complementary").getByRole("link");
          const hrefs = await links.evaluateAll((all) =>
            all.map((one) => one.getAttribute("href")),
          );
          for (const anchor of anchors) {
            expect(hrefs.filter((href) => href?.endsWith(`/${anchor}`))).toHaveLength(1);
          }
          await page.getByRole("complementary").locator('a[href$="/create-speech"]').click();
          await page.getByRole("heading", { name: speech, exact: true }).last().waitFor();
          await page
            .getByRole("button", { name: new RegExp(tryIt) })
            .first()
            .waitFor();
          const shown = await shownSamples(page);
          expect(shown.length).toBeGreaterThan(0);
          expect(shown.filter((sample) => !tested.includes(sample))).toEqual([]);
        },
        { locale, code },
      );
      await at(
        "/docs/reference/live-speech",
        async (page) => {
          expect(new URL(page.url()).pathname).toBe("/docs/reference/sockets");
          expect(new URL(page.url()).hash).toBe("#channel/livespeech");
          await page
            .getByRole("complementary")
            .getByRole("link", { name: socket, exact: true })
            .click();
          await page.getByRole("heading", { name: socket, exact: true }).first().waitFor();
        },
        { locale },
      );
    },
  );

  test("every operation has an address of before", async () => {
    for (const anchor of await operationIds()) {
      const answer = await fetch(new URL(`/docs/reference/${anchor}`, service.url), {
        redirect: "manual",
      });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        308,
        `/docs/reference#${anchor}`,
      ]);
    }
  });

  const tryIt = async (page: Page, operation: string): Promise<void> => {
    await page
      .locator(`[id$="${operation}"]`)
      .getByRole("button", { name: /Try it/ })
      .first()
      .click();
    await page.getByRole("button", { name: /^Send \w+ request/ }).waitFor();
  };

  /** Presses Tab until `isEnough`, but so often at most; returns what had the focus and did not show it, and where it stayed. */
  const tabFaults = async (page: Page, max: number, isEnough?: RegExp): Promise<string[]> => {
    const faults: string[] = [];
    let before = "";
    for (let press = 0; press < max; press += 1) {
      await page.keyboard.press("Tab");
      const { words, name, path, isShown } = await page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
        const ancestors: number[] = [];
        for (let at: Element | null = focused; at !== null; at = at.parentElement) {
          ancestors.push([...(at.parentElement?.children ?? [])].indexOf(at));
        }
        return {
          words: focused.outerHTML.slice(0, 160),
          name: focused.getAttribute("aria-label") ?? focused.textContent?.trim() ?? "",
          path: ancestors.join(" "),
          isShown:
            (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) ||
            boxShadow !== "none",
        };
      });
      if (!isShown) faults.push(`shows no focus: ${words}`);
      if (path === before) faults.push(`keeps the focus: ${words}`);
      before = path;
      if (isEnough?.test(name)) return faults;
    }
    return isEnough === undefined ? faults : [...faults, `${isEnough} was not reached`];
  };

  test("an endpoint is tried with the reader's key, which goes into the code and nowhere else", async () => {
    await at("/docs/reference#list-models", async (page) => {
      // The renderer draws its sections as they are scrolled to, so that a walk has no end of its own.
      expect(await tabFaults(page, 40)).toEqual([]);
      await page.getByPlaceholder("Token").first().fill(service.key);
      const section = page.locator('[id$="list-models"]');
      await expect.poll(() => section.textContent()).toContain(service.key);
      const tested = await testedSamples("bash", service.key);
      const shown = await shownSamples(page);
      expect(shown.filter((sample) => /\/v1\/models(?!\/)/.test(sample))).toHaveLength(1);
      expect(shown.filter((sample) => !tested.includes(sample))).toEqual([]);
      await tryIt(page, "list-models");
      const answered = page.waitForResponse((answer) => answer.url().endsWith("/v1/models"));
      expect(await tabFaults(page, 20, /^Send/)).toEqual([]);
      await page.keyboard.press("Enter");
      const answer = await answered;
      expect(await answer.request().headerValue("authorization")).toBe(`Bearer ${service.key}`);
      await page.getByText("200 OK").first().waitFor();
      // Of a long answer what is in sight is drawn.
      await page.locator(".cm-content", { hasText: "synth-v" }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      const kept = await page.evaluate(() =>
        JSON.stringify([localStorage, sessionStorage].map((store) => Object.values(store))),
      );
      expect(kept).not.toContain(service.key);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /^Send \w+ request/ }).waitFor({ state: "detached" });
    });
  });

  test("speech is tried without a key, and can be heard", async () => {
    const tested = await testedSamples("javascript");
    const work = async (page: Page) => {
      const sample = page.locator('[id$="create-speech"] .request-card code');
      expect(tested).toContain((await sample.innerText()).trim());
      await tryIt(page, "create-speech");
      await page.keyboard.press("Control+Enter");
      await page.getByText("200 OK").first().waitFor();
      await page.locator("audio").waitFor({ state: "attached" });
      expect(await page.locator("audio").count()).toBe(1);
    };
    await at("/docs/reference#create-speech", work, { code: "javascript" });
  });

  test("its search finds an operation by keys alone", async () => {
    await at("/docs/reference", async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("delete a saved");
      await page
        .getByRole("option", { name: /Delete a saved voice/ })
        .first()
        .waitFor();
      expect(await axeFaults(page)).toEqual([]);
      const found = page.getByRole("option", { name: /Delete a saved voice/ });
      for (let step = 0; (await found.getAttribute("aria-selected")) !== "true"; step += 1) {
        expect(step).toBeLessThan(10);
        await page.keyboard.press("ArrowDown");
      }
      await page.keyboard.press("Enter");
      await page.waitForURL("**#tag/voices/delete-voice");
    });
  });

  test.each([
    [
      "en-GB",
      "API reference: HTTP API",
      "API reference: WebSockets",
      "JavaScript",
      "Create speech",
    ],
    ["tr-TR", "API referansı: HTTP API", "API referansı: WebSocket", "JavaScript", "Seslendirme"],
  ])(
    "without a script it says what it is and needs, lists every operation, and leads to all files, in %s",
    async (locale, http, sockets, needed, speech) => {
      const anchors = await operationIds();
      const context = await browser!.newContext({ locale, javaScriptEnabled: false });
      const page = await context.newPage();
      const main = page.getByRole("main");
      const expectTitle = async (title: string) => {
        expect(await main.getByRole("heading", { level: 1 }).innerText()).toBe(title);
        expect(await main.locator(".notice").innerText()).toContain(needed);
        const links = main.locator(".notice").getByRole("link");
        const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
        expect(hrefs).toEqual([
          "/v1/openapi.json",
          "/v1/asyncapi.json",
          "/llms-full.txt",
          "/llms.txt",
        ]);
        for (const href of hrefs) {
          expect((await page.request.get(new URL(href ?? "", service.url).href)).status()).toBe(
            200,
          );
        }
        expect(await sidewaysScroll(page)).toEqual([]);
      };
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(new URL("/docs/reference/create-speech", service.url).href);
      expect(new URL(page.url()).hash).toBe("#create-speech");
      await expectTitle(http);
      for (const anchor of anchors) expect(await page.locator(`#${anchor}`).count()).toBe(1);
      expect(await page.locator("#create-speech").textContent()).toContain(speech);
      await page.goto(new URL("/docs/reference/sockets", service.url).href);
      await expectTitle(sockets);
      await context.close();
    },
  );
});
