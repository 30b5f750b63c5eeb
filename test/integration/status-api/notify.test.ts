import { Registry } from "prom-client";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { casesOf, longTest, shortTest } from "../../support/lengths.ts";

import { writeStatuses } from "#monitor/store/write-status-events.ts";
import { readBacklog } from "#status-api/delivery/message-table.ts";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { writeSubscriber, writeUpdate } from "../../support/status-api/subscribers.ts";
import { statusUrl, TestNotifier } from "../../support/status-api/test-notifier.ts";
import {
  startWebhookReceiver,
  status,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describeWithOneDatabase("telling subscribers", (empty) => {
  let at: TestNotifier;
  beforeAll(async () => void (at = await TestNotifier.open(await empty())));
  afterAll(() => at[Symbol.asyncDispose]());
  beforeEach(() => at.begin());

  describe("by webhook", () => {
    shortTest(
      "each update comes once, signed, in order, with the incident as it then was",
      async () => {
        const { id, secret } = await writeSubscriber(at.db, "webhook", `${at.receiver.url}/hook`);
        const incident = await at.openIncident();
        const second = await writeUpdate(at.db, incident, "identified", at.clockMs + 1);
        await at.tell();
        await at.tell();
        const [opened, identified] = await at.receiver.got(2);
        expect(at.receiver.received).toHaveLength(2);
        expect(new Webhook(secret).verify(opened!.text, verifiable(opened!.headers))).toMatchObject(
          {
            type: "incident.created",
            page: { id: "speech", url: statusUrl },
            incident: { id: incident, status: "investigating", incident_updates: [{}] },
          },
        );
        expect(identified!.body).toMatchObject({
          type: "incident.updated",
          update_id: second,
          incident: { status: "identified", incident_updates: [{ id: second }, {}] },
        });
        expect(identified!.headers["webhook-id"]).toBe(`msg_${id}_${second}`);
        expect(await at.counted("delivered")).toBe(2);
        expect(await readBacklog(at.db, "outbox")).toEqual({ pending: 0, oldestQueuedAtMs: null });
      },
    );

    shortTest("a maintenance is told with when it is planned", async () => {
      await writeSubscriber(at.db, "webhook", `${at.receiver.url}/hook`);
      const now = new Date(at.clockMs);
      const scheduled_for = new Date(at.clockMs + dayMs);
      const scheduled_until = new Date(at.clockMs + dayMs + hourMs);
      await at.db
        .insertInto("incidents")
        .values({
          id: "maintenance1",
          name: JSON.stringify({ en: "New database" }),
          status: "scheduled",
          impact: "maintenance",
          automatic: false,
          started_at: now,
          created_at: now,
          updated_at: now,
          scheduled_for,
          scheduled_until,
        })
        .execute();
      await writeUpdate(at.db, "maintenance1", "scheduled", at.clockMs);
      await at.tell();
      expect(at.receiver.received).toMatchObject([
        {
          body: {
            type: "maintenance.created",
            incident: {
              status: "scheduled",
              impact: "maintenance",
              scheduled_for: scheduled_for.toISOString(),
              scheduled_until: scheduled_until.toISOString(),
            },
          },
        },
      ]);
    });

    shortTest(
      "those hear of it whose components it touches, and those who hear of all",
      async () => {
        await writeSubscriber(at.db, "webhook", `${at.receiver.url}/all`);
        await writeSubscriber(at.db, "webhook", `${at.receiver.url}/tts`, {
          components: ["tts", "web"],
        });
        await writeSubscriber(at.db, "webhook", `${at.receiver.url}/docs`, {
          components: ["docs"],
        });
        await at.openIncident(["tts"]);
        await at.tell();
        expect(at.receiver.received.map(({ path }) => path).toSorted()).toEqual(["/all", "/tts"]);
        await at.openIncident([]);
        await at.tell();
        expect(at.receiver.received.map(({ path }) => path)).toContain("/docs");
      },
    );

    shortTest(
      "an automatic incident is told of a minute after it was opened, to all whom it concerns by then",
      async () => {
        await writeSubscriber(at.db, "webhook", `${at.receiver.url}/all`);
        await writeSubscriber(at.db, "webhook", `${at.receiver.url}/web`, { components: ["web"] });
        const id = await at.openIncident(["tts"], { automatic: true });
        await at.tell(59_000);
        expect(at.receiver.received).toEqual([]);
        await writeStatuses(at.db, id, [{ id: "web", status: "major_outage" }]);
        await at.tell(1_000);
        expect(at.receiver.received.map(({ path }) => path).toSorted()).toEqual(["/all", "/web"]);
      },
    );

    shortTest("who confirms or subscribes later is not told of what was said before", async () => {
      await at.openIncident();
      await at.tell();
      await writeSubscriber(at.db, "webhook", `${at.receiver.url}/late`);
      await at.tell(hourMs);
      expect(at.receiver.received).toEqual([]);
    });

    const refusals: [string, Parameters<WebhookReceiver["answerWith"]>[0]][] = [
      ["an error", status(500)],
      ["a redirect", status(302, { location: "http://127.0.0.1:1/" })],
      ["a reset connection", (response) => void response.socket?.resetAndDestroy()],
    ];
    test.each(casesOf(refusals.slice(0, 1), refusals.slice(1)))(
      "after %s it is tried again, later each time, as the same message",
      async (_what, answer) => {
        await writeSubscriber(at.db, "webhook", `${at.receiver.url}/hook`);
        await at.openIncident();
        at.receiver.answerWith(answer);
        await at.tell();
        await at.tell(10 * secondMs - 1);
        expect(at.receiver.received).toHaveLength(1);
        await at.tell(1);
        expect(at.receiver.received).toHaveLength(2);
        await at.tell(20 * secondMs - 1);
        expect(at.receiver.received).toHaveLength(2);
        at.receiver.answerWith(status(200));
        await at.tell(1);
        await at.tell(dayMs);
        expect(at.receiver.received).toHaveLength(3);
        const ids = new Set(at.receiver.received.map(({ headers }) => headers["webhook-id"]));
        expect(ids.size).toBe(1);
        expect(new Set(at.receiver.received.map(({ text }) => text)).size).toBe(1);
        expect(await at.counted("retried")).toBe(2);
        expect(await at.counted("delivered")).toBe(1);
      },
    );

    shortTest(
      "what was said later waits until what was said before arrived or was given up",
      async () => {
        await writeSubscriber(at.db, "webhook", `${at.receiver.url}/hook`);
        const incident = await at.openIncident();
        at.receiver.answerWith(status(503));
        await at.tell();
        await writeUpdate(at.db, incident, "resolved", at.clockMs + 1);
        await at.tell();
        expect(at.receiver.received).toHaveLength(1);
        at.receiver.answerWith(status(200));
        await at.tell(10 * secondMs);
        expect(at.receiver.received.map(({ body }) => body.incident.status)).toEqual([
          "investigating",
          "investigating",
          "resolved",
        ]);
      },
    );

    shortTest("Retry-After is heeded", async () => {
      await writeSubscriber(at.db, "webhook", `${at.receiver.url}/hook`);
      await at.openIncident();
      at.receiver.answerWith(status(429, { "retry-after": "300" }));
      await at.tell();
      await at.tell(299 * secondMs);
      expect(at.receiver.received).toHaveLength(1);
      await at.tell(secondMs);
      expect(at.receiver.received).toHaveLength(2);
    });

    shortTest("an endpoint that answers 410 is told no more, not even of what waits", async () => {
      const { id } = await writeSubscriber(at.db, "webhook", `${at.receiver.url}/hook`);
      const incident = await at.openIncident();
      await writeUpdate(at.db, incident, "identified", at.clockMs + 1);
      at.receiver.answerWith(status(410));
      await at.tell();
      await at.tell(dayMs);
      expect(at.receiver.received).toHaveLength(1);
      expect(await at.subscriber(id)).toMatchObject({ ended_why: "unsubscribed" });
    });

    longTest(
      "a message is given up after a day, and after three days of failing the subscription",
      async () => {
        const { id } = await writeSubscriber(at.db, "webhook", `${at.receiver.url}/hook`);
        at.receiver.answerWith(status(500));
        await at.openIncident();
        const start = at.clockMs;
        while (at.clockMs < start + dayMs + hourMs) await at.tell(30 * minuteMs);
        const tries = at.receiver.received.length;
        expect(tries).toBeGreaterThan(20);
        expect(await at.outbox()).toMatchObject([{ delivered_at: null, last_error: "status 500" }]);
        expect((await at.outbox())[0]?.given_up_at).not.toBeNull();
        expect(await at.subscriber(id)).toMatchObject({
          ended_at: null,
          failing_since: new Date(start + 30 * minuteMs),
        });
        at.clockMs = start + 3 * dayMs;
        await at.openIncident();
        while (at.clockMs < start + 4 * dayMs + hourMs) await at.tell(30 * minuteMs);
        expect(await at.subscriber(id)).toMatchObject({ ended_why: "undeliverable" });
        await at.openIncident();
        const before = at.receiver.received.length;
        await at.tell();
        expect(at.receiver.received).toHaveLength(before);
      },
    );

    shortTest("whatever arrives makes a subscriber well again", async () => {
      const { id } = await writeSubscriber(at.db, "webhook", `${at.receiver.url}/hook`);
      await at.openIncident();
      at.receiver.answerWith(status(500));
      await at.tell();
      expect((await at.subscriber(id)).failing_since).toEqual(new Date(at.clockMs));
      at.receiver.answerWith(status(200));
      await at.tell(minuteMs);
      expect((await at.subscriber(id)).failing_since).toBeNull();
    });

    shortTest("a body that never ends holds nothing: the status is the answer", async () => {
      await writeSubscriber(at.db, "webhook", `${at.receiver.url}/hook`);
      await at.openIncident();
      at.receiver.answerWith((response) => void response.writeHead(200).write("x".repeat(1000)));
      await at.tell();
      expect(await at.counted("delivered")).toBe(1);
    });

    longTest(
      "a receiver that does not answer holds neither others nor more than two places",
      async () => {
        await using slow = await startWebhookReceiver();
        slow.answerWith(() => {});
        for (let index = 0; index < 40; index += 1) {
          await writeSubscriber(at.db, "webhook", `${slow.url}/${index}`);
        }
        await writeSubscriber(at.db, "webhook", `${at.receiver.url}/hook`);
        await at.openIncident();
        await at.notifier.look();
        await at.receiver.got(1);
        await slow.got(2);
        await at.notifier.look();
        expect((await at.outbox()).filter(({ attempts }) => attempts > 0)).toHaveLength(3);
        expect(at.receiver.received).toHaveLength(1);
        await slow[Symbol.asyncDispose]();
        await at.notifier.settled();
        expect(await at.counted("retried")).toBe(40);
      },
    );
  });

  longTest("two replicas deliver each message once between them", async () => {
    for (let index = 0; index < 30; index += 1) {
      await writeSubscriber(at.db, "webhook", `${at.receiver.url}/${index}`);
    }
    await using other = at.notifierOf(new Registry());
    const incident = await at.openIncident();
    await writeUpdate(at.db, incident, "resolved", at.clockMs + 1);
    const both = [at.notifier, other];
    await Promise.all(both.map((one) => one.look()));
    for (const one of both) await one.settled();
    await Promise.all(both.map((one) => one.look()));
    for (const one of both) await one.settled();
    const ids = at.receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
    expect(await at.counted("delivered")).toBeLessThanOrEqual(60);
  });
});

function verifiable(
  headers: WebhookReceiver["received"][number]["headers"],
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
