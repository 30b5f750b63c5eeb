import { createHmac } from "node:crypto";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { newId } from "#monitor/store/new-id.ts";
import { queue } from "#status-api/alerts/alert-store.ts";
import { createAlerter } from "#status-api/alerts/alerter.ts";
import { alertMetrics } from "#status-api/alerts/metrics.ts";
import { openWebhookSender } from "#status-api/delivery/senders.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";
import { componentIds, setUpPage } from "../../support/status-api/status-history.ts";

const SLACK_SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
const TELEGRAM_SECRET = "secret_token-of-the-webhook";
const webhooks = openWebhookSender({ allowPrivate: true });
afterAll(() => webhooks.close());

/** What messages have that people can press, by the channel: Slack, Telegram, ntfy. */
interface SentBody {
  readonly blocks: readonly { readonly type: string }[];
  readonly reply_markup: {
    readonly inline_keyboard: readonly [
      readonly [{ readonly text: string; readonly callback_data: string }],
    ];
  };
  readonly actions: readonly [{ readonly action: string; readonly url: string }];
}

describeWithOneDatabase("the button of an alert's message", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  let receiver: WebhookReceiver;
  let alertId = "";
  const [component_id = ""] = componentIds;
  beforeAll(async () => {
    database = await openStatusDatabase(await empty());
    await emptyStatusTables(database.db);
    await setUpPage(database.db, Date.now());
    receiver = await startWebhookReceiver();
    api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      adminToken: "admin-token-of-people-on-call",
      logger: pino({ level: "silent" }),
    });
    const receivers = [
      ["chat", "slack", { url: `${receiver.url}/chat`, signing_secret: SLACK_SECRET }],
      ["plain", "slack", { url: `${receiver.url}/plain` }],
      [
        "bot",
        "telegram",
        { url: receiver.url, bot_token: "1:x", chat_id: "7", webhook_secret: TELEGRAM_SECRET },
      ],
      [
        "phone",
        "ntfy",
        { url: `${receiver.url}/phone`, topic: "on-call", acknowledge_button: true },
      ],
      ["silent", "ntfy", { url: `${receiver.url}/silent`, topic: "on-call" }],
    ].map(([id, channel, settings]) => ({ id, channel, settings, language: "tr", fallback: null }));
    await database.db
      .insertInto("alert_configuration")
      .values({ id: 1, receivers: JSON.stringify(receivers), rules: "[]" })
      .execute();
  });
  afterAll(async () => {
    await api.stop();
    await receiver[Symbol.asyncDispose]();
    await database.close();
  });

  /** Tells every receiver of a new alert; returns the body that each of them got, by what its path holds. */
  const tellAll = async (): Promise<(place: string) => SentBody> => {
    const { db } = database;
    const before = receiver.received.length;
    await using alerter = createAlerter({
      db,
      statusUrl: api.url,
      mail: undefined,
      webhooks,
      metrics: alertMetrics(new Registry(), Date.now),
      logger: pino({ level: "silent" }),
      nowMs: () => Date.now() + 60_000,
    });
    await queue(
      db,
      { alertId, kind: "trigger" },
      ["chat", "plain", "bot", "phone", "silent"],
      Date.now(),
    );
    await alerter.send();
    await alerter.settled();
    const sent = receiver.received.slice(before);
    return (place) => sent.find(({ path }) => path.includes(place))!.body as unknown as SentBody;
  };
  beforeEach(async () => {
    const { db } = database;
    alertId = newId();
    await db.deleteFrom("alert_messages").execute();
    await db.deleteFrom("alerts").execute();
    await db.deleteFrom("audit_log").execute();
    await db
      .insertInto("alerts")
      .values({
        id: alertId,
        rule: "down",
        check_id: "health",
        component_id,
        severity: "critical",
        failing_since: new Date(),
        reason: "timeout",
        locations: "[]",
        last_good: null,
        fired_at: new Date(),
      })
      .execute();
  });
  const acknowledgedBy = async (): Promise<string | null> => {
    const row = await database.db
      .selectFrom("alerts")
      .select("acknowledged_by")
      .where("id", "=", alertId)
      .executeTakeFirstOrThrow();
    return row.acknowledged_by;
  };

  const pressInSlack = (value: string, changes: { secret?: string; agoMs?: number } = {}) => {
    const payload = JSON.stringify({
      type: "block_actions",
      user: { id: "U0CA5", username: "ayse", name: "ayse" },
      actions: [{ type: "button", action_id: "acknowledge", block_id: "b", value }],
    });
    const body = new URLSearchParams({ payload }).toString();
    const at = String(Math.floor((Date.now() - (changes.agoMs ?? 0)) / 1_000));
    const signature = createHmac("sha256", changes.secret ?? SLACK_SECRET)
      .update(`v0:${at}:${body}`)
      .digest("hex");
    return fetch(`${api.url}/hooks/slack`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-slack-request-timestamp": at,
        "x-slack-signature": `v0=${signature}`,
      },
      body,
    });
  };

  test("in Slack acknowledges for whoever pressed it, where Slack signed it", async () => {
    const sentTo = await tellAll();
    const buttons = sentTo("chat").blocks.filter(({ type }) => type === "actions");
    expect(buttons).toMatchObject([
      { elements: [{ action_id: "acknowledge", value: alertId, text: { text: "Üstlen" } }] },
    ]);
    expect(JSON.stringify(sentTo("plain"))).not.toContain("actions");
    expect((await pressInSlack(alertId, { secret: "another" })).status).toBe(401);
    expect((await pressInSlack(alertId, { agoMs: 600_000 })).status).toBe(401);
    expect((await pressInSlack("no-such-alert")).status).toBe(200);
    expect(await acknowledgedBy()).toBeNull();
    expect((await pressInSlack(alertId)).status).toBe(200);
    expect(await acknowledgedBy()).toBe("ayse (Slack)");
  });

  const pressInTelegram = (data: string, secret = TELEGRAM_SECRET) =>
    fetch(`${api.url}/hooks/telegram`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-telegram-bot-api-secret-token": secret,
      },
      body: JSON.stringify({
        update_id: 1,
        callback_query: { id: "42", from: { id: 1, first_name: "Ayşe", username: "ayse" }, data },
      }),
    });

  test("in Telegram acknowledges, and whoever pressed it is told so", async () => {
    const sentTo = await tellAll();
    const [[button]] = sentTo("sendMessage").reply_markup.inline_keyboard;
    expect(button.text).toBe("Üstlen");
    expect(Buffer.byteLength(button.callback_data)).toBeLessThanOrEqual(64);
    expect((await pressInTelegram(button.callback_data, "wrong")).status).toBe(401);
    expect(await (await pressInTelegram("something else")).json()).toMatchObject({
      text: "Üstlenilecek bir uyarı kalmadı",
    });
    expect(await acknowledgedBy()).toBeNull();
    expect(await (await pressInTelegram(button.callback_data)).json()).toEqual({
      method: "answerCallbackQuery",
      callback_query_id: "42",
      text: "Üstlenildi",
    });
    expect(await acknowledgedBy()).toBe("ayse (Telegram)");
  });

  test("in ntfy is a signed address of this alert and this receiver", async () => {
    const sentTo = await tellAll();
    const [button] = sentTo("phone").actions;
    expect(button).toMatchObject({ action: "http", label: "Üstlen", method: "POST", clear: true });
    expect(sentTo("silent").actions.every(({ action }) => action === "view")).toBe(true);
    const press = (url: string) => fetch(url, { method: "POST" });
    expect((await press(button.url.replace("/phone/", "/silent/"))).status).toBe(401);
    expect((await press(button.url.replace(alertId, newId()))).status).toBe(401);
    expect((await press(button.url.slice(0, -4))).status).toBe(401);
    expect((await fetch(button.url)).status).toBe(404);
    expect(await acknowledgedBy()).toBeNull();
    const answer = await press(button.url);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await answer.json()).toEqual({ status: "acknowledged" });
    expect(await acknowledgedBy()).toBe("phone (ntfy)");
  });
});
