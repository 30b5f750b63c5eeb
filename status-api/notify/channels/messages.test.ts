import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import { localizedText } from "#monitor/domain/localized-text.ts";
import { forEachLanguage } from "#web-kit/language/languages.ts";
import { describe, expect, test } from "vitest";
import { readableAccent } from "#web-kit/colour/accent.ts";
import { noIdentity } from "#monitor/domain/page-identity.ts";
import { overallStatus } from "#monitor/domain/overall.ts";
import { incidentMail, signUpMail } from "./email.ts";
import { channels } from "./channels.ts";
import { linksOf, type Notice, type NoticeUpdate } from "../messages/notice.ts";
import { slackMessage, slackWelcome } from "./slack.ts";
import { webhookBody } from "./webhook.ts";

const statusUrl = "https://status.example.org";
const links = linksOf(statusUrl, "tok");
const atMs = Date.parse("2026-11-21T22:30:00Z");
const minuteMs = 60_000;

function update(id: string, minutes: number, status: NoticeUpdate["status"]): NoticeUpdate {
  const time = atMs + minutes * minuteMs;
  return {
    id,
    status,
    body: localizedText({ en: `Body <${id}> & more.`, tr: `Metin <${id}>.` }),
    createdAtMs: time,
    updatedAtMs: time,
    displayAtMs: time,
    affected: [],
    isAutomatic: false,
  };
}

const [opened, identified, resolved] = [
  update("u1", 0, "investigating"),
  update("u2", 1, "identified"),
  update("u3", 2, "resolved"),
];

const notice: Notice = {
  page: {
    id: "speech",
    name: localizedText({ en: "Speech Status", tr: "Konuşma Durumu" }),
    url: statusUrl,
    timeZone: "Europe/Istanbul",
    overall: overallStatus(["operational"]),
    identity: {
      ...noIdentity,
      accentColor: "#ff0000",
      links: [{ label: localizedText({ en: "Website" }), url: "https://speech.example.com/" }],
    },
  },
  incident: {
    id: "i1",
    name: localizedText({ en: "Outage: <Speech>", tr: "Kesinti: Konuşma" }),
    impact: "major",
    startedAtMs: atMs,
    createdAtMs: atMs,
    monitoringAtMs: null,
    resolvedAtMs: atMs + 2 * minuteMs,
    scheduledForMs: null,
    scheduledUntilMs: null,
    components: [
      {
        id: "tts",
        name: localizedText({ en: "Speech synthesis", tr: "Seslendirme" }),
        description: localizedText({ en: "", tr: "" }),
        groupId: "group-api",
        position: 3,
        status: "major_outage",
      },
    ],
  },
  updates: [identified, opened],
  sentIds: new Set(["u2"]),
};
const recipient = {
  id: "s1",
  address: "ayse@example.com",
  language: "en",
  components: null,
  incidentId: null,
  signingSecret: null,
  isConfirmed: false,
  links,
} as const;
const turkish = { ...recipient, language: "tr" } as const;
const message = { recipient, notice, isFirst: false };

