import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { longDescribe, longTest, shortTest } from "../../support/lengths.ts";

import { axeFaults } from "../../support/browser/axe.ts";
import { keyboardFaults } from "../../support/browser/keyboard-walk.ts";
import { layoutShift } from "../../support/browser/layout-shift.ts";
import { openedTab } from "../../support/browser/opened-tab.ts";
import { shownFaults } from "../../support/browser/shown-faults.ts";
import { SubscribingReaders } from "../../support/browser/subscribing-readers.ts";
import { subscribePageTakenOver } from "../../support/browser/taken-over.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { eventually } from "../../support/eventually.ts";
import { linkIn, type Subscribing } from "../../support/status-api/subscribing.ts";

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

const scripts = "**/assets/*.js";

describe.skipIf(browser === undefined)(`the subscription page in Chromium${hint}`, () => {
  let readers: SubscribingReaders;
  let at: Subscribing;

  beforeAll(async () => {
    readers = await SubscribingReaders.start(browser);
    ({ at } = readers);
  });
  afterAll(() => readers[Symbol.asyncDispose]());
  beforeEach(() => at.clear());

  /** Opens the page where people subscribe, and marks it so that another page is told from it. */
  async function openPage(page: Page, path: string): Promise<Locator> {
    await readers.go(page, path);
    await subscribePageTakenOver(page);
    await page.evaluate(() => void (document.documentElement.id = "same-page"));
    return page.locator("main");
  }

  const isSamePage = async (page: Page) => (await page.locator("html#same-page").count()) === 1;
  const hasFocus = (place: Locator) =>
    place.evaluate((element) => element === document.activeElement);

  longTest("in place: refused at the field, signed up by mail, and once more", async () => {
    await readers.withPage({}, async (page) => {
      const main = await openPage(page, "/subscribe");
      const address = main.getByLabel("E-mail address");
      const submit = main.getByRole("button", { name: "Subscribe", exact: true });
      for (let presses = 0; presses < 2; presses += 1) {
        await submit.click();
        await main.getByText("Please fill this in.").waitFor();
        await eventually("the field has the focus", () => hasFocus(address));
      }
      expect(await page.title()).toBe("Please correct: Subscribe");
      await address.fill("nobody");
      await submit.click();
      await main.getByText("This is not an e-mail address.").waitFor();
      expect(await address.getAttribute("aria-invalid")).toBe("true");
      await eventually("the field has the focus", () => hasFocus(address));
      expect(await address.inputValue()).toBe("nobody");
      expect(await axeFaults(page)).toEqual([]);
      await address.fill("inplace@example.com");
      await main.getByLabel("Only these").check();
      await submit.click();
      await main.getByText("Choose at least one component, or all.").waitFor();
      await eventually("the choice has the focus", () => hasFocus(main.getByLabel("Only these")));
      await main.getByLabel("Website").check();

      const held = Promise.withResolvers<void>();
      await page.route("**/api/v2/subscribers", async (route) => {
        await held.promise;
        await route.continue();
      });
      await submit.click();
      await main.getByRole("button", { name: "Sending…" }).waitFor();
      expect(await main.getByRole("alert").count()).toBe(0);
      held.resolve();
      const said = main.getByRole("status");
      expect(await said.textContent()).toContain("If inplace@example.com is correct");
      await eventually("what is said has the focus", () => hasFocus(said));
      expect(await main.getByRole("heading").textContent()).toBe("Almost done");
      expect(await page.title()).toBe("Almost done");
      expect(await axeFaults(page)).toEqual([]);
      expect(linkIn((await at.mailTo("inplace@example.com")).text)).toContain("/confirm");
      expect(await at.onlyRow()).toMatchObject({ components: ["web"], language: "en" });

      await main.getByRole("button", { name: "Add another subscription" }).click();
      await eventually("the new form has the focus", () => hasFocus(address));
      expect(await address.inputValue()).toBe("");
      expect(await main.getByLabel("All components").isChecked()).toBe(true);
      expect(await page.title()).toBe("Subscribe");
      expect(new URL(page.url()).pathname).toBe("/subscribe");
      expect(await isSamePage(page)).toBe(true);
    });
  });

  longTest("ways change in place, and the address with them", async () => {
    await readers.withPage({}, async (page) => {
      const main = await openPage(page, "/subscribe");
      const way = (name: string) => main.getByRole("link", { name, exact: true });
      const address = () => new URL(page.url());
      await main.getByLabel("E-mail address").fill("nobody");
      await main.getByRole("button", { name: "Subscribe", exact: true }).click();
      await main.getByRole("alert").waitFor();
      await way("Slack").click();
      expect(await main.getByLabel("Address of the Slack webhook").inputValue()).toBe("");
      expect(await main.getByRole("alert").count()).toBe(0);
      expect(address().search).toBe("?channel=slack");
      expect(await page.title()).toBe("Subscribe");
      await way("Feed").click();
      await main.getByRole("link", { name: "Atom feed" }).waitFor();
      expect(address().search).toBe("?channel=feed");
      const languages = page.locator(".page-header").getByRole("link", { name: "Türkçe" });
      await eventually("the other language is of this way", async () =>
        ((await languages.getAttribute("href")) ?? "").includes("channel=feed"),
      );
      expect(await isSamePage(page)).toBe(true);
      const opened = await openedTab(page, () =>
        way("Webhook").click({ modifiers: ["ControlOrMeta"] }),
      );
      const tab = await page.context().newPage();
      await tab.goto(opened);
      await tab.getByLabel("Address of your endpoint").waitFor();
      await tab.close();
      expect(await way("Feed").getAttribute("aria-current")).toBe("true");
      await languages.click();
      expect(await page.locator("h1").textContent()).toBe("Abone ol");
      expect(address().searchParams.get("channel")).toBe("feed");
    });
  });

  longTest(
    "on the page of feeds, the choices of other ways are asked when one is chosen",
    async () => {
      await readers.withPage(
        { permissions: ["clipboard-read", "clipboard-write"] },
        async (page) => {
          const main = await openPage(page, "/subscribe?channel=feed");
          await main.getByRole("button", { name: "Copy" }).first().click();
          await main.getByRole("button", { name: "Copied" }).waitFor();
          const atom = at.url("/history.atom?lang=en").href;
          expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(atom);
          await main.getByText(atom).waitFor();

          await page.route("**/channels.json", (route) => route.abort());
          const mail = main.getByRole("link", { name: "E-mail", exact: true });
          await mail.click();
          await main.getByText("The status page did not respond.").waitFor();
          expect(await main.getByRole("link", { name: "Atom feed" }).count()).toBe(1);
          expect(await axeFaults(page)).toEqual([]);
          await page.unroute("**/channels.json");
          await mail.click();
          await main.getByLabel("Only these").check();
          await main.getByLabel("Website").check();
          await main.getByLabel("E-mail address").fill("reader@example.com");
          await page.keyboard.press("Enter");
          await main.getByText("If reader@example.com is correct").waitFor();
          expect(await at.onlyRow()).toMatchObject({ components: ["web"] });
          expect(new URL(page.url()).search).toBe("?channel=email");
          expect(await isSamePage(page)).toBe(true);
        },
      );
    },
  );

  longTest(
    "what the browser sent before the script came is taken over as it was filled in",
    async () => {
      await readers.withPage({}, async (page) => {
        await page.route(scripts, (route) => route.abort());
        await readers.go(page, "/subscribe?channel=webhook");
        await page.getByLabel("Address of your endpoint").fill("ftp://example.com/");
        await page.getByLabel("Only these").check();
        await page.getByLabel("Website").check();
        await page.unroute(scripts);
        await page.locator("main").getByRole("button", { name: "Subscribe" }).click();
        await subscribePageTakenOver(page);
        const main = page.locator("main");
        const address = main.getByLabel("Address of your endpoint");
        expect(await page.title()).toBe("Please correct: Subscribe");
        expect(await address.inputValue()).toBe("ftp://example.com/");
        expect(await main.getByLabel("Website").isChecked()).toBe(true);
        await eventually("the field has the focus", () => hasFocus(address));
        const before = at.receiver.received.length;
        await address.fill(`${at.receiver.url}/hook`);
        await main.getByRole("button", { name: "Subscribe", exact: true }).click();
        await main.getByText("The request carries the signing secret").waitFor();
        await at.receiver.got(before + 1);
        await eventually("it is confirmed", async () => (await at.onlyRow()).confirmed_at !== null);
        expect(await at.onlyRow()).toMatchObject({ components: ["web"] });
      });
    },
  );

  longTest.each([
    { path: "/subscribe", added: [] },
    { path: "/subscribe?channel=slack", added: [] },
    { path: "/subscribe?channel=feed", added: ["BUTTON", "BUTTON", "BUTTON"] },
  ])("$path: the elements that the server wrote are taken over", async ({ path, added }) => {
    await readers.withPage({}, async (page) => {
      const held = Promise.withResolvers<void>();
      await page.route(scripts, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(at.url(path).href, { waitUntil: "commit" });
      await page.locator("#page-state").waitFor({ state: "attached" });
      await page.evaluate(() => {
        for (const element of document.querySelectorAll("#subscribe *")) element.slot = "written";
      });
      held.resolve();
      await subscribePageTakenOver(page);
      // What the script adds stands there a frame later.
      await page.locator("main button").first().waitFor();
      const unknown = await page.evaluate(() =>
        [...document.querySelectorAll("#subscribe :not([slot], button *)")].map(
          ({ tagName }) => tagName,
        ),
      );
      expect(unknown).toEqual(added);
      expect(await layoutShift(page)).toEqual([]);
    });
  });

  shortTest("by keyboard alone", async () => {
    await readers.withPage({}, async (page) => {
      const main = await openPage(page, "/subscribe?channel=feed");
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      while ((await focused()) !== "E-mail") await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      const address = main.getByLabel("E-mail address");
      await address.waitFor();
      while (!(await hasFocus(address))) await page.keyboard.press("Tab");
      await page.keyboard.type("keys@example.com");
      await page.keyboard.press("Enter");
      await main.getByText("If keys@example.com is correct").waitFor();
      // At once, for the button that had the focus is gone.
      expect(await hasFocus(main.locator(".said"))).toBe(true);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await eventually("the new form has the focus", () => hasFocus(address));
      expect(await isSamePage(page)).toBe(true);
    });
  });

  longDescribe.each([
    { colorScheme: "light", locale: "tr-TR" },
    { colorScheme: "dark", locale: "en-GB" },
  ] as const)("in $locale, $colorScheme", (options) => {
    longTest(
      "axe finds nothing, the keyboard reaches all, and nothing sticks out at 320 px",
      async () => {
        await readers.withPage(
          { ...options, viewport: { width: 320, height: 640 } },
          async (page) => {
            const faults: string[] = [];
            const look = async (what: string): Promise<void> => {
              faults.push(...(await shownFaults(page)).map((fault) => `${what}: ${fault}`));
            };
            const main = await openPage(page, "/subscribe");
            for (const way of (await main.locator(".ways a").all()).toReversed()) {
              await way.click();
              const name = `${await way.textContent()}`;
              await look(name);
              faults.push(...(await keyboardFaults(page)).map((fault) => `${name}: ${fault}`));
            }
            await main.locator(".sign-up > .button").click();
            await main.getByRole("alert").waitFor();
            await look("refused");
            await main.locator("#subscribe-address").fill("done-in-place@example.com");
            await main.locator(".sign-up > .button").click();
            await main.locator(".said").waitFor();
            await look("done");
            expect(faults).toEqual([]);
          },
        );
      },
    );
  });
});
