import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { AlertReceiver } from "#monitor/alerts/configuration.ts";
import { readComponentName, readPage } from "#monitor/store/components.ts";
import { newId } from "#monitor/store/new-id.ts";
import { withPartitions } from "#monitor/store/observation-partitions.ts";
import { insertObservations } from "#monitor/store/observations.ts";
import { createAlerter } from "#status-api/alerts/alerter.ts";
import { readAlertMessage } from "#status-api/alerts/alert-message.ts";
import { tellAcknowledged } from "#status-api/alerts/alert-store.ts";
import { alertMetrics } from "#status-api/alerts/metrics.ts";
import { openWebhookSender } from "#status-api/notify/sending/webhook.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { componentIds, setUpPage, writeIncident } from "../../support/status-api/status-history.ts";
import { Subscribing } from "../../support/status-api/subscribing.ts";
import { refusalOf } from "../../support/status-api/admin-client.ts";
import {
  startWebhookReceiver,
  status,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";

const minuteMs = 60_000;
const webhooks = openWebhookSender({ allowPrivate: true });
afterAll(() => webhooks.close());

const rule = {
  id: "down",
  receivers: ["phone"],
  components: [],
  groups: [],
  checks: [],
  afterBadSlots: 2,
  includesDegraded: false,
  severity: "critical",
  repeatMinutes: 30,
  escalation: { afterMinutes: 10, to: ["chief"] },
  tellsRecovery: true,
  quietHours: null,
} as const;

function checkOf(componentId: string) {
  return {
    id: `${componentId}-alerted`,
    component_id: componentId,
    kind: "http",
    period_seconds: 60,
    impact: "major_outage",
    slow_p95: null,
    scheduled_since: null,
    runbook_url: "https://example.org/runbook",
    removed_at: null,
  } as const;
}

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

  function open() {
    const alerter = createAlerter({
      db: database.db,
      statusUrl: "https://status.example.org",
      mail: undefined,
      webhooks,
      metrics,
      logger: pino({ level: "silent" }),
      nowMs: () => clockMs,
      random: () => 0,
    });
    alerters.push(alerter);
    return alerter;
  }

  /** Writes slots up to now, and what they make of the check. */
  async function slots(
    results: readonly ("ok" | "failed")[],
    verdict: "up" | "down",
  ): Promise<void> {
    const { db } = database;
    const runs = results.map((result, index) => {
      const slotMs = clockMs - (results.length - 1 - index) * minuteMs;
      const reason = result === "ok" ? null : ("timeout" as const);
      const found = { result, reason, message: null, phases: {}, measures: {} };
      return {
        checkId,
        periodMs: minuteMs,
        location: "ankara",
        prober: "p",
        slotMs,
        attempts: [{ ...found, startedAtMs: slotMs, durationMs: 10, attempt: 1 }],
      };
    });
    const slotsMs = runs.map(({ slotMs }) => slotMs);
    await withPartitions(db, slotsMs, () =>
      db.transaction().execute((tx) => insertObservations(tx, runs, clockMs)),
    );
    const state = {
      verdict,
      since: new Date(clockMs - minuteMs),
      reason: verdict === "up" ? null : "timeout",
      last_slot: new Date(clockMs),
      last_result: results.at(-1) ?? "ok",
      known_until: new Date(clockMs + 3 * minuteMs),
    } as const;
    await db
      .insertInto("check_states")
      .values({ check_id: checkId, ...state })
      .onConflict((conflict) => conflict.column("check_id").doUpdateSet(state))
      .execute();
  }

  async function round(alerter: ReturnType<typeof createAlerter>): Promise<void> {
    await alerter.plan();
    await alerter.send();
    await alerter.settled();
  }

  const told = () =>
    receiver.received.map(({ path, body }) => `${path.slice(1)} ${String(body.event_action)}`);

  test("are told once by two processes, escalated, acknowledged and resolved under one key", async () => {
    const [first, second] = [open(), open()];
    await slots(["ok", "failed"], "up");
    await round(first);
    expect(told()).toEqual([]);
    clockMs += minuteMs;
    await slots(["ok", "failed", "failed"], "down");
    await Promise.all([round(first), round(second)]);
    await Promise.all([round(second), round(first)]);
    expect(told()).toEqual(["phone trigger"]);
    const [trigger] = receiver.received;
    const { payload, dedup_key, links } = trigger?.body ?? {};
    expect(payload).toMatchObject({ severity: "critical", source: "ankara", class: "timeout" });
    expect(payload.timestamp).toBe(new Date(clockMs - minuteMs).toISOString());
    expect(JSON.stringify(payload.custom_details)).toContain("Last good run");
    expect(JSON.stringify(links)).toContain("https://example.org/runbook");

    clockMs += 10 * minuteMs;
    await slots(["failed", "failed"], "down");
    await round(first);
    expect(told()).toEqual(["phone trigger", "chief trigger"]);
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
    expect(told().slice(2).sort()).toEqual([
      "chief acknowledge",
      "chief resolve",
      "phone acknowledge",
      "phone resolve",
    ]);
    expect(new Set(receiver.received.map(({ body }) => String(body.dedup_key)))).toEqual(
      new Set([dedup_key]),
    );
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
    expect(told()).toEqual(["phone trigger", "phone trigger", "phone trigger"]);
    await round(alerter);
    expect(told().at(-1)).toBe("chief trigger");
    clockMs += minuteMs;
    await slots(["ok", "ok"], "up");
    await round(alerter);
    expect(told().filter((line) => line === "phone resolve")).toEqual([]);
    receiver.answerWith(status(202));
    clockMs += 5 * minuteMs;
    await round(alerter);
    await round(alerter);
    expect(told().slice(-2)).toEqual(["phone trigger", "phone resolve"]);
    expect(await register.metrics()).toContain(
      'alert_deliveries_total{receiver="phone",channel="pagerduty",result="retried"}',
    );
  });

  test("are neither sent twice nor lost when the process stops while it sends", async () => {
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
    const { promise: freed, resolve: free } = Promise.withResolvers<void>();
    receiver.answerWith((response) => {
      noteAsked();
      void freed.then(() => response.writeHead(202).end());
    });
    const former = open();
    await slots(["failed", "failed"], "down");
    await former.plan();
    await former.send();
    await asked;
    const stopping = former[Symbol.asyncDispose]();
    const next = open();
    await next.plan();
    await next.send();
    free();
    await stopping;
    await round(next);
    expect(told()).toEqual(["phone trigger"]);
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
    expect(told()).toEqual([]);
    clockMs += minuteMs;
    await round(alerter);
    expect(told()).toEqual(["phone trigger"]);
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
      return told().slice(before).toSorted();
    };
    expect(await rounds("2026-11-23T09:59:00Z")).toEqual([]);
    expect(await rounds("2026-11-23T10:00:05Z")).toEqual(["chief trigger", "phone trigger"]);
    expect(await rounds("2026-11-23T11:00:00Z")).toEqual([]);
    expect(await rounds("2026-11-30T10:00:05Z")).toEqual(["chief trigger", "phone trigger"]);
    const [first] = receiver.received;
    expect(first?.body.payload).toMatchObject({ severity: "info" });
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

describeWithOneDatabase("the admin API of alerts", (empty) => {
  let at: Subscribing;
  beforeAll(async () => void (at = await Subscribing.start(await empty())));
  afterAll(() => at[Symbol.asyncDispose]());
  beforeEach(() => at.clear());

  test("lists, acknowledges once, tests a receiver, and writes the audit log", async () => {
    const receivers = [pagerDuty("phone", `${at.receiver.url}/phone`)];
    await at.db
      .insertInto("alert_configuration")
      .values({ id: 1, receivers: JSON.stringify(receivers), rules: "[]" })
      .execute();
    const tested = await at.admin("POST", "/alerts/test/phone");
    expect(tested.body).toMatchObject({ receiver: "phone", channel: "pagerduty" });
    const [sent] = await at.receiver.got(1);
    expect(sent?.body).toMatchObject({ event_action: "trigger", payload: { severity: "info" } });
    expect(refusalOf(await at.admin("POST", "/alerts/test/nobody"))).toEqual([
      404,
      "not_found",
      null,
    ]);

    const id = newId();
    // Resolved at once, so that no round ends it meanwhile.
    await at.db
      .insertInto("alerts")
      .values({
        id,
        rule: "down",
        check_id: "tts-health",
        component_id: "tts",
        severity: "critical",
        failing_since: new Date(at.clockMs),
        reason: "timeout",
        locations: JSON.stringify(["ankara"]),
        last_good: null,
        fired_at: new Date(at.clockMs),
        told_at: null,
        last_told_at: null,
        escalated_at: null,
        acknowledged_at: null,
        acknowledged_by: null,
        resolved_at: new Date(at.clockMs),
      })
      .execute();
    expect((await at.admin("GET", "/alerts")).body["data"]).toEqual([]);
    const all = await at.admin("GET", "/alerts?status=all");
    expect(all.body["data"]).toMatchObject([{ id, status: "resolved", locations: ["ankara"] }]);
    expect((await at.admin("GET", `/alerts?status=all&before=${id}`)).body["data"]).toEqual([]);
    const acknowledge = `/alerts/${id}/acknowledge`;
    expect(refusalOf(await at.admin("POST", acknowledge))).toEqual([409, "wrong_state", null]);
    expect(refusalOf(await at.admin("POST", "/alerts/none/acknowledge"))).toEqual([
      404,
      "not_found",
      null,
    ]);
    const audit = await at.admin("GET", "/audit-log");
    expect(audit.body["data"]).toMatchObject([{ action: "alert.test" }]);
  });

  test("acknowledges what fires in the name of who asks", async () => {
    const id = newId();
    // Of a check whose result is unknown, so that no round ends it meanwhile.
    const { id: componentId } = await at.db
      .selectFrom("components")
      .select("id")
      .executeTakeFirstOrThrow();
    await at.db.insertInto("checks").values(checkOf(componentId)).execute();
    await at.db
      .insertInto("alert_configuration")
      .values({ id: 1, receivers: "[]", rules: JSON.stringify([rule]) })
      .execute();
    await at.db.transaction().execute(async (tx) => {
      await tx
        .insertInto("alerts")
        .values({
          id,
          rule: rule.id,
          check_id: checkOf(componentId).id,
          component_id: componentId,
          severity: "warning",
          failing_since: new Date(at.clockMs),
          reason: null,
          locations: "[]",
          last_good: null,
          fired_at: new Date(at.clockMs),
          told_at: null,
          last_told_at: null,
          escalated_at: null,
          acknowledged_at: null,
          acknowledged_by: null,
          resolved_at: null,
        })
        .execute();
    });
    const answer = await at.admin("POST", `/alerts/${id}/acknowledge`, undefined, {
      "x-actor": "ayse",
    });
    expect(answer.body).toMatchObject({ id, status: "acknowledged", acknowledged_by: "ayse" });
    const again = await at.admin("POST", `/alerts/${id}/acknowledge`);
    expect(again.body).toMatchObject({ acknowledged_by: "ayse" });
    const audit = await at.admin("GET", "/audit-log");
    expect(audit.body["data"]).toMatchObject([{ action: "alert.acknowledge", actor: "ayse" }]);
  });

  /** Writes an alert of a check of a component, which no round ends. */
  async function fires(componentId: string, name: string): Promise<string> {
    const id = newId();
    const checkId = `${componentId}-${name}`;
    await at.db
      .insertInto("checks")
      .values({ ...checkOf(componentId), id: checkId })
      .execute();
    await at.db
      .insertInto("alerts")
      .values({
        id,
        rule: rule.id,
        check_id: checkId,
        component_id: componentId,
        severity: "critical",
        failing_since: new Date(at.clockMs),
        reason: "timeout",
        locations: "[]",
        fired_at: new Date(at.clockMs),
      })
      .execute();
    return id;
  }

  test("acknowledges all that fires of a cause at once: of a component, and of an open incident", async () => {
    await at.db
      .insertInto("alert_configuration")
      .values({ id: 1, receivers: "[]", rules: JSON.stringify([rule]) })
      .execute();
    const [own = "", beside = "", apart = "", before = ""] = componentIds;
    const incident = { name: "Down", impact: "major" } as const;
    const begun = { status: "investigating", body: "Down.", atMs: at.clockMs } as const;
    await writeIncident(at.db, {
      ...incident,
      id: "open",
      componentIds: [own, beside],
      updates: [begun],
    });
    await writeIncident(at.db, {
      ...incident,
      id: "over",
      componentIds: [own, before],
      updates: [begun, { status: "resolved", body: "Up.", atMs: at.clockMs }],
    });
    const ids = {
      asked: await fires(own, "health"),
      second: await fires(own, "round-trip"),
      beside: await fires(beside, "health"),
      apart: await fires(apart, "health"),
      before: await fires(before, "health"),
    };
    await at.admin("POST", `/alerts/${ids.asked}/acknowledge`, undefined, { "x-actor": "ayse" });
    const { body } = await at.admin("GET", "/alerts");
    const answers = body["data"] as readonly { id: string; acknowledged_by: string | null }[];
    const by = new Map(answers.map(({ id, acknowledged_by }) => [id, acknowledged_by]));
    expect(Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, by.get(id)]))).toEqual(
      { asked: "ayse", second: "ayse", beside: "ayse", apart: null, before: null },
    );
  });

  test("a message names the component and the check, and says what else of it still fails", async () => {
    const [componentId = ""] = componentIds;
    const id = await fires(componentId, "health");
    await fires(componentId, "round-trip");
    const page = (await readPage(at.db))!;
    const messageOf = (kind: "trigger" | "resolve", language: "en" | "tr") =>
      readAlertMessage(at.db, id, {
        kind,
        messageId: "one",
        language,
        page,
        statusUrl: "https://status.example.org",
        consoleUrl: undefined,
        isPerhapsRepeat: false,
        nowMs: at.clockMs,
      });
    const name = (await readComponentName(at.db, componentId))!;
    const health = `${componentId}-health`;
    const other = `${componentId}-round-trip`;
    expect(await messageOf("trigger", "en")).toMatchObject({
      title: `Failing: ${name.en} (${health})`,
      text: "",
    });
    expect(await messageOf("resolve", "en")).toMatchObject({
      title: `Recovered: ${name.en} (${health})`,
      text: `${name.en} still fails: ${other}.`,
    });
    expect(await messageOf("resolve", "tr")).toMatchObject({
      title: `Düzeldi: ${name.tr} (${health})`,
      text: `${name.tr} hâlâ başarısız: ${other}.`,
    });
  });
});
