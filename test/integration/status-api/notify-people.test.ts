import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { writeSubscriber, writeUpdate } from "../../support/status-api/subscribers.ts";
import { statusUrl, TestNotifier } from "../../support/status-api/test-notifier.ts";
import { status } from "../../support/servers/webhook-receiver.ts";

const secondMs = 1000;
const hourMs = 3600 * secondMs;

describeWithOneDatabase("telling people", (empty) => {
  let at: TestNotifier;
  beforeAll(async () => void (at = await TestNotifier.open(await empty())));
  afterAll(() => at[Symbol.asyncDispose]());
  beforeEach(() => at.begin());

  describe("by Slack", () => {
    test("what is said within seconds is one message, and the last of it is in it", async () => {
      await writeSubscriber(at.db, "slack", `${at.receiver.url}/services/x`, { language: "tr" });
      const incident = await at.openIncident();
      await at.tell();
      await writeUpdate(at.db, incident, "identified", at.clockMs + 1);
      await at.tell(5 * secondMs);
      expect(at.receiver.received).toEqual([]);
      await writeUpdate(at.db, incident, "resolved", at.clockMs + 1);
      await at.tell(5 * secondMs);
      expect(at.receiver.received).toHaveLength(1);
      const { text, blocks } = at.receiver.received[0]!.body;
      expect(text).toContain("Çözüldü: Büyük kesinti: Seslendirme");
      expect(JSON.stringify(blocks)).toMatch(/Çözüldü.*Nedeni bulundu.*İnceleniyor/s);
      expect(at.receiver.received[0]!.headers["webhook-signature"]).toBeUndefined();
      await at.tell(hourMs);
      expect(at.receiver.received).toHaveLength(1);
      expect((await at.outbox()).every(({ delivered_at }) => delivered_at !== null)).toBe(true);
    });

    test("a message that was tried stays as it was, and what follows comes after it", async () => {
      await writeSubscriber(at.db, "slack", `${at.receiver.url}/services/x`);
      const incident = await at.openIncident();
      at.receiver.answerWith(status(500));
      await at.tell();
      await at.tell(10 * secondMs);
      await writeUpdate(at.db, incident, "resolved", at.clockMs + 1);
      at.receiver.answerWith(status(200));
      await at.tell(10 * secondMs);
      await at.tell(10 * secondMs);
      const texts = at.receiver.received.map(({ body }) => body.text);
      expect(texts.map((text: string) => text.split(": ")[1])).toEqual([
        "Investigating",
        "Investigating",
        "Resolved",
      ]);
    });
  });

  describe("by e-mail", () => {
    test("an incident is a thread of mails with text, HTML and one request to leave", async () => {
      const { token } = await writeSubscriber(at.db, "email", "ayse@example.com", {
        language: "tr",
      });
      const incident = await at.openIncident();
      await at.tell();
      await at.tell(10 * secondMs);
      await writeUpdate(at.db, incident, "resolved", at.clockMs);
      await at.tell();
      await at.tell(10 * secondMs);
      expect(at.mailServer.mails).toHaveLength(2);
      const [first, second] = at.mailServer.mails;
      const unsubscribe = `${statusUrl}/subscriptions/${token}/unsubscribe`;
      expect(first).toMatchObject({
        recipients: ["ayse@example.com"],
        from: { name: "Status", address: "status@example.org" },
        subject: "[Konuşma Durumu] Büyük kesinti: Seslendirme",
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
      const { id } = await writeSubscriber(at.db, "email", "ayse@example.com");
      await at.openIncident();
      await at.tell();
      await at.stopMail();
      await at.tell(10 * secondMs);
      expect(await at.outbox()).toMatchObject([
        { attempts: 1, delivered_at: null, given_up_at: null },
      ]);
      expect((await at.subscriber(id)).failing_since).toBeNull();
      await at.startMail();
      await at.tell(10 * secondMs);
      expect(at.mailServer.mails).toHaveLength(1);
    });

    test("a mail that cannot be written is tried later, and holds nobody else", async () => {
      await writeSubscriber(at.db, "email", "ayse@example.com");
      await writeSubscriber(at.db, "webhook", `${at.receiver.url}/hook`);
      const zone = (time_zone: string) => at.db.updateTable("page").set({ time_zone }).execute();
      await zone("Nowhere/Land");
      await at.openIncident();
      await at.tell();
      await at.tell(10 * secondMs);
      expect(at.receiver.received).toHaveLength(1);
      expect((await at.outbox())[0]?.last_error ?? (await at.outbox())[1]?.last_error).toContain(
        "Nowhere/Land",
      );
      await zone("Europe/Istanbul");
      await at.tell(10 * secondMs);
      expect(at.mailServer.mails).toHaveLength(1);
    });

    test("a mailbox that is not there is given up at once, a server that is busy is asked again", async () => {
      const { id } = await writeSubscriber(at.db, "email", "nobody@example.com");
      await at.openIncident();
      at.mailServer.refuseRecipients(451);
      await at.tell();
      await at.tell(10 * secondMs);
      expect(await at.counted("retried")).toBe(1);
      at.mailServer.refuseRecipients(550);
      await at.tell(10 * secondMs);
      expect(await at.counted("given_up")).toBe(1);
      expect((await at.outbox())[0]?.last_error).not.toContain("nobody");
      expect(await at.subscriber(id)).toMatchObject({ ended_at: null });
      expect((await at.subscriber(id)).failing_since).not.toBeNull();
    });
  });
});
