import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TSchema, Type } from "typebox";
import { Value } from "typebox/value";

import type { AlertMessage } from "#monitor/alerts/channels/channel.ts";
import { alertChannels } from "#monitor/alerts/channels/channels.ts";
import { openMailSender } from "#mail/sender.ts";
import { sendAlert } from "#status-api/alerts/send-alert.ts";
import { openWebhookSender } from "#status-api/notify/sending/webhook.ts";
import { startMailServer } from "../../support/servers/mail-server.ts";

const failingSinceMs = Date.parse("2026-11-21T12:00:00Z");
const message: AlertMessage = {
  kind: "trigger",
  dedupKey: "k3v0s1x8w2m4",
  messageId: "alert-message-7",
  language: "tr",
  severity: "critical",
  title: "Başarısız: Seslendirme & <dosya>",
  text: "",
  facts: [
    { label: "Kontrol", value: "tts-health" },
    { label: "Neden", value: "yanıt vermiyor (timeout)" },
  ],
  links: [{ label: "Durum sayfasında aç", url: "https://status.example.org/components/tts" }],
  about: {
    page: "speech",
    rule: "api-down",
    component: "tts",
    check: "tts-health",
    locations: ["ankara", "izmir"],
    reason: "timeout",
    runbookUrl: "https://example.org/runbook",
  },
  url: "https://status.example.org/components/tts",
  failingSinceMs,
  lastGoodMs: failingSinceMs - 60_000,
  acknowledgedBy: null,
  resolvedAtMs: null,
  sentAtMs: Date.now(),
};

interface Got {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}

let got: Got[] = [];
let refusal: number | undefined;
/** What the vendor's documentation says of a request; all else is refused with 400, as vendors do. */
let documented: { readonly path: RegExp; readonly body: TSchema } | undefined;
const server = createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (piece: string) => (text += piece));
  request.once("end", () => {
    const path = request.url ?? "";
    got.push({ path, headers: request.headers, text });
    const isForm = request.headers["content-type"] === "application/x-www-form-urlencoded";
    const body: unknown = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    const isFine = documented?.path.test(path) === true && Value.Check(documented.body, body);
    response.writeHead(refusal ?? (isFine ? 202 : 400)).end();
  });
});
const webhooks = openWebhookSender({ allowPrivate: true });
let url = "";

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  url = `http://127.0.0.1:${address.port}`;
});
beforeEach(() => {
  got = [];
  refusal = undefined;
});
afterAll(async () => {
  await webhooks.close();
  server.close();
});

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const time = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$" });
const texts = Type.Record(Type.String(), Type.String());
const closed = { additionalProperties: false };
const pagerDutyEnd = Type.Object(
  {
    routing_key: text(32),
    event_action: Type.Enum(["acknowledge", "resolve"]),
    dedup_key: text(255),
  },
  closed,
);
const opsgenieStep = Type.Object({ source: text(100), note: text(25_000) }, closed);

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;

/** By channel: its settings, and by message the request that the vendor documents. */
const vendors: Readonly<
  Record<
    string,
    {
      readonly settings: () => Readonly<Record<string, unknown>>;
      readonly path: RegExp;
      readonly body: TSchema;
      readonly others?: Readonly<Record<string, { readonly path: RegExp; readonly body: TSchema }>>;
    }
  >
