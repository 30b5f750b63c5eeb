import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, longTest, shortTest } from "../../support/lengths.ts";

import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { openDashboard } from "../../support/browser/dashboard-page.ts";
import { dashboardClient } from "../../support/service/dashboard-client.ts";
import { freePort } from "../../support/free-port.ts";
import {
  type OpenIdProviderServer,
  startOpenIdProvider,
} from "../../support/servers/openid-provider.ts";
import { shownCode } from "../../support/service/authenticator-app.ts";
import {
  linkIn,
  type MailingService,
  startMailingService,
} from "../../support/service/mailing-service.ts";

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";
const password = "dört sözcükten bir parola";
const another = "yepyeni ve uzun bir cümle";

describe.skipIf(browser === undefined)(`the way in, in Chromium${hint}`, () => {
  let mailing: MailingService;
  let provider: OpenIdProviderServer;

  beforeAll(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    provider = await startOpenIdProvider(`${url}/dashboard/provider/callback`);
    mailing = await startMailingService({
      SERVICE_PORT: String(port),
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
    });
  });
  afterAll(async () => {
    await mailing[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const open = (path: string, options: Parameters<typeof openDashboard>[2] = {}) =>
    openDashboard(browser, `${mailing.service.url}${path}`, options);
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const isIn = async (page: Page) => {
    await page.goto(`${mailing.service.url}/dashboard`);
    return (await page.locator(".dashboard").count()) === 1;
  };

  /** The names of the fields that say what is wrong with them. */
  const faultyFields = (page: Page) =>
    page
      .locator(".field:has(.complaint) input")
      .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ name }) => name));

  async function signOut(page: Page): Promise<void> {
    await page.locator(".account-opener").click();
    await page.locator(".menu").getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  }

  /** Makes an account by the link of a mail, without its pages, and returns the cookie of its session. */
  async function cookieOfNew(email: string): Promise<string> {
    const client = dashboardClient(mailing.service.url);
    await client.post("/dashboard/sign-up", { email });
    const token = new URL(linkIn(await mailing.mailTo(email))).searchParams.get("token") ?? "";
    await client.post("/dashboard/new-account", { token, new_password: password });
    return client.cookie();
  }

  /** Makes an account by the link of a mail. */
  async function signUp(page: Page, email: string): Promise<void> {
    await page.goto(`${mailing.service.url}/dashboard/sign-up`);
    await page.getByLabel("E-mail").fill(email);
    await button(page, "Send link").click();
    await page.getByRole("heading", { name: "Check your e-mail" }).waitFor();
    await page.goto(linkIn(await mailing.mailTo(email)));
    await page.getByLabel("Password", { exact: true }).fill(password);
    await button(page, "Create account").click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
  }

  async function signIn(page: Page, email: string, given: string): Promise<void> {
    await page.goto(`${mailing.service.url}/dashboard`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(given);
    await button(page, "Sign in").click();
  }

  /** Signs in at the provider's own pages, and comes back. */
  async function continueWithProvider(page: Page, email: string, link: RegExp): Promise<void> {
    await page.getByRole("link", { name: link }).click();
    await page.locator("input[name=login]").fill(email);
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    await page.locator("button[type=submit]", { hasText: "Continue" }).click();
    await page.waitForURL(`${mailing.service.url}/**`);
  }

  // Also without a script: forms have to do it alone.
  test.each(casesOf([true], [false]))(
    "an account is made, left, and its password reset by mail; a script runs: %s",
    async (javaScriptEnabled) => {
      const email = `mail-${javaScriptEnabled}@example.com`;
      await using opened = await open("/dashboard", { javaScriptEnabled });
      const { page } = opened;
      // What is missing is told at its field, by the page and not by the browser.
      for (const [given, faults] of [
        ["", ["email", "password"]],
        [email, ["password"]],
      ] as const) {
        await page.getByLabel("E-mail").fill(given);
        await button(page, "Sign in").click();
        await page.locator("[aria-invalid]").nth(faults.length).waitFor({ state: "detached" });
        await page.getByText("Fill in this field.").first().waitFor();
        expect(await faultyFields(page)).toEqual(faults);
        expect(await page.locator(":focus").getAttribute("name")).toBe(faults[0]);
      }
      await signUp(page, email);
      await signOut(page);
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await page.getByLabel("E-mail").fill(email);
      await button(page, "Send link").click();
      await page.getByRole("heading", { name: "Check your e-mail" }).waitFor();
      const link = linkIn(await mailing.mailTo(email, 1));
      await page.goto(link);
      await page.getByLabel("Password", { exact: true }).fill("parola123456");
      await button(page, "Set password").click();
      await page.getByLabel("Password", { exact: true }).fill(another);
      await button(page, "Set password").click();
      await page.getByText("Your password was changed.").waitFor();
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(another);
      await button(page, "Sign in").click();
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      await page.goto(link);
      await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
      expect(opened.complaints.filter((one) => !/status of (?:400|410)/.test(one))).toEqual([]);
    },
  );

  longTest.each([true, false])(
    "the second step is turned on, asked for, and ends with a recovery code; a script runs: %s",
    async (javaScriptEnabled) => {
      const email = `two-${javaScriptEnabled}@example.com`;
      const cookie = await cookieOfNew(email);
      await using opened = await open("/dashboard", { javaScriptEnabled, cookie });
      const { page } = opened;
      await page.goto(`${mailing.service.url}/dashboard/account`);
      await button(page, "Set up").click();
      const picture = page.getByRole("img", { name: "QR code" });
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).not.toBe(0);
      const secret = (await page.locator(".secret").textContent()) ?? "";
      await page.getByLabel("Code shown by the app").fill(shownCode(secret));
      await page.getByLabel("Current password", { exact: true }).fill(password);
      await button(page, "Turn on").click();
      const [code = ""] = await page.locator(".recovery-codes code").allTextContents();
      await page.getByRole("link", { name: "I have saved the codes" }).click();
      await page.getByText("You have 10 recovery codes left.").waitFor();
      await signOut(page);

      await signIn(page, email, password);
      await page.getByLabel(/^Code from your app/).fill("12345");
      await button(page, "Sign in").click();
      await page.getByText("Incorrect code.").waitFor();
      await page.getByLabel(/^Code from your app/).fill(shownCode(secret, 1));
      await button(page, "Sign in").click();
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      await signOut(page);
      await signIn(page, email, password);
      await page.getByLabel(/^Code from your app/).fill(code);
      await button(page, "Sign in").click();
      await page.goto(`${mailing.service.url}/dashboard/account`);
      await page.getByText("You have 9 recovery codes left.").waitFor();
      expect(opened.complaints.filter((one) => !/status of 403/.test(one))).toEqual([]);
    },
  );

  longTest("a session is signed out from another browser", async () => {
    const email = "sessions@example.com";
    await using here = await open("/dashboard", { cookie: await cookieOfNew(email) });
    await using there = await open("/dashboard");
    await signIn(there.page, email, password);
    await here.page.goto(`${mailing.service.url}/dashboard/account`);
    const other = here.page.locator(".row", { hasText: "Last used" });
    expect(await other.count()).toBe(1);
    await other.getByRole("button").click();
    await here.page.getByText("The session was signed out.").waitFor();
    expect([await isIn(here.page), await isIn(there.page)]).toEqual([true, false]);
  });

  shortTest(
    "somebody new signs in with the provider, and again; the page that was asked for is shown",
    async () => {
      await using opened = await open("/dashboard/usage?days=7");
      const { page } = opened;
      await continueWithProvider(page, "new@example.com", /^Continue with/);
      expect(new URL(page.url()).pathname).toBe("/dashboard/usage");
      await page.goto(`${mailing.service.url}/dashboard/account`);
      await page.getByText("You have no password yet.").waitFor();
      await page.getByText("Connected.").waitFor();
      await signOut(page);
      // The provider knows the browser still.
      await page.getByRole("link", { name: /^Continue with/ }).click();
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      // The provider's own pages ask for fonts from elsewhere.
      expect(opened.complaints.filter((one) => !/ERR_NAME_NOT_RESOLVED/.test(one))).toEqual([]);
    },
  );

  longTest(
    "an account with the verified address is linked, one that is not confirmed is not",
    async () => {
      const email = "both@example.com";
      await cookieOfNew(email);
      await using other = await open("/dashboard");
      await continueWithProvider(other.page, email, /^Continue with/);
      await other.page.goto(`${mailing.service.url}/dashboard/account`);
      await other.page.locator("dd", { hasText: email }).waitFor();
      expect(await other.page.getByRole("button", { name: "Change password" }).count()).toBe(1);

      // The owner was made by the settings and has confirmed nothing.
      const { service } = mailing;
      await using third = await open("/dashboard");
      const { page } = third;
      await continueWithProvider(page, service.email, /^Continue with/);
      await page.getByText("Sign in with it, then connect the provider").waitFor();
      await signIn(page, service.email, service.password);
      await page.goto(`${service.url}/dashboard/account`);
      await page.getByRole("link", { name: "Connect" }).click();
      await page.getByText("Connected. You can now sign in with it.").waitFor();
      await signOut(page);
      await page.getByRole("link", { name: /^Continue with/ }).click();
      await page.getByRole("heading", { name: "Overview" }).waitFor();
    },
  );

  longTest(
    "an address that the provider has not verified lets nobody in, nor does an answer without a visit",
    async () => {
      await using opened = await open("/dashboard");
      const { page } = opened;
      await continueWithProvider(page, "unverified@example.com", /^Continue with/);
      await page.getByText("has not verified your e-mail address").waitFor();
      expect(await isIn(page)).toBe(false);
      await page.goto(`${mailing.service.url}/dashboard/provider/callback?code=a&state=b`);
      await page.getByText("Signing in took too long.").waitFor();
      // A visit that was begun ends with its own state alone.
      const begun = `${mailing.service.url}/dashboard/provider`;
      await page.context().request.get(begun, { maxRedirects: 0 });
      const iss = encodeURIComponent(provider.issuer);
      await page.goto(`${begun}/callback?code=a&state=forged&iss=${iss}`);
      await page.getByText("did not let you in").waitFor();
    },
  );

  longTest.each([true, false])(
    "somebody is invited by mail, joins, and is given another role; a script runs: %s",
    async (javaScriptEnabled) => {
      const email = `invited-${javaScriptEnabled}@example.com`;
      const cookie = await cookieOfNew(`inviting-${javaScriptEnabled}@example.com`);
      await using owner = await open("/dashboard", { javaScriptEnabled, cookie });
      await owner.page.getByRole("link", { name: "Members" }).click();
      await owner.page.getByLabel("E-mail").fill(email);
      await owner.page.locator("#role").selectOption("Billing reader");
      await button(owner.page, "Send invitation").click();
      await owner.page.getByRole("heading", { name: "Invitations" }).waitFor();

      await using guest = await open("/dashboard", { javaScriptEnabled });
      await guest.page.goto(linkIn(await mailing.mailTo(email)));
      await guest.page.getByLabel("Password", { exact: true }).fill(password);
      await button(guest.page, "Accept invitation").click();
      await guest.page.getByRole("heading", { name: "Usage", exact: true }).waitFor();
      const parts = guest.page.locator(".dashboard-side nav");
      expect(await parts.getByRole("link").allTextContents()).toEqual(["Usage"]);
      await guest.page.goto(`${mailing.service.url}/dashboard/account`);
      await guest.page.getByText("Confirmed").waitFor();

      await owner.page.reload();
      await owner.page.getByLabel(`Role of ${email}`).selectOption("Member");
      await owner.page.locator(".row", { hasText: email }).getByText("Change role").click();
      await guest.page.goto(`${mailing.service.url}/dashboard/keys`);
      await guest.page.getByRole("heading", { name: "API keys" }).waitFor();
      await owner.page.getByLabel(`Remove ${email}`).click();
      await button(owner.page, "Remove member").click();
      await owner.page.waitForLoadState();
      expect(await isIn(guest.page)).toBe(false);
      expect([...owner.complaints, ...guest.complaints]).toEqual([]);
    },
  );

  longTest(
    "somebody who is invited joins with the provider, without an account of their own",
    async () => {
      const email = "company@example.com";
      await using owner = await open("/dashboard/members");
      await signIn(owner.page, mailing.service.email, mailing.service.password);
      await owner.page.goto(`${mailing.service.url}/dashboard/members`);
      await owner.page.getByLabel("E-mail").fill(email);
      await button(owner.page, "Send invitation").click();
      await using guest = await open("/dashboard");
      const { page } = guest;
      await page.goto(linkIn(await mailing.mailTo(email)));
      await continueWithProvider(page, email, /^Continue with/);
      await page.goto(`${mailing.service.url}/dashboard/account`);
      // The menu that says so is closed.
      const account = page.getByText(`Account of ${mailing.service.email}`);
      await account.waitFor({ state: "attached" });
      expect(await page.getByRole("heading", { name: "Accounts" }).count()).toBe(0);
    },
  );
});
