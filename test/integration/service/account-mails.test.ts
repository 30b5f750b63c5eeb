import { afterAll, beforeAll, expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { type DashboardClient, dashboardClient } from "../../support/service/dashboard-client.ts";
import {
  linkIn,
  type MailingService,
  startMailingService,
} from "../../support/service/mailing-service.ts";

const password = "dört sözcükten bir parola";
const another = "yepyeni ve uzun bir cümle";

describeWithOneDatabase("accounts by mail", (empty) => {
  let mailing: MailingService;
  beforeAll(async () => {
    mailing = await startMailingService({ TRUSTED_PROXIES: "127.0.0.1" }, await empty("service"));
  });
  afterAll(() => mailing[Symbol.asyncDispose]());

  // Gives each visitor an address of their own, because one address may ask for a few mails only.
  let visitors = 0;
  const visit = () => dashboardClient(mailing.service.url, `10.0.0.${++visitors}`);
  const tokenIn = (link: string) => new URL(link).searchParams.get("token") ?? "";
  const isIn = async (client: DashboardClient) =>
    (await (await client.get("/dashboard")).text()).includes('content="dashboard"');
  /** Asks for something by mail and returns the status and where it leads. */
  const ask = async (form: string, email: string) => {
    const answer = await visit().post(`/dashboard/${form}`, { email });
    return [answer.status, answer.headers.get("location")];
  };
  async function signUp(email: string): Promise<DashboardClient> {
    await ask("sign-up", email);
    const token = tokenIn(linkIn(await mailing.mailTo(email)));
    const client = visit();
    const made = await client.post("/dashboard/new-account", { token, new_password: password });
    expect([made.status, made.headers.get("location")]).toEqual([303, "/dashboard"]);
    return client;
  }

  /** Signs in as the account that the service began with. */
  async function owner(): Promise<DashboardClient> {
    const client = visit();
    const { email, password: known } = mailing.service;
    await client.post("/dashboard/sign-in", { email, password: known });
    return client;
  }

  test("an account is made by the link of a mail, once, with an address that is confirmed", async () => {
    const email = "ada@example.com";
    expect(await ask("sign-up", "Ada@example.com")).toEqual([
      303,
      "/dashboard/mail-sent?about=sign-up",
    ]);
    const mail = await mailing.mailTo("Ada@example.com");
    expect(mail.subject).toBe("Create your account for Turkish Speech Service");
    expect(mail.header("auto-submitted")).toBe("auto-generated");
    const link = linkIn(mail);
    // Programs that look into mails follow links: that makes no account and does not use the link up.
    for (let look = 0; look < 2; look += 1) {
      expect((await visit().get(link.slice(mailing.service.url.length))).status).toBe(200);
    }
    expect((await visit().post("/dashboard/sign-in", { email, password })).status).toBe(401);
    const token = tokenIn(link);
    const weak = await visit().post("/dashboard/new-account", { token, new_password: "short" });
    expect(weak.status).toBe(400);
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => {
        const fields = { token, new_password: password };
        return (await visit().post("/dashboard/new-account", fields)).status;
      }),
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([303, 410, 410]);
    const client = visit();
    expect((await client.post("/dashboard/sign-in", { email, password })).status).toBe(303);
    expect(await (await client.get("/dashboard/account")).text()).toContain("Confirmed");
  });

  test("the link of a mail leads on to the page that was asked for", async () => {
    const next = "/dashboard/voices?design=eyJ_-";
    const email = "next@example.com";
    await visit().post("/dashboard/sign-up", { email, next });
    const link = new URL(linkIn(await mailing.mailTo(email)));
    expect(link.searchParams.get("next")).toBe(next);
    const form = await (await visit().get(link.pathname + link.search)).text();
    expect(form).toContain(`name="next" value="${next}"`);
    const fields = { token: tokenIn(link.href), new_password: password, next };
    const made = await visit().post("/dashboard/new-account", fields);
    expect(made.headers.get("location")).toBe(next);
  });

  test("a password is reset on the way to a page, which signing in leads to", async () => {
    const next = "/dashboard/usage?days=7";
    const email = "way@example.com";
    await signUp(email);
    const encoded = encodeURIComponent(next);
    const signInPage = await (await visit().get(next)).text();
    expect(signInPage).toContain(`href="/dashboard/lost-password?next=${encoded}"`);
    const lost = await (await visit().get(`/dashboard/lost-password?next=${encoded}`)).text();
    expect(lost).toContain(`name="next" value="${next}"`);
    await visit().post("/dashboard/lost-password", { email, next });
    const link = new URL(linkIn(await mailing.mailTo(email, 1)));
    expect(link.searchParams.get("next")).toBe(next);
    const client = visit();
    const fields = { token: tokenIn(link.href), new_password: another, next };
    const set = await client.post("/dashboard/new-password", fields);
    expect(set.headers.get("location")).toBe(`/dashboard?notice=password-set&next=${encoded}`);
    const signInForm = await (await client.get(set.headers.get("location") ?? "")).text();
    expect(signInForm).toContain(`name="next" value="${next}"`);
    const signedIn = await client.post("/dashboard/sign-in", { email, password: another, next });
    expect(signedIn.headers.get("location")).toBe(next);
    // A page elsewhere is not led to.
    const elsewhere = `/dashboard?notice=password-set&next=${encodeURIComponent("//evil.example")}`;
    expect(await (await visit().get(elsewhere)).text()).toContain('name="next" value="/dashboard"');
  });

  test("nobody learns who has an account: the page is the same, the mail is not", async () => {
    const email = "known@example.com";
    await signUp(email);
    const answers = [];
    for (const form of ["sign-up", "lost-password"]) {
      for (const address of [email, `nobody-${form}@example.com`]) {
        answers.push([form, ...(await ask(form, address))]);
      }
    }
    const signUpAnswer = ["sign-up", 303, "/dashboard/mail-sent?about=sign-up"];
    const lostAnswer = ["lost-password", 303, "/dashboard/mail-sent?about=password"];
    expect(answers).toEqual([signUpAnswer, signUpAnswer, lostAnswer, lostAnswer]);
    // Each is on its way by itself: the second may come first.
    const mails = [await mailing.mailTo(email, 1), await mailing.mailTo(email, 2)];
    const subjects = mails.map(({ subject }) => subject).join("; ");
    for (const part of ["You already have an account", "Reset your password"]) {
      expect(subjects).toContain(part);
    }
    await mailing.mailTo("nobody-sign-up@example.com");
    expect(mailing.mailsTo("nobody-lost-password@example.com")).toEqual([]);
  });

  test("a lost password is replaced by the newest link or any other, once; all sessions end", async () => {
    const email = "lost@example.com";
    const there = await signUp(email);
    await ask("lost-password", email);
    await ask("lost-password", email);
    const first = tokenIn(linkIn(await mailing.mailTo(email, 1)));
    const second = tokenIn(linkIn(await mailing.mailTo(email, 2)));
    const reset = async (token: string) => {
      const client = visit();
      const answer = await client.post("/dashboard/new-password", {
        token,
        new_password: another,
      });
      return [answer.status, answer.headers.get("location"), await isIn(client)];
    };
    expect(await isIn(there)).toBe(true);
    // A token for something else sets no password.
    expect((await reset("nonsense"))[0]).toBe(410);
    expect(await reset(second)).toEqual([303, "/dashboard?notice=password-set", false]);
    expect((await reset(first))[0]).toBe(410);
    expect((await reset(second))[0]).toBe(410);
    expect(await isIn(there)).toBe(false);
    expect((await visit().post("/dashboard/sign-in", { email, password })).status).toBe(401);
    const again = await visit().post("/dashboard/sign-in", { email, password: another });
    expect(again.status).toBe(303);
  });

  test("an address is confirmed by whoever is signed in with it, not by its owner's click", async () => {
    const { email, password: known } = mailing.service;
    const owner = visit();
    await owner.post("/dashboard/sign-in", { email, password: known });
    expect(await (await owner.get("/dashboard/account")).text()).toContain("Not confirmed");
    await owner.post("/dashboard/account/confirm", {});
    const link = linkIn(await mailing.mailTo(email));
    const token = tokenIn(link);
    const stranger = await signUp("stranger@example.com");
    expect((await stranger.post("/dashboard/confirm-address", { token })).status).toBe(410);
    const page = await (await visit().get(link.slice(mailing.service.url.length))).text();
    expect(page).toContain(`name="next" value="/dashboard/confirm-address?token=${token}"`);
    expect((await owner.get(link.slice(mailing.service.url.length))).status).toBe(200);
    const confirmed = await owner.post("/dashboard/confirm-address", { token });
    expect(confirmed.headers.get("location")).toBe("/dashboard/account?changed=address");
    expect(await (await owner.get("/dashboard/account")).text()).not.toContain("Not confirmed");
    expect((await owner.post("/dashboard/confirm-address", { token })).status).toBe(410);
  });

  test("another address is confirmed by its mail, and the one before is told", async () => {
    const [before, after] = ["before@example.com", "after@example.com"];
    const client = await signUp(before);
    await ask("lost-password", before);
    const reset = tokenIn(linkIn(await mailing.mailTo(before, 1)));
    const change = (fields: Record<string, string>) =>
      client.post("/dashboard/account/email", {
        new_email: after,
        current_password: password,
        ...fields,
      });
    const refusals = [
      { new_email: "nowhere" },
      { new_email: before },
      { current_password: "wrong" },
    ];
    const statuses = [];
    for (const refusal of refusals) statuses.push((await change(refusal)).status);
    expect(statuses).toEqual([400, 400, 403]);
    expect((await change({ new_email: "After@example.com" })).headers.get("location")).toBe(
      "/dashboard/account?changed=mail-sent-to-new",
    );
    const link = linkIn(await mailing.mailTo(after));
    const token = tokenIn(link);
    const stranger = await owner();
    expect((await stranger.post("/dashboard/new-address", { token })).status).toBe(410);
    expect(await (await client.get("/dashboard/account")).text()).not.toContain(after);
    expect((await client.get(link.slice(mailing.service.url.length))).status).toBe(200);
    const changed = await client.post("/dashboard/new-address", { token });
    expect(changed.headers.get("location")).toBe("/dashboard/account?changed=email");
    const page = await (await client.get("/dashboard/account")).text();
    expect(page).toContain(after);
    expect(page).not.toContain(before);
    expect((await mailing.mailTo(before, 2)).text).toContain(`is now ${after}`);
    // A link that went to the address before gives nobody the account.
    const late = { token: reset, new_password: another };
    expect((await visit().post("/dashboard/new-password", late)).status).toBe(410);
    expect((await client.post("/dashboard/new-address", { token })).status).toBe(410);
    expect((await visit().post("/dashboard/sign-in", { email: after, password })).status).toBe(303);
  });

  test("an address that somebody has is not taken from them, and the page does not tell", async () => {
    const client = await owner();
    const email = "known@example.com";
    const had = mailing.mailsTo(email).length;
    const fields = { new_email: email, current_password: mailing.service.password };
    const answer = await client.post("/dashboard/account/email", fields);
    expect(answer.headers.get("location")).toBe("/dashboard/account?changed=mail-sent-to-new");
    const mail = await mailing.mailTo(email, had);
    expect(mail.subject).toContain("You already have an account");
  });

  test("an address gets so many mails in an hour, whoever asks for them", async () => {
    const statuses = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await ask("lost-password", "Flooded@example.com"))[0]);
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    expect((await ask("sign-up", "flooded@example.com"))[0]).toBe(429);
  });

  test("mails are in the language of the page that asked", async () => {
    const email = "dil@example.com";
    await fetch(new URL("/dashboard/sign-up?lang=tr", mailing.service.url), {
      method: "POST",
      headers: { origin: mailing.service.url },
      body: new URLSearchParams({ email }),
      redirect: "manual",
    });
    const mail = await mailing.mailTo(email);
    expect(mail.subject).toBe("Türkçe Konuşma Hizmeti hesabınızı açın");
    expect(mail.header("content-language")).toBe("tr");
  });
});