> = {
  slack: {
    settings: () => ({ url: `${url}/services/T/B/x` }),
    path: /^\/services\/T\/B\/x$/,
    body: Type.Object({
      text: text(40_000),
      blocks: Type.Tuple([
        Type.Object({
          type: Type.Literal("header"),
          text: Type.Object({ type: Type.Literal("plain_text"), text: text(150) }),
        }),
        Type.Object({
          type: Type.Literal("section"),
          text: Type.Object({ type: Type.Literal("mrkdwn"), text: text(3000) }),
        }),
        Type.Object({
          type: Type.Literal("context"),
          elements: Type.Array(Type.Object({ type: Type.Literal("mrkdwn"), text: text(3000) })),
        }),
      ]),
    }),
  },
  pagerduty: {
    settings: () => ({ url: `${url}/v2/enqueue`, routing_key: "0".repeat(32) }),
    path: /^\/v2\/enqueue$/,
    body: Type.Object(
      {
        routing_key: Type.String({ minLength: 32, maxLength: 32 }),
        event_action: Type.Literal("trigger"),
        dedup_key: text(255),
        client: Type.String(),
        client_url: Type.String(),
        payload: Type.Object(
          {
            summary: text(1024),
            source: text(255),
            severity: Type.Enum(["critical", "error", "warning", "info"]),
            timestamp: time,
            component: Type.String(),
            class: Type.String(),
            custom_details: texts,
          },
          closed,
        ),
        links: Type.Array(Type.Object({ href: Type.String(), text: Type.String() }, closed)),
      },
      closed,
    ),
    others: {
      acknowledge: { path: /^\/v2\/enqueue$/, body: pagerDutyEnd },
      resolve: { path: /^\/v2\/enqueue$/, body: pagerDutyEnd },
    },
  },
  alertmanager: {
    settings: () => ({ url: `${url}/` }),
    path: /^\/api\/v2\/alerts$/,
    body: Type.Array(
      Type.Object(
        {
          labels: texts,
          annotations: texts,
          startsAt: time,
          endsAt: time,
          generatorURL: text(2000),
        },
        closed,
      ),
      { minItems: 1 },
    ),
  },
  webhook: {
    settings: () => ({ url: `${url}/hook`, secret }),
    path: /^\/hook$/,
    body: Type.Object(
      { type: text(100), timestamp: time, data: Type.Object({ id: text(100) }) },
      closed,
    ),
  },
  opsgenie: {
    settings: () => ({ url, api_key: "key" }),
    path: /^\/v2\/alerts$/,
    body: Type.Object(
      {
        message: text(130),
        alias: text(512),
        description: text(15_000),
        priority: Type.Enum(["P1", "P2", "P3", "P4", "P5"]),
        source: text(100),
        entity: text(512),
        tags: Type.Array(text(50), { maxItems: 20 }),
      },
      closed,
    ),
    others: {
      acknowledge: {
        path: /^\/v2\/alerts\/k3v0s1x8w2m4\/acknowledge\?identifierType=alias$/,
        body: opsgenieStep,
      },
      resolve: {
        path: /^\/v2\/alerts\/k3v0s1x8w2m4\/close\?identifierType=alias$/,
        body: opsgenieStep,
      },
    },
  },
  teams: {
    settings: () => ({ url: `${url}/workflows/1` }),
    path: /^\/workflows\/1$/,
    body: Type.Object({
      type: Type.Literal("message"),
      attachments: Type.Tuple([
        Type.Object({
          contentType: Type.Literal("application/vnd.microsoft.card.adaptive"),
          contentUrl: Type.Null(),
          content: Type.Object({
            $schema: Type.Literal("http://adaptivecards.io/schemas/adaptive-card.json"),
            type: Type.Literal("AdaptiveCard"),
            version: Type.Literal("1.4"),
            body: Type.Array(Type.Object({ type: Type.Enum(["TextBlock", "FactSet"]) })),
            actions: Type.Array(
              Type.Object({
                type: Type.Literal("Action.OpenUrl"),
                title: text(100),
                url: text(2000),
              }),
            ),
          }),
        }),
      ]),
    }),
  },
  discord: {
    settings: () => ({ url: `${url}/api/webhooks/1/x` }),
    path: /^\/api\/webhooks\/1\/x$/,
    body: Type.Object({
      embeds: Type.Array(
        Type.Object({
          title: text(256),
          url: text(2000),
          description: text(4096),
          color: Type.Integer(),
          timestamp: time,
          fields: Type.Array(
            Type.Object({ name: text(256), value: text(1024), inline: Type.Boolean() }),
            { maxItems: 25 },
          ),
        }),
        { maxItems: 10 },
      ),
      allowed_mentions: Type.Object({ parse: Type.Array(Type.String(), { maxItems: 0 }) }),
    }),
  },
  telegram: {
    settings: () => ({ url, bot_token: "1:x", chat_id: "-100" }),
    path: /^\/bot1:x\/sendMessage$/,
    body: Type.Object(
      {
        chat_id: text(100),
        text: text(4096),
        link_preview_options: Type.Object({ is_disabled: Type.Boolean() }),
        disable_notification: Type.Boolean(),
      },
      closed,
    ),
  },
  ntfy: {
    settings: () => ({ url, topic: "speech", token: "tk_x" }),
    path: /^\/$/,
    body: Type.Object(
      {
        topic: text(64),
        title: text(250),
        message: text(4096),
        priority: Type.Integer({ minimum: 1, maximum: 5 }),
        tags: Type.Array(Type.String()),
        click: text(2000),
        actions: Type.Array(
          Type.Object({ action: Type.Literal("view"), label: text(100), url: text(2000) }),
          { maxItems: 3 },
        ),
      },
      closed,
    ),
  },
  sms: {
    settings: () => ({
      url,
      account_sid: "AC1",
      auth_token: "t",
      from: "+15550001111",
      to: "+905551112233",
    }),
    path: /^\/2010-04-01\/Accounts\/AC1\/Messages\.json$/,
    body: Type.Object({ To: text(16), From: text(16), Body: text(1600) }, closed),
  },
};