describe("a mail about an incident", () => {
  const mail = incidentMail(message);

  test("says what is new first, then what was said before, and how to leave", () => {
    const places = [
      "Identified · 22 Nov 2026 01:31",
      "Major outage: Speech synthesis",
      "https://status.example.org/incidents/i1",
      "Earlier:",
      "Investigating · 22 Nov 2026 01:30",
      "Unsubscribe: https://status.example.org/subscriptions/tok/unsubscribe",
    ].map((words) => mail.text.indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("keeps subject and thread from mail to mail, and its id from attempt to attempt", () => {
    const first = incidentMail({ ...message, isFirst: true });
    expect(mail.subject).toBe("[Speech Status] Outage: <Speech>");
    expect(first.subject).toBe(mail.subject);
    expect(first.messageId).toBe("<incident-i1.s1@status.example.org>");
    expect(first.inReplyTo).toBeUndefined();
    expect(mail.messageId).toBe("<update-u2.s1@status.example.org>");
    expect(mail.inReplyTo).toBe(first.messageId);
  });

  test("is HTML in which nothing of a text is markup", () => {
    expect(mail.html).toContain("Body &lt;u2&gt; &amp; more.");
    expect(mail.html).not.toContain("<u2>");
    expect(mail.html).toContain('<html lang="en">');
  });

  test("begins with the page's name in its colour and ends with the way back to the service", () => {
    const [head, foot] = [mail.html.slice(0, 900), mail.html.slice(-400)];
    const accent = readableAccent("#ff0000", "light");
    expect(head).toContain(`border-top: 4px solid ${accent}`);
    expect(head).toContain(">Speech Status</a>");
    expect(foot).toContain('<a href="https://speech.example.com/">Website</a>');
  });

  test("is Turkish for those who read Turkish", () => {
    const mail = incidentMail({ ...message, recipient: turkish });
    expect(mail.subject).toBe("[Konuşma Durumu] Kesinti: Konuşma");
    expect(mail.text).toContain("Nedeni bulundu · 22 Kas 2026 01.31");
    expect(mail.text).toContain("Abonelikten çık: ");
    expect(mail.html).toContain('<html lang="tr">');
  });

  test("names the components of each status together, the worst first, and no status once all work", () => {
    const [one] = notice.incident.components;
    const factsWith = (...statuses: readonly ComponentStatus[]): string => {
      const components = statuses.map((status, index) => ({
        ...one!,
        name: localizedText({ en: `Service ${index}` }),
        status,
      }));
      const incident = { ...notice.incident, components };
      return incidentMail({ ...message, notice: { ...notice, incident } }).text;
    };
    expect(
      factsWith("operational", "major_outage", "degraded_performance", "major_outage"),
    ).toContain(
      "\n\nMajor outage: Service 1, Service 3\nDegraded performance: Service 2\nOperational: Service 0\n\n",
    );
    expect(factsWith("operational", "operational")).toContain(
      "\n\nComponents: Service 0, Service 1\n\n",
    );
  });

  test("says when a maintenance is", () => {
    const scheduled = {
      ...notice,
      incident: {
        ...notice.incident,
        scheduledForMs: Date.parse("2026-12-01T00:00:00Z"),
        scheduledUntilMs: Date.parse("2026-12-01T01:00:00Z"),
      },
    };
    expect(incidentMail({ ...message, notice: scheduled }).text).toContain(
      "Scheduled for: 1 Dec 2026 03:00 GMT+3 (00:00 UTC) – 1 Dec 2026 04:00 GMT+3 (01:00 UTC)",
    );
  });
});

describe("a mail that answers a sign-up", () => {
  const welcome = {
    recipient,
    page: { id: "speech", name: "Speech Status", url: statusUrl, identity: noIdentity },
    componentNames: ["Website"],
    incidentName: null,
    messageId: 7,
    requestedAtMs: atMs,
  };

  test("has the link that confirms, and none to leave what has not begun", () => {
    const mail = signUpMail(welcome);
    expect(mail.text).toContain("https://status.example.org/subscriptions/tok/confirm");
    expect(mail.text).toContain("Components: Website");
    expect(mail.unsubscribe).toBeUndefined();
  });

  test("leads to what there is where the address is known", () => {
    const mail = signUpMail({ ...welcome, recipient: { ...recipient, isConfirmed: true } });
    expect(mail.text).toContain("https://status.example.org/subscriptions/tok\n");
    expect(mail.text).not.toContain("/confirm");
  });
});

describe("a webhook's body", () => {
  const body = JSON.parse(webhookBody(message));

  test("is Statuspage's, with the incident as it was with this update", () => {
    expect(body).toMatchObject({
      type: "incident.updated",
      timestamp: "2026-11-21T22:31:00.000Z",
      update_id: "u2",
      meta: { unsubscribe: links.unsubscribe },
      page: {
        id: "speech",
        status_indicator: "none",
        status_description: "All Systems Operational",
      },
      incident: {
        id: "i1",
        status: "identified",
        resolved_at: null,
        monitoring_at: null,
        updated_at: "2026-11-21T22:31:00.000Z",
        incident_updates: [{ id: "u2" }, { id: "u1", body: "Body <u1> & more." }],
        components: [{ id: "tts", status: "major_outage" }],
      },
    });
  });

  test("names what happened", () => {
    const typeOf = (updates: Notice["updates"]): string =>
      JSON.parse(webhookBody({ ...message, notice: { ...notice, updates } })).type;
    expect(typeOf([opened])).toBe("incident.created");
    expect(typeOf([resolved, identified, opened])).toBe("incident.resolved");
  });

  test("says when it was over once it is told so", () => {
    const over = { ...notice, updates: [resolved, identified, opened] } as const;
    const { incident } = JSON.parse(webhookBody({ ...message, recipient: turkish, notice: over }));
    expect(incident.resolved_at).toBe("2026-11-21T22:32:00.000Z");
    expect(incident.name).toBe("Kesinti: Konuşma");
  });
});

describe("a Slack message", () => {
  test("has a text for notifications and blocks within Slack's limits", () => {
    const long = forEachLanguage(() => `<!channel> ${"a".repeat(5000)}`);
    const longUpdate = { ...identified, body: long };
    const { text, blocks } = JSON.parse(
      slackMessage({ ...message, notice: { ...notice, updates: [longUpdate, opened] } }),
    );
    expect(text).toBe("Speech Status: Identified: Outage: &lt;Speech&gt;");
    expect(blocks[0]).toEqual({
      type: "header",
      text: { type: "plain_text", text: "Identified: Outage: <Speech>" },
    });
    expect(blocks[1].text.text).toContain("&lt;!channel&gt; aaa");
    expect(blocks[1].text.text.length).toBeLessThanOrEqual(3000);
    expect(blocks.at(-1).elements[0].text).toContain(links.unsubscribe);
  });

  test("begins a subscription with how to end it", () => {
    expect(
      slackWelcome({
        recipient: turkish,
        page: { id: "speech", name: "Durum", url: statusUrl, identity: noIdentity },
        componentNames: null,
        incidentName: null,
        messageId: 7,
        requestedAtMs: atMs,
      }),
    ).toContain(links.unsubscribe);
  });
});

test("logs see no whole address", () => {
  expect(channels.email.maskAddress("ayse@example.com")).toBe("a…@example.com");
  expect(channels.slack.maskAddress("https://hooks.slack.com/services/T0/B0/secret")).toBe(
    "https://hooks.slack.com/…",
  );
});

test("what channels can do is as before", () => {
  const found = Object.entries(channels).map(
    ([name, { addressType, confirmedBy, gathersUpdates, isSigned }]) =>
      [name, addressType, confirmedBy, gathersUpdates, isSigned] as const,
  );
  expect(found).toEqual([
    ["email", "email", "link", true, false],
    ["webhook", "url", "delivery", false, true],
    ["slack", "url", "delivery", true, false],
  ]);
});

/** Messages by what they are about. */
const about: Readonly<Record<string, Notice>> = {
  outage: notice,
  "begun outage": {
    ...notice,
    incident: { ...notice.incident, resolvedAtMs: null },
    updates: [opened],
    sentIds: new Set(["u1"]),
  },
  "resolved outage": {
    ...notice,
    updates: [resolved, identified, opened],
    sentIds: new Set(["u3"]),
  },
  maintenance: {
    ...notice,
    incident: {
      ...notice.incident,
      impact: "maintenance",
      scheduledForMs: atMs,
      scheduledUntilMs: atMs + 90 * minuteMs,
      components: notice.incident.components.map((one) => ({
        ...one,
        status: "under_maintenance",
      })),
    },
    updates: [update("u4", 0, "scheduled")],
    sentIds: new Set(["u4"]),
  },
};

describe.each(Object.entries(about))("messages about: %s", (name, notice) => {
  test.each(["en", "tr"] as const)("are sent as before in %s", async (language) => {
    const message = { recipient: { ...recipient, language }, notice, isFirst: name !== "outage" };
    const sent = {
      mail: incidentMail(message),
      slack: JSON.parse(slackMessage(message)) as unknown,
      webhook: JSON.parse(webhookBody(message)) as unknown,
    };
    const place = `./messages/${name.replaceAll(" ", "-")}.${language}.json`;
    await expect(`${JSON.stringify(sent, null, 2)}\n`).toMatchFileSnapshot(place);
  });
});
