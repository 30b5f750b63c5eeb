import { type TSchema, Type } from "typebox";

/** What a vendor documents of the request that it takes. */
export interface DocumentedRequest {
  readonly path: RegExp;
  readonly body: TSchema;
}

/** A channel of alerts as its vendor documents it. */
export interface AlertVendor extends DocumentedRequest {
  /** What monitor.yaml says of a receiver whose vendor is at `url`. */
  readonly settings: (url: string) => Readonly<Record<string, unknown>>;
  /** Messages that the vendor takes in another way. */
  readonly others?: Readonly<Record<string, DocumentedRequest>>;
}

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

/** What requests of the channel `webhook` are signed with. */
export const SIGNING_SECRET = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;

/** By channel; mails have no vendor. */
export const ALERT_VENDORS: Readonly<Record<string, AlertVendor>> = {
  slack: {
    settings: (url) => ({ url: `${url}/services/T/B/x` }),
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
    settings: (url) => ({ url: `${url}/v2/enqueue`, routing_key: "0".repeat(32) }),
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
      withdraw: { path: /^\/v2\/enqueue$/, body: pagerDutyEnd },
    },
  },
  alertmanager: {
    settings: (url) => ({ url: `${url}/` }),
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
    settings: (url) => ({ url: `${url}/hook`, secret: SIGNING_SECRET }),
    path: /^\/hook$/,
    body: Type.Object(
      { type: text(100), timestamp: time, data: Type.Object({ id: text(100) }) },
      closed,
    ),
  },
  opsgenie: {
    settings: (url) => ({ url, api_key: "key" }),
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
        path: /^\/v2\/alerts\/[a-z0-9-]+\/acknowledge\?identifierType=alias$/,
        body: opsgenieStep,
      },
      resolve: {
        path: /^\/v2\/alerts\/[a-z0-9-]+\/close\?identifierType=alias$/,
        body: opsgenieStep,
      },
      withdraw: {
        path: /^\/v2\/alerts\/[a-z0-9-]+\/close\?identifierType=alias$/,
        body: opsgenieStep,
      },
    },
  },
  teams: {
    settings: (url) => ({ url: `${url}/workflows/1` }),
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
    settings: (url) => ({ url: `${url}/api/webhooks/1/x` }),
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
    settings: (url) => ({ url, bot_token: "1:x", chat_id: "-100" }),
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
    settings: (url) => ({ url, topic: "speech", token: "tk_x" }),
    path: /^\/$/,
    body: Type.Object(
      {
        topic: text(64),
        sequence_id: Type.String({ pattern: "^[-_A-Za-z0-9]{1,64}$" }),
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
    settings: (url) => ({
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
