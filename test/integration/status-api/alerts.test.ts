import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { AlertReceiver } from "#monitor/alerts/configuration.ts";
import { sealReceiver } from "#monitor/alerts/sealed-receiver.ts";
import { encryptionWith } from "#runtime/encryption.ts";
import { createAlerter } from "#status-api/alerts/alerter.ts";
import { queue, tellAcknowledged } from "#status-api/alerts/alert-store.ts";
import { alertMetrics } from "#status-api/alerts/metrics.ts";
import { openWebhookSender } from "#status-api/delivery/senders.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { setUpPage } from "../../support/status-api/status-history.ts";
import { writeMaintenance } from "../../support/status-api/written-maintenance.ts";
import { DOWN_RULE, watchedCheck, writeSlots } from "../../support/status-api/watched-checks.ts";
import {
  startWebhookReceiver,
  status,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";

const aTest = { alertId: null, kind: "test" } as const;
const minuteMs = 60_000;
const webhooks = openWebhookSender({ allowPrivate: true });
afterAll(() => webhooks.close());

const rule = {
  ...DOWN_RULE,
  receivers: ["phone"],
  repeatMinutes: 30,
  escalation: { afterMinutes: 10, to: ["chief"] },
};

const checkOf = (componentId: string) => watchedCheck(`${componentId}-alerted`, componentId);

function pagerDuty(id: string, url: string, fallback: string | null = null): AlertReceiver {
  const settings = { url, routing_key: id.padEnd(32, "0") };
  return { id, channel: "pagerduty", language: "en", fallback, settings };
}

describeWithOneDatabase("alerts", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let receiver: WebhookReceiver;
  let clockMs = 0;
  let checkId = "";
  let alerters: ReturnType<typeof createAlerter>[] = [];
  const register = new Registry();
  const metrics = alertMetrics(register, () => clockMs);

  beforeAll(async () => void (database = await openStatusDatabase(await empty())));
  afterAll(() => database.close());
  beforeEach(async () => {
    const { db } = database;
    clockMs = Math.floor(Date.now() / minuteMs) * minuteMs;
    await emptyStatusTables(db);
    await setUpPage(db, clockMs);
    receiver = await startWebhookReceiver();
    const { id: componentId } = await db
      .selectFrom("components")
      .select("id")
      .executeTakeFirstOrThrow();
    checkId = checkOf(componentId).id;
    await db.insertInto("checks").values(checkOf(componentId)).execute();
    const receivers = [
      pagerDuty("phone", `${receiver.url}/phone`, "chief"),
      pagerDuty("chief", `${receiver.url}/chief`),
    ];
    await db
      .insertInto("alert_configuration")
      .values({ id: 1, receivers: JSON.stringify(receivers), rules: JSON.stringify([rule]) })
      .execute();
  });
  afterEach(async () => {
    for (const alerter of alerters) await alerter[Symbol.asyncDispose]();
    alerters = [];
    await receiver[Symbol.asyncDispose]();
  });

  function open(keys: readonly string[] = []) {
    const alerter = createAlerter({
      db: database.db,
      statusUrl: "https://status.example.org",
      mail: undefined,
      webhooks,
      metrics,
      cipher: encryptionWith(keys),
      logger: pino({ level: "silent" }),
      nowMs: () => clockMs,
      random: () => 0,
    });
    alerters.push(alerter);
    return alerter;
  }

  const slots = (results: readonly ("ok" | "failed")[], verdict: "up" | "down") =>
    writeSlots(database.db, checkId, clockMs, results, verdict);

  async function round(alerter: ReturnType<typeof createAlerter>): Promise<void> {
    await alerter.plan();
    await alerter.send();
    await alerter.settled();
  }

  const received = () =>
    receiver.received.map(({ path, body }) => `${path.slice(1)} ${String(body.event_action)}`);

  test("are told once by two processes, escalated, acknowledged and resolved under one key", async () => {
    const [first, second] = [open(), open()];
    await slots(["ok", "failed"], "up");
    await round(first);
    expect(received()).toEqual([]);
    clockMs += minuteMs;
    await slots(["ok", "failed", "failed"], "down");
    await Promise.all([round(first), round(second)]);
    await Promise.all([round(second), round(first)]);
    expect(received()).toEqual(["phone trigger"]);
    const [trigger] = receiver.received;
    const { payload, dedup_key, links } = trigger?.body ?? {};
    expect(payload).toMatchObject({ severity: "critical", source: "ankara", class: "timeout" });
    expect(payload.timestamp).toBe(new Date(clockMs - minuteMs).toISOString());
    expect(JSON.stringify(payload.custom_details)).toContain("Last good run");
    expect(JSON.stringify(links)).toContain("https://example.org/runbook");

    clockMs += 10 * minuteMs;
    await slots(["failed", "failed"], "down");
    await round(first);
    expect(received()).toEqual(["phone trigger", "chief trigger"]);
    await database.db.transaction().execute(async (tx) => {
      const change = { acknowledged_at: new Date(clockMs), acknowledged_by: "ayşe" };
      await tx.updateTable("alerts").set(change).where("id", "=", String(dedup_key)).execute();
      await tellAcknowledged(tx, String(dedup_key), clockMs);
    });
    clockMs += 60 * minuteMs;
    await slots(["failed", "failed"], "down");
    await round(second);
    clockMs += minuteMs;
    await slots(["ok", "ok"], "up");
    await round(second);
    await round(first);
    expect(received().slice(2).sort()).toEqual([
      "chief acknowledge",
      "chief resolve",
      "phone acknowledge",
      "phone resolve",
    ]);
    expect(new Set(receiver.received.map(({ body }) => String(body.dedup_key)))).toEqual(
      new Set([dedup_key]),
    );
  });

  test("end, though a rule tells no recovery and a receiver's channel is of a later version", async () => {
    const { db } = database;
    const quiet = { ...rule, receivers: ["phone", "later"], tellsRecovery: false };
    const later = { ...pagerDuty("later", `${receiver.url}/later`), channel: "carrier_pigeon" };
    const receivers = [pagerDuty("phone", `${receiver.url}/phone`), later];
    await db
      .updateTable("alert_configuration")
      .set({ receivers: JSON.stringify(receivers), rules: JSON.stringify([quiet]) })
      .execute();
    const alerter = open();
    await slots(["failed", "failed"], "down");
    await round(alerter);
    clockMs += minuteMs;
    await slots(["ok", "ok"], "up");
    await round(alerter);
    expect(received()).toEqual(["phone trigger", "phone resolve"]);
    const ends = await db
      .selectFrom("alert_messages")
      .select("receiver")
      .where("kind", "=", "resolve")
      .orderBy("receiver")
      .execute();
    expect(ends.map((end) => end.receiver)).toEqual(["later", "phone"]);
  });

  test("of failures in a maintenance wait for a run after it", async () => {
    const alerter = open();
    const { component_id } = await database.db
      .selectFrom("checks")
      .select("component_id")
      .where("id", "=", checkId)
      .executeTakeFirstOrThrow();
    await writeMaintenance(database.db, {
      id: "disks",
      status: "completed",
      fromMs: clockMs - 10 * minuteMs,
      untilMs: clockMs + minuteMs,
      endedAtMs: clockMs + minuteMs / 2,
      componentIds: [component_id],
    });
    await slots(["failed", "failed"], "down");
    clockMs += minuteMs - 1;
    await round(alerter);
    expect(received()).toEqual([]);
    clockMs += 1;
    await slots(["failed", "failed", "failed"], "down");
    await round(alerter);
    expect(received()).toEqual(["phone trigger"]);
  });

  test("wait for a receiver that refuses, in order, and go to its fallback", async () => {
    receiver.answerWith(
      (response, { path }) => void response.writeHead(path === "/phone" ? 500 : 202).end(),
    );
    const alerter = open();
    await slots(["failed", "failed"], "down");
    await round(alerter);
    for (const seconds of [10, 20]) {
      clockMs += seconds * 1000;
      await round(alerter);
    }
    expect(received()).toEqual(["phone trigger", "phone trigger", "phone trigger"]);
    await round(alerter);
    expect(received().at(-1)).toBe("chief trigger");
    clockMs += minuteMs;
    await slots(["ok", "ok"], "up");
    await round(alerter);
    expect(received().filter((line) => line === "phone resolve")).toEqual([]);
    receiver.answerWith(status(202));
    clockMs += 5 * minuteMs;
    await round(alerter);
    await round(alerter);
    expect(received().slice(-2)).toEqual(["phone trigger", "phone resolve"]);
    expect(await register.metrics()).toContain(
      'alert_deliveries_total{receiver="phone",channel="pagerduty",result="retried"}',
    );
  });

  test("are neither sent twice nor lost when the process stops while it sends", async () => {
    const { promise: requested, resolve: noteRequest } = Promise.withResolvers<void>();
    const { promise: freed, resolve: free } = Promise.withResolvers<void>();
    receiver.answerWith((response) => {
      noteRequest();
      void freed.then(() => response.writeHead(202).end());
    });
    const former = open();
    await slots(["failed", "failed"], "down");
    await former.plan();
    await former.send();
    await requested;
    const stopping = former[Symbol.asyncDispose]();
    const next = open();
    await next.plan();
    await next.send();
    free();
    await stopping;
    await round(next);
    expect(received()).toEqual(["phone trigger"]);
  });

  test("whose process was killed while it sent are sent again with the same key", async () => {
    const alerter = open();
    await slots(["failed", "failed"], "down");
    await alerter.plan();
    // As a process leaves it that dies after it claimed the message.
    await database.db
      .updateTable("alert_messages")
      .set({ attempts: 1, due_at: new Date(clockMs + minuteMs) })
      .execute();
    await round(alerter);
    expect(received()).toEqual([]);
    clockMs += minuteMs;
    await round(alerter);
    expect(received()).toEqual(["phone trigger"]);
  });

  test("are tested each week, once for each receiver, by two processes", async () => {
    const test = { day: "monday", at: "10:00", timeZone: "Etc/UTC", receivers: ["phone", "chief"] };
    await database.db
      .updateTable("alert_configuration")
      .set({ rules: "[]", weekly_test: JSON.stringify(test) })
      .execute();
    const both = [open(), open()];
    const rounds = async (iso: string): Promise<readonly string[]> => {
      clockMs = Date.parse(iso);
      const before = receiver.received.length;
      for (let times = 0; times < 2; times += 1) {
        await Promise.all(both.map((one) => one.plan()));
        await Promise.all(both.map((one) => one.send()));
        await Promise.all(both.map((one) => one.settled()));
      }
      return received().slice(before).toSorted();
    };
    expect(await rounds("2026-11-23T09:59:00Z")).toEqual([]);
    expect(await rounds("2026-11-23T10:00:05Z")).toEqual(["chief trigger", "phone trigger"]);
    expect(await rounds("2026-11-23T11:00:00Z")).toEqual([]);
    expect(await rounds("2026-11-30T10:00:05Z")).toEqual(["chief trigger", "phone trigger"]);
    const [first] = receiver.received;
    expect(first?.body.payload).toMatchObject({ severity: "info" });
  });

  test("reach others beside a receiver of a channel that only a later version knows", async () => {
    const later = { ...pagerDuty("later", receiver.url), channel: "pigeon" };
    const receivers = [later, pagerDuty("phone", `${receiver.url}/phone`)];
    await database.db
      .updateTable("alert_configuration")
      .set({ receivers: JSON.stringify(receivers) })
      .execute();
    const alerter = open();
    await slots(["failed", "failed"], "down");
    await round(alerter);
    expect(received()).toEqual(["phone trigger"]);
  });

  test("reach receivers whose settings are encrypted, also while the key is changed", async () => {
    const { db } = database;
    const [before, after] = ["the key of before", "the key of afterwards"];
    const store = async (keys: readonly string[]) => {
      const one = sealReceiver(pagerDuty("phone", `${receiver.url}/phone`), encryptionWith(keys));
      const receivers = JSON.stringify([one]);
      expect(receivers).not.toContain("routing_key");
      await db.updateTable("alert_configuration").set({ receivers }).execute();
    };
    let wanted = 0;
    const reaches = async (keys: readonly string[]) => {
      await queue(db, aTest, ["phone"], (clockMs += minuteMs));
      await round(open(keys));
      expect(received()).toHaveLength((wanted += 1));
    };
    // The guide's order: both are read, then the new one writes, then the old one is taken away.
    await store([before]);
    await reaches([before]);
    await reaches([before, after]);
    await store([after, before]);
    await reaches([before, after]);
    await reaches([after, before]);
    await reaches([after]);
    // A program without the key loses no alert: it waits for one that has it.
    await queue(db, aTest, ["phone"], (clockMs += minuteMs));
    await round(open());
    await round(open([before]));
    expect(received()).toHaveLength(wanted);
    clockMs += 10 * minuteMs;
    await round(open([after]));
    expect(received()).toHaveLength(wanted + 1);
  });

  test("are told with a receiver's new secret from the moment that a prober has stored it, and none is lost", async () => {
    const alerter = open();
    const [before, after] = ["b".repeat(32), "a".repeat(32)];
    for (const routing_key of [before, before, after, after]) {
      const url = `${receiver.url}/phone`;
      const one = { ...pagerDuty("phone", url), settings: { url, routing_key } };
      const receivers = JSON.stringify([one]);
      await database.db.updateTable("alert_configuration").set({ receivers }).execute();
      await queue(database.db, aTest, ["phone"], (clockMs += minuteMs));
      await round(alerter);
    }
    const used = receiver.received.map(({ body }) => String(body.routing_key));
    expect(used).toEqual([before, before, after, after]);
  });

  test("of a receiver that left monitor.yaml are given up", async () => {
    const alerter = open();
    await slots(["failed", "failed"], "down");
    await alerter.plan();
    await database.db.updateTable("alert_configuration").set({ receivers: "[]" }).execute();
    await round(alerter);
    const messages = await database.db.selectFrom("alert_messages").selectAll().execute();
    expect(messages).toMatchObject([{ receiver: "phone", delivered_at: null }]);
    expect(messages[0]?.given_up_at).not.toBeNull();
  });
});
