import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { longTest, shortDescribe, shortTest } from "../../support/lengths.ts";

import { newId } from "#monitor/store/new-id.ts";
import { channelNames, channels } from "#status-api/notify/channels/channels.ts";
import { forgetWhatIsOver } from "#status-api/notify/subscriber-store.ts";
import { languages } from "#web-kit/language/languages.ts";

import { eventually } from "../../support/eventually.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { ownStyles, styleSource } from "../../support/own-styles.ts";
import { writeIncident } from "../../support/status-api/status-history.ts";
import { form, linkIn, Subscribing } from "../../support/status-api/subscribing.ts";
import { status } from "../../support/servers/webhook-receiver.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describeWithOneDatabase("subscribing", (empty) => {
  let at: Subscribing;
  beforeAll(async () => void (at = await Subscribing.start(await empty())));
  afterAll(() => at[Symbol.asyncDispose]());
  beforeEach(() => at.clear());

  const untold = () =>
    at.db.selectFrom("incident_updates").select("id").where("notified_at", "is", null).execute();
  const writeOutage = (componentIds: readonly string[]) =>
    writeIncident(at.db, {
      id: newId(),
      name: "Outage",
      impact: "major",
      automatic: false,
      componentIds,
      updates: [{ status: "investigating", body: "We look.", atMs: at.clockMs }],
    });

  longTest(
    "by e-mail begins with the button behind a mailed link, and nothing is sent before",
    async () => {
      const response = await at.signUp({
        channel: "email",
        address: " Ayse@Example.com",
        language: "tr",
      });
      expect(response.status).toBe(202);
      expect(await response.json()).toEqual({ status: "confirmation_pending", channel: "email" });
      const mail = await at.mailTo("ayse@example.com");
      expect(mail.subject).toBe("Konuşma Durumu aboneliğinizi onaylayın");
      expect(mail.header("list-unsubscribe")).toBeUndefined();
      const link = linkIn(mail.text);
      expect(mail.html).toContain(link);

      await writeOutage(["tts"]);
      await eventually("it was told to nobody", async () => (await untold()).length === 0);
      const page = await at.get(link);
      expect(page.status).toBe(200);
      const document = await page.text();
      expect(document).toContain('<html lang="tr">');
      expect(document).toContain(`<form method="post" action="${link}">`);
      expect((await fetch(at.url(link), { method: "HEAD" })).status).toBe(200);
      expect((await at.onlyRow()).confirmed_at).toBeNull();

      for (const _twice of [1, 2]) {
        const confirmed = await at.post(link, form, "");
        expect(await confirmed.text()).toContain("Aboneliğiniz başladı");
      }
      expect((await at.onlyRow()).confirmed_at).not.toBeNull();
      await writeOutage(["tts"]);
      at.clockMs += minuteMs;
      await eventually("the outbox has it", async () => {
        const waiting = await at.db.selectFrom("outbox").select("id").execute();
        return waiting.length === 2;
      });
      at.clockMs += minuteMs;
      const announcement = await at.mailTo("ayse@example.com", 2);
      expect(announcement.subject).toBe("[Konuşma Durumu] Outage");
      expect(at.mailsTo("ayse@example.com")).toHaveLength(2);
    },
  );

  shortTest("ends by one request of a mail program, never by opening the link", async () => {
    await at.signUp({ channel: "email", address: "one@example.com" });
    const link = linkIn((await at.mailTo("one@example.com")).text);
    await at.post(link, form, "");
    const { token } = await at.onlyRow();
    const unsubscribe = `/subscriptions/${token}/unsubscribe`;
    const opened = await at.get(unsubscribe);
    expect(await opened.text()).toContain(`action="${unsubscribe}"`);
    expect((await at.onlyRow()).ended_at).toBeNull();
    const ended = await at.post(unsubscribe, form, "List-Unsubscribe=One-Click");
    expect(ended.status).toBe(200);
    expect(await at.onlyRow()).toMatchObject({ ended_why: "unsubscribed" });
    expect(await (await at.get(unsubscribe)).text()).toContain("You are unsubscribed");
    expect(await (await at.post(link, form, "")).text()).toContain("You are unsubscribed");
    expect(await at.onlyRow()).toMatchObject({ ended_why: "unsubscribed" });
    const again = await at.signUp({ channel: "email", address: "one@example.com" });
    expect(again.status).toBe(202);
    expect(linkIn((await at.mailTo("one@example.com", 2)).text)).not.toBe(link);
  });

  longTest("also ends by a one-click request that comes as multipart", async () => {
    await at.signUp({ channel: "email", address: "multi@example.com" });
    await at.mailTo("multi@example.com");
    const { token } = await at.onlyRow();
    const body = new FormData();
    body.set("List-Unsubscribe", "One-Click");
    const response = await fetch(at.url(`/subscriptions/${token}/unsubscribe`), {
      method: "POST",
      body,
    });
    expect(response.status).toBe(200);
    expect(await at.onlyRow()).toMatchObject({ ended_why: "unsubscribed" });
  });

  shortTest(
    "is answered alike whether an address is known or not, and asks it once in ten minutes",
    async () => {
      const wish = { channel: "email", address: "veli@example.com" };
      const first = await at.signUp(wish);
      await at.mailTo("veli@example.com");
      const link = linkIn((await at.mailTo("veli@example.com")).text);
      const repeated = await at.signUp(wish);
      await at.post(link, form, "");
      const known = await at.signUp({ ...wish, components: ["docs"], language: "tr" });
      const shapes = await Promise.all(
        [first, repeated, known].map(async (response) => ({
          status: response.status,
          body: await response.json(),
          headers: [...response.headers.keys()],
        })),
      );
      expect(shapes[1]).toEqual(shapes[0]);
      expect(shapes[2]).toEqual(shapes[0]);
      expect(await at.onlyRow()).toMatchObject({ components: null, language: "en" });
      const queued = await at.db.selectFrom("outbox").select("id").execute();
      expect(queued).toHaveLength(1);

      at.clockMs += 10 * minuteMs;
      await at.signUp(wish);
      const reminder = await at.mailTo("veli@example.com", 2);
      expect(reminder.text).toContain("They already are.");
      expect(linkIn(reminder.text)).toBe(link.replace("/confirm", ""));
    },
  );

  shortTest("many times at once asks once", async () => {
    const wish = { channel: "webhook", address: `${at.receiver.url}/at-once` };
    const responses = await Promise.all(Array.from({ length: 8 }, () => at.signUp(wish)));
    expect(responses.map((response) => response.status)).toEqual(Array(8).fill(202));
    await at.onlyRow();
    expect(await at.db.selectFrom("outbox").select("id").execute()).toHaveLength(1);
  });

  shortTest("by webhook begins when the endpoint answers a signed request with 2xx", async () => {
    const before = at.receiver.received.length;
    await at.signUp({
      channel: "webhook",
      address: `${at.receiver.url}/hook`,
      components: ["tts"],
    });
    await at.receiver.got(before + 1);
    const confirmation = at.receiver.received[before]!;
    const { subscription, ...body } = confirmation.body;
    expect(body).toMatchObject({ type: "subscription.confirm", page: { id: "speech" } });
    expect(subscription).toMatchObject({ components: ["tts"], language: "en" });
    const headers = Object.fromEntries(
      Object.entries(confirmation.headers).map(([name, value]) => [name, String(value)]),
    );
    const verifier = new Webhook(subscription.signing_secret);
    const sentAtSeconds = Number(headers["webhook-timestamp"]);
    expect(
      verifier.sign(headers["webhook-id"]!, new Date(sentAtSeconds * 1000), confirmation.text),
    ).toBe(headers["webhook-signature"]);
    await eventually("it is confirmed", async () => (await at.onlyRow()).confirmed_at !== null);
    await writeOutage(["tts"]);
    await at.receiver.got(before + 2);
    expect(at.receiver.received[before + 1]!.body).toMatchObject({ type: "incident.created" });
    const manage = await at.get(new URL(subscription.manage).pathname);
    expect(await manage.text()).toContain(subscription.signing_secret);
  });

  shortTest(
    "by webhook does not begin when the endpoint refuses, and it is left alone after",
    async () => {
      at.receiver.answerWith(status(410));
      const before = at.receiver.received.length;
      const wish = { channel: "webhook", address: `${at.receiver.url}/gone` };
      await at.signUp(wish);
      await at.receiver.got(before + 1);
      await eventually("it has ended", async () => (await at.onlyRow()).ended_at !== null);
      await at.signUp(wish);
      const waiting = await at.db
        .selectFrom("outbox")
        .select("id")
        .where("delivered_at", "is", null)
        .where("given_up_at", "is", null)
        .execute();
      expect(waiting).toEqual([]);
    },
  );

  longTest("by Slack begins with a message in the channel", async () => {
    const before = at.receiver.received.length;
    await at.signUp({
      channel: "slack",
      address: `${at.receiver.url}/services/T/B/x`,
      language: "tr",
    });
    await at.receiver.got(before + 1);
    const { text, blocks } = at.receiver.received[before]!.body;
    expect(text).toBe(
      "Konuşma Durumu sayfasındaki olaylar ve bakımlar bundan böyle bu kanala bildirilecek.",
    );
    expect(blocks).toHaveLength(2);
    await eventually("it is confirmed", async () => (await at.onlyRow()).confirmed_at !== null);
  });

  shortTest("works with a plain form, whose answers are pages", async () => {
    const done = await at.post(
      "/api/v2/subscribers",
      { ...form, "accept-language": "tr" },
      "channel=email&address=form%40example.com&components=tts&components=web",
    );
    expect(done.status).toBe(202);
    const page = await done.text();
    expect(page).toContain('<html lang="tr">');
    expect(page).toContain("Az kaldı");
    expect(page).not.toContain("<script");
    expect(done.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(done.headers.get("content-security-policy")).not.toContain("script-src");
    expect(await at.onlyRow()).toMatchObject({ components: ["tts", "web"], language: "tr" });
    const refused = await at.post("/api/v2/subscribers", form, "channel=email&address=nobody");
    expect(refused.status).toBe(400);
    const filledIn = await refused.text();
    expect(filledIn).toContain("This is not an e-mail address.");
    expect(filledIn).toContain('value="nobody"');
    expect(filledIn).toContain('action="/api/v2/subscribers"');
    expect(refused.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(ownStyles(page)).not.toEqual([]);
    for (const { headers, page: answer } of [
      { headers: done.headers, page },
      { headers: refused.headers, page: filledIn },
    ]) {
      expect(headers.get("content-security-policy")).toContain(styleSource(answer));
    }
  });

  shortTest("is changed on its own page", async () => {
    await at.signUp({ channel: "email", address: "change@example.com", components: ["tts"] });
    const link = linkIn((await at.mailTo("change@example.com")).text);
    await at.post(link, form, "");
    const manage = link.replace("/confirm", "");
    const page = await (await at.get(manage)).text();
    expect(page).toMatch(/value="tts"\s+checked/);
    expect(page).not.toMatch(/value="web"\s+checked/);
    const none = await at.post(manage, form, "scope=some&language=tr");
    expect(await none.text()).toContain("En az bir bileşen");
    expect((await at.onlyRow()).components).toEqual(["tts"]);
    await at.post(manage, form, "scope=some&components=web&components=docs&language=tr");
    expect(await at.onlyRow()).toMatchObject({ components: ["web", "docs"], language: "tr" });
    await at.post(manage, form, "scope=all&components=web&language=en");
    expect(await at.onlyRow()).toMatchObject({ components: null, language: "en" });
  });

  shortTest("leaves no trace of a wrong token", async () => {
    for (const path of ["", "/confirm", "/unsubscribe"]) {
      const response = await at.get(`/subscriptions/nobody-has-this${path}`);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("This link is no longer valid");
    }
  });

  shortTest(
    "that nobody confirmed is forgotten after a week, one that ended after a month",
    async () => {
      await at.signUp({ channel: "email", address: "old@example.com" });
      await at.mailTo("old@example.com");
      await forgetWhatIsOver(at.db, at.clockMs + 6 * dayMs);
      const { id, token } = await at.onlyRow();
      await at.post(`/subscriptions/${token}/confirm`, form, "");
      await forgetWhatIsOver(at.db, at.clockMs + 60 * dayMs);
      expect(await at.onlyRow()).toMatchObject({ id });
      await at.post(`/subscriptions/${token}/unsubscribe`, form, "");
      await forgetWhatIsOver(at.db, at.clockMs + 31 * dayMs);
      expect(await at.rows()).toEqual([]);
      await at.signUp({ channel: "email", address: "old2@example.com" });
      await forgetWhatIsOver(at.db, at.clockMs + 8 * dayMs);
      expect(await at.rows()).toEqual([]);
    },
  );

  shortDescribe("shows", () => {
    shortTest("which channels there are", async () => {
      const response = await at.get("/api/v2/subscribers/channels.json");
      expect(await response.json()).toEqual({
        channels: channelNames,
        address_types: Object.fromEntries(
          channelNames.map((name) => [name, channels[name].addressType]),
        ),
        languages,
        components: expect.arrayContaining([
          { id: "tts", name: { en: "Speech synthesis", tr: "Seslendirme" } },
        ]),
      });
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
    });

    shortTest("its figures at /metrics", async () => {
      await at.signUp({ channel: "email", address: "figures@example.com" });
      await at.mailTo("figures@example.com");
      const text = await eventually("the message is counted", async () => {
        const metrics = await (await at.get("/metrics")).text();
        return (
          /^notifications_total\{channel="email",result="delivered"\} \d/m.test(metrics) && metrics
        );
      });
      expect(text).toMatch(/^outbox_pending \d/m);
      expect(text).toMatch(/^outbox_oldest_seconds \d/m);
    });
  });
});