const kinds = ["trigger", "repeat", "escalate", "acknowledge", "resolve", "test"] as const;
const receiverOf = (channel: string, settings: Readonly<Record<string, unknown>>) =>
  ({ id: "r", channel, language: "tr", fallback: null, settings }) as const;

test.each(Object.keys(vendors))(
  "%s gets what its vendor documents, and may refuse it",
  async (name) => {
    const vendor = vendors[name];
    if (vendor === undefined) throw new Error(`no vendor ${name}`);
    const receiver = receiverOf(name, vendor.settings());
    const send = (kind: AlertMessage["kind"]) => {
      const resolvedAtMs = kind === "resolve" ? message.sentAtMs : null;
      const sent = { ...message, kind, resolvedAtMs };
      return sendAlert(receiver, sent, { mail: undefined, webhooks }, AbortSignal.timeout(5_000));
    };
    for (const kind of kinds) {
      documented = vendor.others?.[kind] ?? vendor;
      expect({ kind, result: await send(kind) }).toEqual({ kind, result: { kind: "delivered" } });
    }
    refusal = 429;
    expect(await send("trigger")).toMatchObject({ kind: "failed", error: "status 429" });
  },
);

test("every channel is tried here", () => {
  expect([...Object.keys(vendors), "email"].sort()).toEqual(Object.keys(alertChannels).sort());
});

test("what asks for credentials gets them, and signatures verify", async () => {
  const ask = async (channel: string): Promise<Got> => {
    const vendor = vendors[channel];
    const receiver = receiverOf(channel, vendor?.settings() ?? {});
    await sendAlert(receiver, message, { mail: undefined, webhooks }, AbortSignal.timeout(5_000));
    const last = got.at(-1);
    if (last === undefined) throw new Error("nothing came");
    return last;
  };
  expect((await ask("opsgenie")).headers.authorization).toBe("GenieKey key");
  expect((await ask("ntfy")).headers.authorization).toBe("Bearer tk_x");
  expect((await ask("sms")).headers.authorization).toBe(`Basic ${btoa("AC1:t")}`);
  const signed = await ask("webhook");
  expect(signed.headers["webhook-id"]).toBe(message.messageId);
  const headers = signed.headers as Record<string, string>;
  expect(new Webhook(secret).verify(signed.text, headers)).toMatchObject({ type: "alert.firing" });
});

test("Alertmanager is told the end with the labels of the beginning", async () => {
  const receiver = receiverOf("alertmanager", { url });
  const resolved = { ...message, kind: "resolve", resolvedAtMs: message.sentAtMs } as const;
  for (const sent of [message, resolved]) {
    await sendAlert(receiver, sent, { mail: undefined, webhooks }, AbortSignal.timeout(5_000));
  }
  const [first, last] = got.map(({ text: body }) => (JSON.parse(body) as readonly object[])[0]) as {
    labels: object;
    endsAt: string;
  }[];
  expect(last?.labels).toEqual(first?.labels);
  expect(Date.parse(first?.endsAt ?? "")).toBeGreaterThan(Date.now());
  expect(last?.endsAt).toBe(new Date(message.sentAtMs).toISOString());
});

test("mails of an alert are a thread", async () => {
  await using mailServer = await startMailServer();
  const mail = openMailSender({ smtpUrl: mailServer.url, from: "Status <status@example.org>" });
  const receiver = receiverOf("email", { to: "on-call@example.org" });
  for (const kind of ["trigger", "resolve"] as const) {
    const sent = { ...message, kind, messageId: `alert-message-${kind}` };
    const result = await sendAlert(receiver, sent, { mail, webhooks }, AbortSignal.timeout(5_000));
    expect(result).toEqual({ kind: "delivered" });
  }
  mail.close();
  const [first, last] = mailServer.mails.map(({ recipients, ...rest }) => {
    expect(recipients).toEqual(["on-call@example.org"]);
    return JSON.stringify(rest);
  });
  expect(first).toContain("alert-k3v0s1x8w2m4@status.example.org");
  expect(last).toContain("alert-k3v0s1x8w2m4@status.example.org");
});
