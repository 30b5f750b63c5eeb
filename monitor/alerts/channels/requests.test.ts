import { expect, test } from "vitest";
import type { AlertMessageKind } from "#migrations/status/alert-tables.ts";
import type { AlertMessage } from "./channel.ts";
import { alertChannels } from "./channels.ts";

/** Settings by channel, as monitor.yaml has them. */
const SETTINGS: Readonly<Record<string, object>> = {
  email: { to: "oncall@example.com" },
  slack: { url: "https://hooks.slack.example.com/services/T/B/x" },
  pagerduty: { routing_key: "0123456789abcdef0123456789abcdef", url: "https://events.example.com" },
  alertmanager: { url: "https://alertmanager.example.com/" },
  webhook: {
    url: "https://hook.example.com/alerts",
    secret: "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz",
  },
  opsgenie: { api_key: "genie", url: "https://api.opsgenie.example.com/" },
  teams: { url: "https://teams.example.com/hook" },
  discord: { url: "https://discord.example.com/api/webhooks/1/x" },
  telegram: { bot_token: "1:x", chat_id: "-100", url: "https://api.telegram.example.com/" },
  ntfy: { topic: "alerts", token: "tk", url: "https://ntfy.example.com", acknowledge_button: true },
  sms: {
    account_sid: "AC1",
    auth_token: "x",
    from: "+15550000000",
    to: "+15550000001",
    url: "https://api.twilio.example.com/",
  },
};

const TRIGGER: AlertMessage = {
  kind: "trigger",
  dedupKey: "page/speech/synthesis",
  thread: "thread-7",
  beginsThread: true,
  messageId: "msg-1",
  language: "en",
  severity: "critical",
  title: "Synthesis <is> down & out",
  text: "Acknowledge it, or the next person is alerted.",
  facts: [
    { label: "Reason", value: "timeout" },
    { label: "Locations", value: "fra, ist" },
  ],
  links: [
    { label: "Runbook", url: "https://runbooks.example.com/synthesis" },
    { label: "Run", url: "https://status.example.com/console/runs/9" },
    { label: "Component", url: "https://status.example.com/components/synthesis" },
  ],
  about: {
    page: "https://status.example.com",
    rule: "all",
    component: "synthesis",
    check: "synthesis-roundtrip",
    locations: ["fra", "ist"],
    reason: "timeout",
    runbookUrl: "https://runbooks.example.com/synthesis",
    runUrl: "https://status.example.com/console/runs/9",
  },
  url: "https://status.example.com/components/synthesis",
  consoleUrl: "https://status.example.com/console/alerts/7",
  acknowledge: {
    alertId: "7",
    label: "Acknowledge",
    url: "https://status.example.com/ack/7?signature=x",
  },
  failingSinceMs: Date.UTC(2026, 10, 28, 1, 2, 3),
  lastGoodMs: Date.UTC(2026, 10, 28, 1, 0, 3),
  acknowledgedBy: null,
  resolvedAtMs: null,
  sentAtMs: Date.UTC(2026, 10, 28, 1, 5, 0),
};
const over = { acknowledge: null, beginsThread: false, acknowledgedBy: "Ayşe" };
const MESSAGES: Readonly<Record<string, AlertMessage>> = {
  trigger: TRIGGER,
  "trigger, a warning in a thread, with little to say": {
    ...TRIGGER,
    ...over,
    language: "tr",
    severity: "warning",
    text: "",
    facts: [],
    links: [],
    about: { ...TRIGGER.about, locations: [], reason: null, runbookUrl: null, runUrl: null },
    consoleUrl: null,
    lastGoodMs: null,
    acknowledgedBy: null,
  },
  "trigger, for information": { ...TRIGGER, severity: "info" },
  ...Object.fromEntries(
    (["repeat", "escalate", "acknowledge", "test"] as readonly AlertMessageKind[]).map((kind) => [
      kind,
      { ...TRIGGER, ...over, kind },
    ]),
  ),
  resolve: { ...TRIGGER, ...over, kind: "resolve", resolvedAtMs: Date.UTC(2026, 10, 28, 1, 9, 0) },
  withdraw: {
    ...TRIGGER,
    ...over,
    kind: "withdraw",
    resolvedAtMs: Date.UTC(2026, 10, 28, 1, 9, 0),
  },
  "trigger, longer than any channel takes": {
    ...TRIGGER,
    title: "başlık ".repeat(100),
    text: "metin & ".repeat(900),
    facts: Array.from({ length: 6 }, (_, at) => ({
      label: `fact ${at}`,
      value: "değer ".repeat(60),
    })),
  },
};

/** Long texts by their beginning and length, so that the file can be read. */
function shortened(value: unknown): unknown {
  if (typeof value === "string") {
    return value.length <= 300 ? value : `${value.slice(0, 40)} … (${value.length} characters)`;
  }
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]));
}

function bodyOf(body: string): unknown {
  return body.startsWith("{") || body.startsWith("[") ? JSON.parse(body) : body;
}

test.each(Object.entries(alertChannels))("%s is sent what it always was", async (name, channel) => {
  const requests = Object.entries(MESSAGES).map(([about, message]) => {
    const sending = channel.sendingOf(message, SETTINGS[name] ?? {});
    const request = "body" in sending ? { ...sending, body: bodyOf(sending.body) } : sending;
    return [about, shortened(request)] as const;
  });
  const { keepsAlerts, knowsRepeats } = channel;
  const found = { keepsAlerts, knowsRepeats, requests: Object.fromEntries(requests) };
  await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(
    `./requests/${name}.json`,
  );
});

/** What the vendors take of a whole message: Discord of all texts of an embed, ntfy in bytes before it makes it an attachment. */
const LIMITS: Readonly<
  Record<string, { readonly max: number; readonly sizeOf: (body: Sent) => number }>
> = {
  discord: {
    max: 6_000,
    sizeOf: ({ embeds: [embed] = [] }) =>
      [embed!.title, embed!.description, ...embed!.fields.flatMap(Object.values)]
        .filter((text) => typeof text === "string")
        .join("").length,
  },
  ntfy: { max: 4_096, sizeOf: ({ message = "" }) => Buffer.byteLength(message) },
  telegram: { max: 4_096, sizeOf: ({ text = "" }) => text.length },
  opsgenie: { max: 15_000, sizeOf: ({ description = "" }) => description.length },
  teams: { max: 28_000, sizeOf: (body) => Buffer.byteLength(JSON.stringify(body)) },
};

interface Sent {
  readonly embeds?: readonly {
    readonly title: string;
    readonly description: string;
    readonly fields: readonly object[];
  }[];
  readonly message?: string;
  readonly text?: string;
  readonly description?: string;
}

test.each(Object.entries(LIMITS))("%s takes the longest message", (name, { max, sizeOf }) => {
  const facts = Array.from({ length: 12 }, (_, at) => ({
    label: `fact ${at} `.repeat(20),
    value: "değer ".repeat(100),
  }));
  const longest = { ...TRIGGER, title: "başlık ".repeat(60), text: "metin ".repeat(900), facts };
  const sending = alertChannels[name]!.sendingOf(longest, SETTINGS[name] ?? {});
  const size = sizeOf(bodyOf("body" in sending ? sending.body : "{}") as Sent);
  expect(size).toBeGreaterThan(1_000);
  expect(size).toBeLessThanOrEqual(max);
});
