import { pino } from "pino";
import { Registry } from "prom-client";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { OpenDatabase } from "#migrations/open-database.ts";
import { newId } from "#migrations/status/new-id.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { notifyMetrics } from "#status-api/notify/metrics.ts";
import { createNotifier, type Notifier } from "#status-api/notify/notifier.ts";
import { readBacklog } from "#status-api/notify/outbox.ts";
import { type MailSender, openMailSender } from "#status-api/notify/send-mail.ts";
import { openWebhookSender, type WebhookSender } from "#status-api/notify/send-webhook.ts";
import { overallStatus } from "#status-api/overall.ts";

import { emptyStatusTables } from "../support/empty-status-tables.ts";
import { describeWithEveryDatabase } from "../support/every-database.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { setUpPage, writeIncident } from "../support/status-history.ts";
import { writeSubscriber, writeUpdate } from "../support/subscribers.ts";
import { startWebhookReceiver, status, type WebhookReceiver } from "../support/webhook-receiver.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const statusUrl = "https://status.example.org";

describeWithEveryDatabase("telling subscribers", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let mailServer: MailServer;
  let mail: MailSender;
  let webhooks: WebhookSender;
  let receiver: WebhookReceiver;
  let registry: Registry;
  let notifier: Notifier;
  let clockMs = 0;

  beforeAll(async () => {
    database = await openStatusDatabase(await empty());
    webhooks = openWebhookSender({ allowPrivate: true });
  });
  afterAll(async () => {
    await webhooks.close();
    await database.close();
  });
  beforeEach(async () => {
    // What signatures are verified against is the real clock.
    clockMs = Date.now();
    await emptyStatusTables(database.db);
    await setUpPage(database.db, clockMs);
    registry = new Registry();
    notifier = notifierOf();
    receiver = await startWebhookReceiver();
    mailServer = await startMailServer();
    mail?.close();
    mail = openMailSender({ smtpUrl: mailServer.url, from: "Status <status@example.org>" });
    return async () => {
      await notifier[Symbol.asyncDispose]();
      mail.close();
      await mailServer[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    };
  });

  function notifierOf(register = registry): Notifier {
    return createNotifier({
      db: database.db,
      statusUrl,
      mail: { send: (...mailing) => mail.send(...mailing), close: () => {} },
      webhooks,
      overall: () => overallStatus(["operational"]),
      metrics: notifyMetrics(register, () => clockMs),
      logger: pino({ level: "silent" }),
      nowMs: () => clockMs,
      random: () => 0,
    });
  }

  /** Tells all that is due now, then all that is due later up to `forMs` from now. */
  async function tell(forMs = 0): Promise<void> {
    clockMs += forMs;
    await notifier.look();
    await notifier.settled();
  }

  async function openIncident(componentIds: readonly string[] = ["tts"]): Promise<string> {
    const id = newId();
    await writeIncident(database.db, {
      id,
      name: "Major outage: Speech synthesis",
      nameTr: "Büyük kesinti: Konuşma sentezi",
      impact: "major",
      componentIds,
      updates: [{ status: "investigating", body: "We look.", bodyTr: "Bakıyoruz.", atMs: clockMs }],
    });
    return id;
  }

  const outbox = () => database.db.selectFrom("outbox").selectAll().orderBy("id").execute();
  const subscriber = (id: string) =>
    database.db
      .selectFrom("subscribers")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const counted = async (result: string): Promise<number> => {
    const metric = await registry.getSingleMetric("notifications_total")?.get();
    return metric?.values.find(({ labels }) => labels["result"] === result)?.value ?? 0;
  };

  describe("by webhook", () => {
    test("each update comes once, signed, in order, with the incident as it then was", async () => {
      const { id, secret } = await writeSubscriber(database.db, "webhook", `${receiver.url}/hook`);
      const incident = await openIncident();
      const second = await writeUpdate(database.db, incident, "identified", clockMs + 1);
      await tell();
      await tell();
      const [opened, identified] = await receiver.got(2);
      expect(receiver.received).toHaveLength(2);
      expect(new Webhook(secret).verify(opened!.text, verifiable(opened!.headers))).toMatchObject({
        type: "incident.created",
        page: { id: "speech", url: statusUrl },
        incident: { id: incident, status: "investigating", incident_updates: [{}] },
      });
      expect(identified!.body).toMatchObject({
        type: "incident.updated",
        update_id: second,
        incident: { status: "identified", incident_updates: [{ id: second }, {}] },
      });
      expect(identified!.headers["webhook-id"]).toBe(`msg_${id}_${second}`);
      expect(await counted("delivered")).toBe(2);
      expect(await readBacklog(database.db)).toEqual({ pending: 0, oldestQueuedAtMs: null });
    });

    test("those hear of it whose components it touches, and those who hear of all", async () => {
      await writeSubscriber(database.db, "webhook", `${receiver.url}/all`);
      await writeSubscriber(database.db, "webhook", `${receiver.url}/tts`, {
        components: ["tts", "web"],
      });
      await writeSubscriber(database.db, "webhook", `${receiver.url}/docs`, {
        components: ["docs"],
      });
      await openIncident(["tts"]);
      await tell();
      expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(["/all", "/tts"]);
      await openIncident([]);
      await tell();
      expect(receiver.received.map(({ path }) => path)).toContain("/docs");
    });

    test("who confirms or subscribes later is not told of what was said before", async () => {
      await openIncident();
      await tell();
      await writeSubscriber(database.db, "webhook", `${receiver.url}/late`);
      await tell(hourMs);
      expect(receiver.received).toEqual([]);
    });

    test.each([
      ["an error", status(500)],
      ["a redirect", status(302, { location: "http://127.0.0.1:1/" })],
      ["a reset connection", (response) => void response.socket?.resetAndDestroy()],
    ] satisfies [string, Parameters<WebhookReceiver["answerWith"]>[0]][])(
      "after %s it is tried again, later each time, as the same message",
      async (_what, answer) => {
        await writeSubscriber(database.db, "webhook", `${receiver.url}/hook`);
        await openIncident();
        receiver.answerWith(answer);
        await tell();
        await tell(10 * secondMs - 1);
        expect(receiver.received).toHaveLength(1);
        await tell(1);
        expect(receiver.received).toHaveLength(2);
        await tell(20 * secondMs - 1);
        expect(receiver.received).toHaveLength(2);
        receiver.answerWith(status(200));
        await tell(1);
        await tell(dayMs);
        expect(receiver.received).toHaveLength(3);
        const ids = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
        expect(ids.size).toBe(1);
        expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
        expect(await counted("retried")).toBe(2);
        expect(await counted("delivered")).toBe(1);
      },
    );

    test("what was said later waits until what was said before arrived or was given up", async () => {
      await writeSubscriber(database.db, "webhook", `${receiver.url}/hook`);
      const incident = await openIncident();
      receiver.answerWith(status(503));
      await tell();
      await writeUpdate(database.db, incident, "resolved", clockMs + 1);
      await tell();
      expect(receiver.received).toHaveLength(1);
      receiver.answerWith(status(200));
      await tell(10 * secondMs);
      expect(receiver.received.map(({ body }) => body.incident.status)).toEqual([
        "investigating",
        "investigating",
        "resolved",
      ]);
    });

    test("Retry-After is heeded", async () => {
      await writeSubscriber(database.db, "webhook", `${receiver.url}/hook`);
      await openIncident();
      receiver.answerWith(status(429, { "retry-after": "300" }));
      await tell();
      await tell(299 * secondMs);
      expect(receiver.received).toHaveLength(1);
      await tell(secondMs);
      expect(receiver.received).toHaveLength(2);
    });

    test("an endpoint that answers 410 is told no more, not even of what waits", async () => {
      const { id } = await writeSubscriber(database.db, "webhook", `${receiver.url}/hook`);
      const incident = await openIncident();
      await writeUpdate(database.db, incident, "identified", clockMs + 1);
      receiver.answerWith(status(410));
      await tell();
      await tell(dayMs);
      expect(receiver.received).toHaveLength(1);
      expect(await subscriber(id)).toMatchObject({ ended_why: "unsubscribed" });
    });

    test("a message is given up after a day, and after three days of failing the subscription", async () => {
      const { id } = await writeSubscriber(database.db, "webhook", `${receiver.url}/hook`);
      receiver.answerWith(status(500));
      await openIncident();
      const start = clockMs;
      while (clockMs < start + dayMs + hourMs) await tell(30 * minuteMs);
      const tries = receiver.received.length;
      expect(tries).toBeGreaterThan(20);
      expect(await outbox()).toMatchObject([{ delivered_at: null, last_error: "status 500" }]);
      expect((await outbox())[0]?.given_up_at).not.toBeNull();
      expect(await subscriber(id)).toMatchObject({
        ended_at: null,
        failing_since: new Date(start + 30 * minuteMs),
      });
      clockMs = start + 3 * dayMs;
      await openIncident();
      while (clockMs < start + 4 * dayMs + hourMs) await tell(30 * minuteMs);
      expect(await subscriber(id)).toMatchObject({ ended_why: "undeliverable" });
      await openIncident();
      const before = receiver.received.length;
      await tell();
      expect(receiver.received).toHaveLength(before);
    });

    test("whatever arrives makes a subscriber well again", async () => {
      const { id } = await writeSubscriber(database.db, "webhook", `${receiver.url}/hook`);
      await openIncident();
      receiver.answerWith(status(500));
      await tell();
      expect((await subscriber(id)).failing_since).toEqual(new Date(clockMs));
      receiver.answerWith(status(200));
      await tell(minuteMs);
      expect((await subscriber(id)).failing_since).toBeNull();
    });

    test("a body that never ends holds nothing: the status is the answer", async () => {
      await writeSubscriber(database.db, "webhook", `${receiver.url}/hook`);
      await openIncident();
      receiver.answerWith((response) => void response.writeHead(200).write("x".repeat(1000)));
      await tell();
      expect(await counted("delivered")).toBe(1);
    });

    test("a receiver that does not answer holds neither others nor more than two places", async () => {
      await using slow = await startWebhookReceiver();
      slow.answerWith(() => {});
      for (let index = 0; index < 40; index += 1) {
        await writeSubscriber(database.db, "webhook", `${slow.url}/${index}`);
      }
      await writeSubscriber(database.db, "webhook", `${receiver.url}/hook`);
      await openIncident();
      await notifier.look();
      await receiver.got(1);
      await slow.got(2);
      await notifier.look();
      expect((await outbox()).filter(({ attempts }) => attempts > 0)).toHaveLength(3);
      expect(receiver.received).toHaveLength(1);
      await slow[Symbol.asyncDispose]();
      await notifier.settled();
      expect(await counted("retried")).toBe(40);
    });
  });

  test("two replicas deliver each message once between them", async () => {
    for (let index = 0; index < 30; index += 1) {
      await writeSubscriber(database.db, "webhook", `${receiver.url}/${index}`);
    }
    await using other = notifierOf(new Registry());
    const incident = await openIncident();
    await writeUpdate(database.db, incident, "resolved", clockMs + 1);
    const both = [notifier, other];
    await Promise.all(both.map((one) => one.look()));
    for (const one of both) await one.settled();
    await Promise.all(both.map((one) => one.look()));
    for (const one of both) await one.settled();
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
    expect(await counted("delivered")).toBeLessThanOrEqual(60);
  });

  describe("by Slack", () => {
    test("what is said within seconds is one message, and the last of it is in it", async () => {
      await writeSubscriber(database.db, "slack", `${receiver.url}/services/x`, { language: "tr" });
      const incident = await openIncident();
      await tell();
      await writeUpdate(database.db, incident, "identified", clockMs + 1);
      await tell(5 * secondMs);
      expect(receiver.received).toEqual([]);
      await writeUpdate(database.db, incident, "resolved", clockMs + 1);
      await tell(5 * secondMs);
      expect(receiver.received).toHaveLength(1);
      const { text, blocks } = receiver.received[0]!.body;
      expect(text).toContain("Çözüldü: Büyük kesinti: Konuşma sentezi");
      expect(JSON.stringify(blocks)).toMatch(/Çözüldü.*Nedeni bulundu.*İnceleniyor/s);
      expect(receiver.received[0]!.headers["webhook-signature"]).toBeUndefined();
      await tell(hourMs);
      expect(receiver.received).toHaveLength(1);
      expect((await outbox()).every(({ delivered_at }) => delivered_at !== null)).toBe(true);
    });

    test("a message that was tried stays as it was, and what follows comes after it", async () => {
      await writeSubscriber(database.db, "slack", `${receiver.url}/services/x`);
      const incident = await openIncident();
      receiver.answerWith(status(500));
      await tell();
      await tell(10 * secondMs);
      await writeUpdate(database.db, incident, "resolved", clockMs + 1);
      receiver.answerWith(status(200));
      await tell(10 * secondMs);
      await tell(10 * secondMs);
      const texts = receiver.received.map(({ body }) => body.text);
      expect(texts.map((text: string) => text.split(": ")[1])).toEqual([
        "Investigating",
        "Investigating",
        "Resolved",
      ]);
    });
  });

  describe("by e-mail", () => {
    test("an incident is a thread of mails with text, HTML and one request to leave", async () => {
      const { token } = await writeSubscriber(database.db, "email", "ayse@example.com", {
        language: "tr",
      });
      const incident = await openIncident();
      await tell();
      await tell(10 * secondMs);
      await writeUpdate(database.db, incident, "resolved", clockMs);
      await tell();
      await tell(10 * secondMs);
      expect(mailServer.mails).toHaveLength(2);
      const [first, second] = mailServer.mails;
      const unsubscribe = `${statusUrl}/subscriptions/${token}/unsubscribe`;
      expect(first).toMatchObject({
        recipients: ["ayse@example.com"],
        from: { name: "Status", address: "status@example.org" },
        subject: "[Konuşma Durumu] Büyük kesinti: Konuşma sentezi",
      });
      expect(first!.text).toContain("Bakıyoruz.");
      expect(first!.html).toContain("Bakıyoruz.");
      expect(first!.header("list-unsubscribe")).toBe(`<${unsubscribe}>`);
      expect(first!.header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
      expect(first!.header("auto-submitted")).toBe("auto-generated");
      expect(first!.inReplyTo).toBeUndefined();
      expect(second).toMatchObject({ subject: first!.subject, inReplyTo: first!.messageId });
      expect(second!.references).toBe(first!.messageId);
      expect(second!.text).toMatch(/Çözüldü.*Daha önce:.*İnceleniyor/s);
    });

    test("mails wait while the mail server is away, and nobody is blamed for it", async () => {
      const { id } = await writeSubscriber(database.db, "email", "ayse@example.com");
      await openIncident();
      await tell();
      const { url } = mailServer;
      await mailServer[Symbol.asyncDispose]();
      await tell(10 * secondMs);
      expect(await outbox()).toMatchObject([
        { attempts: 1, delivered_at: null, given_up_at: null },
      ]);
      expect((await subscriber(id)).failing_since).toBeNull();
      mailServer = await startMailServer();
      expect(mailServer.url).not.toBe(url);
      mail.close();
      mail = openMailSender({ smtpUrl: mailServer.url, from: "status@example.org" });
      await tell(10 * secondMs);
      expect(mailServer.mails).toHaveLength(1);
    });

    test("a mailbox that is not there is given up at once, a server that is busy is asked again", async () => {
      const { id } = await writeSubscriber(database.db, "email", "nobody@example.com");
      await openIncident();
      mailServer.refuseRecipients(451);
      await tell();
      await tell(10 * secondMs);
      expect(await counted("retried")).toBe(1);
      mailServer.refuseRecipients(550);
      await tell(10 * secondMs);
      expect(await counted("given_up")).toBe(1);
      expect((await outbox())[0]?.last_error).not.toContain("nobody");
      expect(await subscriber(id)).toMatchObject({ ended_at: null });
      expect((await subscriber(id)).failing_since).not.toBeNull();
    });
  });
});

function verifiable(
  headers: WebhookReceiver["received"][number]["headers"],
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
