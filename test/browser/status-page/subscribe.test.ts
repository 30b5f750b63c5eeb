import type { Page } from "playwright-core";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { longDescribe, longTest, shortTest } from "../../support/lengths.ts";

import texts from "#languages/en/status-page/subscribe.json" with { type: "json" };
import { channelNames } from "#status-api/notify/channels/channels.ts";
import { startStatusApi } from "#status-api/server.ts";

import { axeFaults } from "../../support/browser/axe.ts";
import { keyboardFaults } from "../../support/browser/keyboard-walk.ts";
import { shownFaults } from "../../support/browser/shown-faults.ts";
import { SubscribingReaders } from "../../support/browser/subscribing-readers.ts";
import { takenOver } from "../../support/browser/taken-over.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { eventually } from "../../support/eventually.ts";
import { linkIn, type Subscribing } from "../../support/status-api/subscribing.ts";

const minuteMs = 60_000;

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

describe.skipIf(browser === undefined)(`subscribing in Chromium${hint}`, () => {
  let readers: SubscribingReaders;
  let at: Subscribing;

  beforeAll(async () => {
    readers = await SubscribingReaders.start(browser);
    ({ at } = readers);
  });
  afterAll(() => readers[Symbol.asyncDispose]());
  beforeEach(() => at.clear());

  const dialog = (page: Page) => page.getByRole("dialog");

  async function openDialog(page: Page): Promise<void> {
    await readers.go(page, "/");
    await page.locator('.page-header [aria-haspopup="dialog"]').click();
    await dialog(page).locator(".ways").waitFor();
  }

  longTest(
    "in the dialog, by mail: confirmed by its link, told of an incident, ended by its link",
    async () => {
      await readers.withPage({ locale: "tr-TR" }, async (page) => {
        await openDialog(page);
        await dialog(page).getByLabel("E-posta adresi").fill("ayse@example.com");
        await dialog(page).getByLabel("Yalnızca seçtiklerim").check();
        await dialog(page).getByLabel("Seslendirme").check();
        await dialog(page).getByRole("button", { name: "Abone ol" }).click();
        const said = dialog(page).getByRole("status");
        expect(await said.textContent()).toContain("ayse@example.com doğruysa");
        expect(await dialog(page).getByRole("heading").textContent()).toBe("Az kaldı");

        const link = linkIn((await at.mailTo("ayse@example.com")).text);
        await readers.go(page, link);
        expect(await page.locator("main").textContent()).toContain("Seslendirme");
        expect((await at.onlyRow()).confirmed_at).toBeNull();
        await page.getByRole("button", { name: "Aboneliği onayla" }).click();
        expect(await page.locator("h1").textContent()).toBe("Aboneliğiniz başladı");
        expect(await at.onlyRow()).toMatchObject({ components: ["tts"], language: "tr" });

        const opened = await at.admin("POST", "/incidents", {
          name: "Synthesis is down",
          name_tr: "Sentez çalışmıyor",
          impact: "major",
          body: "We look into it.",
          body_tr: "İnceliyoruz.",
          components: ["tts"],
        });
        expect(opened).toMatchObject({ status: 201 });
        await eventually("the incident waits to be mailed", async () => {
          const waiting = await at.db.selectFrom("outbox").select("id").execute();
          return waiting.length === 2;
        });
        at.clockMs += minuteMs;
        const mail = await at.mailTo("ayse@example.com", 2);
        expect(mail.subject).toBe("[Konuşma Durumu] Sentez çalışmıyor");
        expect(mail.text).toContain("İnceliyoruz.");

        const { token } = await at.onlyRow();
        const wayOut = `/subscriptions/${token}/unsubscribe`;
        expect(mail.text).toContain(wayOut);
        await readers.go(page, wayOut);
        expect((await at.onlyRow()).ended_at).toBeNull();
        await page.getByRole("button", { name: "Abonelikten çık" }).click();
        expect(await page.locator("h1").textContent()).toBe("Abonelikten çıktınız");
        expect(await at.onlyRow()).toMatchObject({ ended_why: "unsubscribed" });
      });
    },
  );

  shortTest(
    "in the dialog, by webhook: a signed request asks for confirmation, and the secret is on its page",
    async () => {
      await readers.withPage({}, async (page) => {
        await openDialog(page);
        await dialog(page).getByRole("link", { name: "Webhook" }).click();
        const before = at.receiver.received.length;
        await dialog(page).getByLabel("Address of your endpoint").fill(`${at.receiver.url}/hook`);
        await dialog(page).getByRole("button", { name: "Subscribe", exact: true }).click();
        expect(await dialog(page).getByRole("status").textContent()).toContain("signing secret");
        await at.receiver.got(before + 1);
        const { subscription } = at.receiver.received[before]!.body;
        await eventually("it is confirmed", async () => (await at.onlyRow()).confirmed_at !== null);
        await readers.go(page, new URL(subscription.manage).pathname);
        expect(await page.locator("main code").textContent()).toBe(subscription.signing_secret);
        await page.getByLabel("Only these").check();
        await page.getByLabel("Live demos").check();
        await page.getByLabel("Türkçe").check();
        await page.getByRole("button", { name: "Save" }).click();
        expect(await page.locator("h1").textContent()).toBe("Kaydedildi");
        expect(await at.onlyRow()).toMatchObject({ components: ["demo"], language: "tr" });
      });
    },
  );

  longTest("a refusal stands at its field, which has the focus", async () => {
    await readers.withPage({}, async (page) => {
      await openDialog(page);
      const address = dialog(page).getByLabel("E-mail address");
      const submit = dialog(page).getByRole("button", { name: "Subscribe", exact: true });
      const complaint = dialog(page).getByRole("alert");
      const described = async () =>
        ((await address.getAttribute("aria-describedby")) ?? "").includes("complaint");
      await submit.click();
      expect(await complaint.textContent()).toBe("Please fill this in.");
      await address.fill("nobody");
      await submit.click();
      await dialog(page).getByText("This is not an e-mail address.").waitFor();
      expect(await address.getAttribute("aria-invalid")).toBe("true");
      expect(await described()).toBe(true);
      expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await address.inputValue()).toBe("nobody");
      expect(await axeFaults(page)).toEqual([]);

      await address.fill("ayse@example.com");
      await dialog(page).getByLabel("Only these").check();
      await submit.click();
      await dialog(page).getByText("Choose at least one component, or all.").waitFor();
      expect(await described()).toBe(false);

      await dialog(page).getByRole("link", { name: "Webhook" }).click();
      expect(await complaint.count()).toBe(0);
      await dialog(page).getByLabel("All components").check();
      await dialog(page).getByLabel("Address of your endpoint").fill("ftp://example.com/");
      await submit.click();
      await dialog(page)
        .getByText("This is not a public https:// address that can receive requests")
        .waitFor();
      expect(await at.rows()).toEqual([]);
    });
  });

  longTest("what keeps the server from answering is said, with a way on", async () => {
    await readers.withPage({}, async (page) => {
      await openDialog(page);
      await page.route("**/api/v2/subscribers", (route) => route.abort());
      await dialog(page).getByLabel("E-mail address").fill("ayse@example.com");
      const submit = dialog(page).getByRole("button", { name: "Subscribe", exact: true });
      await submit.click();
      await dialog(page).getByText("The status page did not respond.").waitFor();
      await page.unroute("**/api/v2/subscribers");
      for (let signUps = 0; signUps < 10; signUps += 1) {
        await at.post("/api/v2/subscribers", {}, "", readers.client);
      }
      await submit.click();
      await dialog(page).getByText("Please try again in ten minutes.").waitFor();
      await page.keyboard.press("Escape");
      await page.route("**/channels.json", (route) => route.abort());
      await page.locator('.page-header [aria-haspopup="dialog"]').click();
      await dialog(page).getByText("The status page did not respond.").waitFor();
      expect(await dialog(page).getByRole("link", { name: "Atom feed" }).count()).toBe(1);
      expect(await axeFaults(page)).toEqual([]);
    });
  });

  longTest("while the server takes its time, the dialog says what it does", async () => {
    await readers.withPage({}, async (page) => {
      await readers.go(page, "/");
      const held = Promise.withResolvers<void>();
      await page.route("**/channels.json", async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.locator('.page-header [aria-haspopup="dialog"]').click();
      await dialog(page).getByText("Loading…").waitFor();
      expect(await axeFaults(page)).toEqual([]);
      held.resolve();
      await dialog(page).getByLabel("E-mail address").waitFor();
    });
  });

  longTest("by keyboard alone", async () => {
    await readers.withPage({}, async (page) => {
      await readers.go(page, "/");
      const button = page.locator('.page-header [aria-haspopup="dialog"]');
      await button.waitFor();
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      while ((await focused()) !== "Subscribe") await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await dialog(page).locator(".ways").waitFor();
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      await expect
        .poll(() => button.evaluate((link) => link === document.activeElement))
        .toBe(true);
      await page.keyboard.press("Enter");
      const address = dialog(page).getByLabel("E-mail address");
      await address.waitFor();
      // The channels, the feeds, and then the address.
      const tabs = channelNames.length + 2;
      for (let tab = 0; tab < tabs; tab += 1) await page.keyboard.press("Tab");
      expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
      await page.keyboard.type("keys@example.com");
      await page.keyboard.press("Tab");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await page.keyboard.press("Enter");
      await dialog(page).getByText("If keys@example.com is correct").waitFor();
      expect(await at.onlyRow()).toMatchObject({ components: ["stt-file"], language: "en" });
    });
  });

  longTest("without a script: refused at the field, then done, all of it on pages", async () => {
    await readers.withPage({ javaScriptEnabled: false }, async (page) => {
      await readers.go(page, "/");
      await page.locator(".page-header").getByRole("link", { name: "Subscribe" }).click();
      const address = page.getByLabel("E-mail address");
      await address.fill("nobody");
      await page.getByLabel("Only these").check();
      await page.getByLabel("Website").check();
      await page.locator("main").getByRole("button", { name: "Subscribe" }).click();
      expect(await page.getByRole("alert").textContent()).toContain(
        "This is not an e-mail address.",
      );
      expect(await page.title()).toBe("Please correct: Subscribe");
      expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await address.inputValue()).toBe("nobody");
      expect(await page.getByLabel("Website").isChecked()).toBe(true);
      await address.fill("form@example.com");
      await page.locator("main").getByRole("button", { name: "Subscribe" }).click();
      expect(await page.locator("h1").textContent()).toBe("Almost done");
      await at.mailTo("form@example.com");
      expect(await at.onlyRow()).toMatchObject({ components: ["web"], language: "en" });
      await readers.go(page, "/subscribe");
      await page.getByRole("link", { name: "Feed", exact: true }).click();
      const feed = page.locator("main").getByRole("link", { name: "Atom feed" });
      expect(await feed.getAttribute("href")).toBe("/history.atom?lang=en");
      await page.locator(".page-header").getByRole("link", { name: "Türkçe" }).click();
      expect(await page.locator("h1").textContent()).toBe("Abone ol");
      expect(new URL(page.url()).pathname).toBe("/subscribe");
    });
  });

  longTest("without a mail server, e-mail is not offered", async () => {
    await using api = await startStatusApi({
      db: at.db,
      host: "127.0.0.1",
      port: 0,
      subscriptions: {
        statusUrl: "https://status.example.org",
        mail: undefined,
        webhooks: { allowPrivate: false },
      },
      logger: pino({ level: "silent" }),
    });
    await readers.withPage({}, async (page) => {
      await page.goto(api.url);
      await page.locator('.page-header [aria-haspopup="dialog"]').click();
      await dialog(page).getByText("This page does not send e-mail.").waitFor();
      const withoutMail = channelNames.filter((name) => name !== "email");
      expect(await dialog(page).locator(".ways a").allTextContents()).toEqual([
        ...withoutMail.map((name) => texts.channels[name].name),
        texts.feed,
      ]);
    });
  });

  longTest(
    "the code of a badge and the addresses of feeds are copied as they are shown",
    async () => {
      await readers.withPage(
        { permissions: ["clipboard-read", "clipboard-write"] },
        async (page) => {
          await openDialog(page);
          await dialog(page).getByRole("link", { name: "Feed", exact: true }).click();
          await dialog(page).getByRole("button", { name: "Copy" }).first().click();
          await dialog(page).getByRole("button", { name: "Copied" }).waitFor();
          const copied = () => page.evaluate(() => navigator.clipboard.readText());
          expect(await copied()).toBe(at.url("/history.atom?lang=en").href);
          await page.keyboard.press("Escape");
          await page.getByText("Live badges for your README or site").click();
          await page.locator(".badge summary").click();
          await page.locator(".badge").getByRole("button", { name: "Copy" }).first().click();
          await page.locator(".badge").getByRole("button", { name: "Copied" }).waitFor();
          expect(await copied()).toBe(
            "[![All components: status](https://status.example.org/badge/overall.svg)](https://status.example.org/)",
          );
          const isDrawn = (image: Element) =>
            image instanceof HTMLImageElement && image.naturalWidth > 0;
          const badge = page.locator(".badge img");
          await eventually("the badge is drawn", () => badge.evaluate(isDrawn));
        },
      );
    },
  );

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
            await at.signUp({ channel: "email", address: "looks@example.com" });
            const confirm = linkIn((await at.mailTo("looks@example.com")).text);
            const manage = confirm.replace("/confirm", "");
            const paths = [
              "/subscribe",
              "/subscribe?channel=slack",
              "/subscribe?channel=feed",
              confirm,
              manage,
              `${manage}/unsubscribe`,
              "/subscriptions/nobody",
            ];
            for (const path of paths) {
              await readers.go(page, path);
              await takenOver(page);
              await look(path);
              faults.push(...(await keyboardFaults(page)).map((fault) => `${path}: ${fault}`));
            }
            await openDialog(page);
            for (const way of await dialog(page).locator(".ways a").all()) {
              await way.click();
              await look(`the dialog, ${await way.textContent()}`);
            }
            await dialog(page).locator(".ways a").first().click();
            await dialog(page).locator('[value="some"]').check();
            await dialog(page).locator("#subscribe-address").fill("done@example.com");
            await dialog(page).locator('[value="tts"]').check();
            await dialog(page).locator(".sign-up > .button").click();
            await dialog(page).locator(".said").waitFor();
            await look("the dialog, done");
            expect(faults).toEqual([]);
          },
        );
      },
    );
  });
});
