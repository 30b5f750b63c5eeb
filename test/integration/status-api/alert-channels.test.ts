import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Value } from "typebox/value";

import type { AlertMessage } from "#monitor/alerts/channels/channel.ts";
import { alertChannels } from "#monitor/alerts/channels/channels.ts";
import { openMailSender } from "#mail/sender.ts";
import { sendAlert } from "#status-api/alerts/send-alert.ts";
import { openWebhookSender } from "#status-api/delivery/senders.ts";
import {
  ALERT_VENDORS,
  type DocumentedRequest,
  SIGNING_SECRET,
} from "../../support/status-api/alert-vendors.ts";
import { startMailServer } from "../../support/servers/mail-server.ts";

const failingSinceMs = Date.parse("2026-11-21T12:00:00Z");
const message: AlertMessage = {
  kind: "trigger",
  dedupKey: "k3v0s1x8w2m4",
  thread: "k3v0s1x8w2m4",
  beginsThread: true,
  messageId: "alert-message-7",
  language: "tr",
  severity: "critical",
  title: "Sorun var: Seslendirme & <dosya>",
  text: "",
  facts: [
    { label: "Kontrol", value: "tts-health" },
    { label: "Neden", value: "yanıt vermiyor (timeout)" },
  ],
  acknowledge: {
    alertId: "k3v0s1x8w2m4",
    label: "Üstlen",
    url: "https://status.example.org/hooks/ntfy/phone/k3v0s1x8w2m4/signed",
  },
  links: [{ label: "Durum sayfasında aç", url: "https://status.example.org/components/tts" }],
  about: {
    page: "speech",
    rule: "api-down",
    component: "tts",
    check: "tts-health",
    locations: ["ankara", "izmir"],
    reason: "timeout",
    runbookUrl: "https://example.org/runbook",
    runUrl: "https://console.example.org/console/runs/failed-run",
  },
  url: "https://status.example.org/components/tts",
  consoleUrl: "https://console.example.org/console/alerts/k3v0s1x8w2m4",
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
/** The request by the vendor's documentation; any other is refused with 400, as vendors do. */
let documented: DocumentedRequest | undefined;
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

const kinds = [
  "trigger",
  "repeat",
  "escalate",
  "acknowledge",
  "resolve",
  "withdraw",
  "test",
] as const;
const receiverOf = (channel: string, settings: Readonly<Record<string, unknown>>) =>
  ({ id: "r", channel, language: "tr", fallback: null, settings }) as const;

test.each(Object.keys(ALERT_VENDORS))(
  "%s gets what its vendor documents, and may refuse it",
  async (name) => {
    const vendor = ALERT_VENDORS[name];
    if (vendor === undefined) throw new Error(`no vendor ${name}`);
    const receiver = receiverOf(name, vendor.settings(url));
    const send = (kind: AlertMessage["kind"]) => {
      const resolvedAtMs = kind === "resolve" || kind === "withdraw" ? message.sentAtMs : null;
      const sent = { ...message, kind, resolvedAtMs };
      return sendAlert(receiver, sent, { mail: undefined, webhooks }, AbortSignal.timeout(60_000));
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
  expect([...Object.keys(ALERT_VENDORS), "email"].sort()).toEqual(
    Object.keys(alertChannels).sort(),
  );
});

test("what asks for credentials gets them, and signatures verify", async () => {
  const ask = async (channel: string): Promise<Got> => {
    const vendor = ALERT_VENDORS[channel];
    const receiver = receiverOf(channel, vendor?.settings(url) ?? {});
    await sendAlert(receiver, message, { mail: undefined, webhooks }, AbortSignal.timeout(60_000));
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
  expect(new Webhook(SIGNING_SECRET).verify(signed.text, headers)).toMatchObject({
    type: "alert.firing",
  });
});

test("Alertmanager is told the end with the labels of the beginning", async () => {
  const receiver = receiverOf("alertmanager", { url });
  const resolved = { ...message, kind: "resolve", resolvedAtMs: message.sentAtMs } as const;
  for (const sent of [message, resolved]) {
    await sendAlert(receiver, sent, { mail: undefined, webhooks }, AbortSignal.timeout(60_000));
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
    const result = await sendAlert(receiver, sent, { mail, webhooks }, AbortSignal.timeout(60_000));
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
