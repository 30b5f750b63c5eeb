import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { channelNames } from "#status-api/notify/channels/channels.ts";
import { startStatusApi } from "#status-api/server.ts";

import { eventually } from "../../support/eventually.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { setUpPage } from "../../support/status-api/status-history.ts";
import { json, Subscribing } from "../../support/status-api/subscribing.ts";
import { status } from "../../support/servers/webhook-receiver.ts";

describeWithOneDatabase("a sign-up", (empty) => {
  let at: Subscribing;
  beforeAll(async () => void (at = await Subscribing.start(await empty())));
  afterAll(() => at[Symbol.asyncDispose]());
  beforeEach(() => at.clear());

  test.each([
    ["invalid_channel", { channel: "sms", address: "ayse@example.com" }],
    ["invalid_channel", {}],
    ["invalid_address", { channel: "email", address: "ayse" }],
    ["invalid_address", { channel: "email", address: 7 }],
    ["invalid_address", { channel: "webhook", address: "ayse@example.com" }],
    ["invalid_address", { channel: "webhook", address: "http://169.254.169.254/" }],
    ["invalid_address", { channel: "webhook", address: `https://example.com/${"a".repeat(2000)}` }],
    ["invalid_language", { channel: "email", address: "ayse@example.com", language: "de" }],
    ["invalid_components", { channel: "email", address: "ayse@example.com", components: ["x"] }],
    ["invalid_components", { channel: "email", address: "ayse@example.com", components: [] }],
  ])("is refused with %s: %o", async (code, wish) => {
    const response = await at.signUp(wish);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code, param: code.replace("invalid_", ""), type: "invalid_request_error" },
    });
    expect(await at.rows()).toEqual([]);
  });

  test.each(["[]", "null", '"text"', "{", ""])("is refused when the body is %s", async (body) => {
    const response = await at.post("/api/v2/subscribers", json, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "invalid_request" } });
  });

  test("too often from one client is refused for a while, whatever it says", async () => {
    const from = (body: object) =>
      at.post("/api/v2/subscribers", json, JSON.stringify(body), "198.51.100.1");
    for (let index = 0; index < 10; index += 1) await from({});
    const refused = await from({ channel: "email", address: "late@example.com" });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("600");
    expect(await refused.json()).toMatchObject({ error: { code: "too_many_sign_ups" } });
    expect(await at.rows()).toEqual([]);
  });

  test("puts neither addresses nor tokens into the log", async () => {
    at.receiver.answerWith(status(500));
    const before = at.receiver.received.length;
    await at.signUp({ channel: "slack", address: `${at.receiver.url}/services/very-secret` });
    await at.receiver.got(before + 1);
    await eventually("the failure is logged", () =>
      at.log.includes("a message is tried again later"),
    );
    const { token } = await at.onlyRow();
    await at.get(`/subscriptions/${token}`);
    expect(at.log).not.toContain("very-secret");
    expect(at.log).not.toContain(token);
    expect(at.log).not.toContain("@example.com");
  });
});

describeWithOneDatabase("a status page without a mail server", (empty) => {
  test("does not offer e-mail and says so; without its database it says that too", async () => {
    const database = await openStatusDatabase(await empty());
    await setUpPage(database.db, Date.now());
    await using api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      subscriptions: {
        statusUrl: "https://status.example.org",
        mail: undefined,
        webhooks: { allowPrivate: false },
      },
      logger: pino({ level: "silent" }),
    });
    const channels = await fetch(`${api.url}/api/v2/subscribers/channels.json`);
    expect(await channels.json()).toMatchObject({
      channels: channelNames.filter((name) => name !== "email"),
    });
    const ask = (channel: string, address: string): Promise<Response> =>
      fetch(`${api.url}/api/v2/subscribers`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ channel, address }),
      });
    const refused = await ask("email", "ayse@example.com");
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { code: "email_not_offered" } });
    expect((await ask("webhook", "http://10.0.0.1/")).status).toBe(400);
    expect((await ask("webhook", "https://127.0.0.1/")).status).toBe(400);

    await database.close();
    const away = await ask("webhook", "https://example.com/");
    expect(away.status).toBe(503);
    expect(away.headers.get("retry-after")).toBe("10");
    expect(await away.json()).toMatchObject({ error: { code: "database_away" } });
    const page = await fetch(`${api.url}/subscriptions/token/confirm`);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain("Please try again shortly");
  });
});
