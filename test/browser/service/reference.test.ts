import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFaults } from "../../support/browser/axe.ts";
import { installChromium, launchChromium } from "../../support/browser/chromium.ts";
import { complaintsOf } from "../../support/browser/complaints.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { servicePageTakenOver } from "../../support/browser/taken-over.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

const browser = await launchChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
}

describe.skipIf(browser === undefined)(`the reference in Chromium${hint}`, () => {
  let service: SharedSpeechService;
  beforeAll(async () => {
    service = await sharedSpeechService();
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** Opens a page of the reference; fails when it complains, violates its policy or asks another host for something. */
  async function at(
    path: string,
    work: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const context = await browser!.newContext({ locale: "en-GB", ...options });
    const page = await context.newPage();
    const complaints = complaintsOf(page, /the server responded with a status of/);
    const origin = new URL(service.url).origin;
    page.on("request", (request) => {
      const { protocol, origin: asked } = new URL(request.url());
      if (protocol !== "data:" && protocol !== "blob:" && asked !== origin) {
        complaints.push(`asked for ${request.url()}`);
      }
    });
    await context.exposeFunction("tellViolation", (told: string) => complaints.push(told));
    await context.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", (event) => {
        const { tellViolation } = globalThis as unknown as {
          tellViolation: (told: string) => void;
        };
        tellViolation(`${event.effectiveDirective} ${event.sourceFile}:${event.lineNumber}`);
      }),
    );
    await page.goto(new URL(path, service.url).href, { waitUntil: "load" });
    await servicePageTakenOver(page);
    await work(page);
    await context.close();
    expect(complaints).toEqual([]);
  }

  const operationIds = async (): Promise<readonly string[]> => {
    const { paths } = (await (await service.call("/v1/openapi.json")).json()) as OpenApi;
    return Object.values(paths)
      .flatMap((byMethod) => Object.values(byMethod))
      .map(({ operationId }) => operationId.replaceAll(/[A-Z]/g, (one) => `-${one.toLowerCase()}`));
  };

  test.each([
    ["en-GB", "Create speech", "Live speech", "Try it"],
    ["tr-TR", "Seslendirme", "Canlı seslendirme", "Deneyin"],
  ])("has every operation and socket, in %s", async (locale, speech, socket, tryIt) => {
    const anchors = await operationIds();
    await at(
      "/docs/reference",
      async (page) => {
        const links = page.getByRole("complementary").getByRole("link");
        const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
        for (const anchor of anchors) {
          expect(hrefs.filter((href) => href?.endsWith(`/${anchor}`))).toHaveLength(1);
        }
        await links.filter({ hasText: speech }).last().click();
        await page.getByRole("heading", { name: speech, exact: true }).last().waitFor();
        await page
          .getByRole("button", { name: new RegExp(tryIt) })
          .first()
          .waitFor();
      },
      { locale },
    );
    await at(
      "/docs/reference/sockets",
      async (page) => {
        await page.getByRole("complementary").getByRole("link", { name: socket }).click();
        await page.getByRole("heading", { name: socket, exact: true }).first().waitFor();
      },
      { locale },
    );
  });

  test("the addresses that operations had for themselves lead to them", async () => {
    for (const anchor of await operationIds()) {
      const answer = await fetch(new URL(`/docs/reference/${anchor}`, service.url), {
        redirect: "manual",
      });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        308,
        `/docs/reference#${anchor}`,
      ]);
    }
    await at("/docs/reference/delete-voice", async (page) => {
      const heading = page.getByRole("heading", { name: "Delete a saved voice" });
      await expect.poll(() => heading.boundingBox().then((box) => box?.y ?? -1)).toBeLessThan(900);
      expect(new URL(page.url()).hash).toBe("#tag/voices/delete-voice");
    });
    await at("/docs/reference/live-speech", async (page) => {
      expect(new URL(page.url()).pathname).toBe("/docs/reference/sockets");
      expect(new URL(page.url()).hash).toBe("#channel/livespeech");
    });
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
  const tabFaults = async (page: Page, most: number, isEnough?: RegExp): Promise<string[]> => {
    const faults: string[] = [];
    let before = "";
    for (let press = 0; press < most; press += 1) {
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
      await tryIt(page, "list-models");
      const answered = page.waitForResponse((answer) => answer.url().endsWith("/v1/models"));
      expect(await tabFaults(page, 20, /^Send/)).toEqual([]);
      await page.keyboard.press("Enter");
      const answer = await answered;
      expect(await answer.request().headerValue("authorization")).toBe(`Bearer ${service.key}`);
      await page.getByText("200 OK").first().waitFor();
      await page.locator(".cm-content", { hasText: "transcribe-1" }).waitFor();
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
    await at("/docs/reference#create-speech", async (page) => {
      await tryIt(page, "create-speech");
      await page.keyboard.press("Control+Enter");
      await page.getByText("200 OK").first().waitFor();
      await page.locator("audio").waitFor({ state: "attached" });
      expect(await page.locator("audio").count()).toBe(1);
    });
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

  test.each(["/docs/reference", "/docs/reference/sockets"])(
    "%s has no fault that axe finds, and fits a phone",
    async (path) => {
      for (const colorScheme of ["light", "dark"] as const) {
        for (const locale of ["tr-TR", "en-GB"]) {
          await at(
            path,
            async (page) => {
              await page.getByRole("heading", { level: 1 }).waitFor();
              expect(await axeFaults(page)).toEqual([]);
              await page.setViewportSize({ width: 320, height: 640 });
              expect(await sidewaysScroll(page)).toEqual([]);
            },
            { colorScheme, locale, reducedMotion: "reduce" },
          );
        }
      }
    },
  );

  test("without a script it lists every operation, and leads to the document", async () => {
    const anchors = await operationIds();
    const context = await browser!.newContext({ locale: "tr-TR", javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(new URL("/docs/reference/create-speech", service.url).href);
    expect(new URL(page.url()).hash).toBe("#create-speech");
    for (const anchor of anchors) expect(await page.locator(`#${anchor}`).count()).toBe(1);
    expect(await page.locator("#create-speech").textContent()).toContain("Seslendirme");
    const main = page.getByRole("main");
    expect(await main.getByRole("link", { name: "OpenAPI" }).getAttribute("href")).toBe(
      "/v1/openapi.json",
    );
    await context.close();
  });
});
