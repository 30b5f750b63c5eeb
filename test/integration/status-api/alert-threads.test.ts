import { MINUTE_MS, SECOND_MS } from "#units/time.ts";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { createAlerter } from "#status-api/alerts/alerter.ts";
import { alertMetrics } from "#status-api/alerts/metrics.ts";
import { openWebhookSender } from "#status-api/delivery/senders.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import {
  startWebhookReceiver,
  status,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";
import { componentIds, setUpPage, writeIncident } from "../../support/status-api/status-history.ts";
import { DOWN_RULE, watchedCheck, writeSlots } from "../../support/status-api/watched-checks.ts";

const webhooks = openWebhookSender({ allowPrivate: true });
afterAll(() => webhooks.close());

const RULE = { ...DOWN_RULE, receivers: ["chat", "phone"], repeatMinutes: 3 };

describeWithOneDatabase("alerts of one cause", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let receiver: WebhookReceiver;
  let alerter: ReturnType<typeof createAlerter>;
  let clockMs = 0;
  const [first = "", second = "", third = ""] = componentIds;
  const checks = [
    watchedCheck("first-health", first),
    watchedCheck("first-round-trip", first),
    watchedCheck("second-health", second),
    watchedCheck("third-health", third),
  ];

  beforeAll(async () => void (database = await openStatusDatabase(await empty())));
  afterAll(() => database.close());
  beforeEach(async () => {
    const { db } = database;
    clockMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    await emptyStatusTables(db);
    await setUpPage(db, clockMs);
    receiver = await startWebhookReceiver();
    await db.insertInto("checks").values(checks).execute();
    const receivers = [
      {
        id: "chat",
        channel: "slack",
        language: "en",
        fallback: null,
        settings: { url: `${receiver.url}/chat` },
      },
      {
        id: "phone",
        channel: "pagerduty",
        language: "en",
        fallback: null,
        settings: { url: `${receiver.url}/phone`, routing_key: "0".repeat(32) },
      },
    ];
    await db
      .insertInto("alert_configuration")
      .values({ id: 1, receivers: JSON.stringify(receivers), rules: JSON.stringify([RULE]) })
      .execute();
    alerter = createAlerter({
      db,
      statusUrl: "https://status.example.org",
      mail: undefined,
      webhooks,
      metrics: alertMetrics(new Registry(), () => clockMs),
      logger: pino({ level: "silent" }),
      nowMs: () => clockMs,
      random: () => 0,
    });
  });
  afterEach(async () => {
    await alerter[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  /** Lets so many seconds go by, five by five, in which what is due is told. */
  async function pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 5) {
      clockMs += 5 * SECOND_MS;
      await alerter.plan();
      await alerter.send();
      await alerter.settled();
    }
  }
  const become = async (verdict: "up" | "down", ids: readonly string[]): Promise<void> => {
    const result = verdict === "up" ? "ok" : "failed";
    for (const id of ids) await writeSlots(database.db, id, clockMs, [result, result], verdict);
  };
  const openIncident = (members: readonly string[]) =>
    writeIncident(database.db, {
      id: "cause",
      name: "Down",
      impact: "major",
      componentIds: members,
      updates: [{ status: "investigating", body: "Down.", atMs: clockMs }],
    });
  const join = (component_id: string) =>
    database.db
      .insertInto("incident_components")
      .values({ incident_id: "cause", component_id, status: "major_outage" })
      .execute();
  const receivedAt = (who: "chat" | "phone") =>
    receiver.received.filter(({ path }) => path === `/${who}`);
  const titles = () => receivedAt("chat").map(({ body }) => String(body.text));
  const name = (id: string): string => NAMES.get(id) ?? id;
  const NAMES = new Map<string, string>();
  beforeEach(async () => {
    const rows = await database.db.selectFrom("components").select(["id", "name"]).execute();
    for (const { id, name: stored } of rows) NAMES.set(id, stored.en ?? "");
  });

  test("are four messages where people read them, and one each where alerts are kept", async () => {
    await openIncident([first]);
    await become("down", ["first-health"]);
    await pass(15);
    await become("down", ["first-health", "first-round-trip", "second-health"]);
    await join(second);
    await pass(60);
    await become(
      "down",
      checks.map(({ id }) => id),
    );
    await join(third);
    await pass(130);
    await become("up", ["first-health", "first-round-trip"]);
    await pass(20);
    await become("up", ["second-health"]);
    await pass(20);
    await become("up", ["third-health"]);
    await pass(20);
    expect(titles()).toEqual([
      `Failing: ${name(first)} (first-health)`,
      `Failing: ${name(first)}, ${name(second)} (3 checks)`,
      `Failing: ${name(first)}, ${name(second)}, ${name(third)} (4 checks)`,
      `Recovered: ${name(first)}, ${name(second)}, ${name(third)} (4 checks)`,
    ]);
    const kept = receivedAt("phone").map(({ body }) => `${body.event_action} ${body.dedup_key}`);
    const keys = new Set(receivedAt("phone").map(({ body }) => String(body.dedup_key)));
    expect(keys.size).toBe(4);
    for (const key of keys) {
      expect(kept).toContain(`trigger ${key}`);
      expect(kept.filter((one) => one === `resolve ${key}`)).toHaveLength(1);
    }
    const waiting = await database.db
      .selectFrom("alert_messages")
      .select("id")
      .where("delivered_at", "is", null)
      .execute();
    expect(waiting).toEqual([]);
  });

  test("say of each check how it is now", async () => {
    await openIncident([first, second]);
    await become("down", ["first-health", "second-health"]);
    await pass(5);
    await become("up", ["first-health"]);
    // What has recovered is told with what comes next, after five minutes by itself.
    await pass(180);
    const [, repeat] = receivedAt("chat");
    expect(String(repeat?.body.text)).toBe(`Still failing: ${name(second)} (second-health)`);
    const text = JSON.stringify(repeat?.body.blocks);
    expect(text).toContain(`*second-health:* ${name(second)}: `);
    expect(text).toMatch(/\*first-health:\* [^*]*: recovered /);
  });

  test("of other causes are told apart", async () => {
    await openIncident([first]);
    await become("down", ["first-health"]);
    await pass(5);
    await become("down", ["third-health"]);
    await pass(30);
    expect(titles()).toEqual([`Failing: ${name(first)} (first-health)`]);
    await pass(15);
    expect(titles()).toEqual([
      `Failing: ${name(first)} (first-health)`,
      `Failing: ${name(third)} (third-health)`,
    ]);
  });

  test("come together once a receiver that was away is back", async () => {
    receiver.answerWith(status(500));
    await openIncident([first, second]);
    await become("down", ["first-health"]);
    await pass(5);
    await become("down", ["second-health"]);
    await pass(30);
    receiver.answerWith(status(200));
    const before = titles().length;
    await pass(60);
    expect(titles().slice(before)).toEqual([`Failing: ${name(first)}, ${name(second)} (2 checks)`]);
  });
});
