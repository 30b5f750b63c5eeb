import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect } from "vitest";

import { openMailSender } from "#mail/sender.ts";
import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { alertChannels } from "#monitor/alerts/channels/channels.ts";
import type { AlertReceiver } from "#monitor/alerts/configuration.ts";
import { newId } from "#monitor/store/new-id.ts";
import { queue } from "#status-api/alerts/alert-store.ts";
import { createAlerter } from "#status-api/alerts/alerter.ts";
import { alertMetrics } from "#status-api/alerts/metrics.ts";
import { openWebhookSender } from "#status-api/delivery/senders.ts";
import { longTest, shortTest } from "../../support/lengths.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import {
  type AlertVendorServer,
  startAlertVendors,
  type VendorMood,
} from "../../support/servers/alert-vendor-server.ts";
import { type MailServer, startMailServer } from "../../support/servers/mail-server.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";
import { ALERT_VENDORS, SIGNING_SECRET } from "../../support/status-api/alert-vendors.ts";
import { setUpPage } from "../../support/status-api/status-history.ts";

const secondMs = 1000;
const overHttp = Object.keys(ALERT_VENDORS).sort();
const channels = [...overHttp, "email"].sort();
const mark = "you may have this already";

const answering =
  (status: number, headers: Record<string, string> = {}): VendorMood =>
  (response) => {
    response.writeHead(status, headers).end();
    return true;
  };
const silent: VendorMood = () => true;
const cutting: VendorMood = (response) => {
  response.destroy();
  return true;
};

describeWithOneDatabase("receivers of every channel", (empty) => {
  let stack: AsyncDisposableStack;
  let database: OpenDatabase<StatusDatabase>;
  let vendors: AlertVendorServer;
  let mailServer: MailServer;
  let spare: WebhookReceiver;
  let clockMs = 0;
  let alertId = "";
  let alerter: ReturnType<typeof createAlerter>;
  const register = new Registry();

  beforeAll(async () => {
    stack = new AsyncDisposableStack();
    database = stack.use(await openStatusDatabase(await empty()));
    vendors = stack.use(await startAlertVendors());
    mailServer = stack.use(await startMailServer());
    spare = stack.use(await startWebhookReceiver());
    const { db } = database;
    clockMs = Date.now();
    await emptyStatusTables(db);
    await setUpPage(db, clockMs);
    const receivers: AlertReceiver[] = channels.map((channel) => ({
      id: channel,
      channel,
      language: "en",
      fallback: "spare",
      settings:
        ALERT_VENDORS[channel]?.settings(vendors.urlOf(channel)) ??
        ({ to: "on-call@example.org" } as const),
    }));
    const settings = { url: spare.url, secret: SIGNING_SECRET };
    receivers.push({ id: "spare", channel: "webhook", language: "en", fallback: null, settings });
    await db
      .insertInto("alert_configuration")
      .values({ id: 1, receivers: JSON.stringify(receivers), rules: "[]" })
      .execute();
    const { id: component_id } = await db
      .selectFrom("components")
      .select("id")
      .executeTakeFirstOrThrow();
    alertId = newId();
    await db
      .insertInto("alerts")
      .values({
        id: alertId,
        rule: "down",
        check_id: "tts-health",
        component_id,
        severity: "critical",
        failing_since: new Date(clockMs),
        reason: "timeout",
        locations: JSON.stringify(["ankara"]),
        fired_at: new Date(clockMs),
        resolved_at: new Date(clockMs),
      })
      .execute();
    await db
      .insertInto("evidence")
      .values({
        id: "failed-run",
        check_id: "tts-health",
        component_id,
        location: "ankara",
        slot: new Date(clockMs),
        attempt: 2,
        kept_at: new Date(clockMs),
        passed: false,
        result: "failed",
        reason: "timeout",
        facts: "{}",
        bytes: 2,
      })
      .execute();
    const mail = openMailSender({ smtpUrl: mailServer.url, from: "Status <status@example.org>" });
    stack.defer(() => mail.close());
    const webhooks = openWebhookSender({ allowPrivate: true });
    stack.defer(() => webhooks.close());
    alerter = stack.use(
      createAlerter({
        db,
        statusUrl: "https://status.example.org",
        consoleUrl: "https://console.example.org",
        mail,
        webhooks,
        metrics: alertMetrics(register, () => clockMs),
        logger: pino({ level: "silent" }),
        nowMs: () => clockMs,
        random: () => 0,
      }),
    );
  });
  afterAll(() => stack.disposeAsync());

  /** Sends what is due `seconds` from now; returns which vendors were asked. */
  async function after(seconds: number): Promise<readonly string[]> {
    clockMs += seconds * secondMs;
    const before = vendors.requested.length;
    await alerter.send();
    await alerter.settled();
    return vendors.requested.slice(before).toSorted();
  }

  const tell = (kind: "trigger" | "resolve") =>
    queue(database.db, { alertId, kind }, channels, clockMs);

  shortTest(
    "ask again later, stay silent, break off and are away: each has it once when it is back",
    async () => {
      expect(channels).toEqual(Object.keys(alertChannels).sort());
      await tell("trigger");
      vendors.beIn(answering(503, { "retry-after": "90" }));
      mailServer.refuseRecipients(451);
      expect(await after(0)).toEqual(overHttp);
      expect(await after(60)).toEqual([]);
      vendors.beIn(silent);
      expect(await after(30)).toEqual(overHttp);
      vendors.beIn(cutting);
      expect(await after(20)).toEqual(overHttp);
      await vendors.goAway();
      expect(await after(40)).toEqual([]);
      // After three attempts somebody else was told.
      expect(spare.received.map(({ body }) => body.type)).toEqual(["alert.firing"]);
      expect(vendors.taken).toEqual([]);
      await vendors.comeBack();
      vendors.beIn(answering(429));
      expect(await after(80)).toEqual(overHttp);
      vendors.beIn(undefined);
      mailServer.refuseRecipients(undefined);
      expect(await after(160)).toEqual(overHttp);
      expect(await after(3600)).toEqual([]);
      expect(vendors.taken.map(({ channel }) => channel).sort()).toEqual(overHttp);
      expect(mailServer.mails.map(({ recipients }) => recipients)).toEqual([
        ["on-call@example.org"],
      ]);
      // Those that cannot know are told that they may have it: silence and a break may hide that they took it.
      const marked = vendors.taken.filter(({ text }) => text.includes(mark));
      expect(marked.map(({ channel }) => channel).sort()).toEqual(
        overHttp.filter((channel) => alertChannels[channel]?.knowsRepeats === false),
      );
      expect(mailServer.mails[0]?.subject).not.toContain(mark);
    },
  );

  shortTest(
    "are led to the alert in the console, the runbook, the run that failed and the page",
    () => {
      const where = [...vendors.taken, { channel: "email", text: mailServer.mails[0]?.text ?? "" }];
      for (const { channel, text } of where) {
        const link = `https://console.example.org/console/alerts/${alertId}`;
        // Webhooks and Alertmanager are for programs: these have it among what is told besides.
        expect([channel, text.includes(link)]).toEqual([channel, true]);
        if (channel === "sms") continue;
        expect([channel, text.includes("/console/runs/failed-run")]).toEqual([channel, true]);
      }
    },
  );

  shortTest("that refuse are not asked again, and their fallback is told at once", async () => {
    const taken = vendors.taken.length;
    await tell("resolve");
    vendors.beIn(answering(400));
    mailServer.refuseRecipients(550);
    expect(await after(0)).toEqual(overHttp);
    await after(0);
    expect(spare.received.map(({ body }) => body.type)).toEqual(["alert.firing", "alert.resolved"]);
    expect(await after(24 * 3600)).toEqual([]);
    expect(vendors.taken).toHaveLength(taken);
    const figures = await register.metrics();
    for (const channel of channels) {
      const labels = `receiver="${channel}",channel="${channel}",result="given_up"`;
      expect(figures).toContain(`alert_deliveries_total{${labels}} 1`);
    }
  });

  longTest(
    "by mail have it once when a server is back that was silent, broke off and was away",
    async () => {
      const before = { attempts: mailServer.attempts, mails: mailServer.mails.length };
      const so = () => [
        mailServer.attempts - before.attempts,
        mailServer.mails.length - before.mails,
      ];
      await queue(database.db, { alertId, kind: "repeat", number: 1 }, ["email"], clockMs);
      mailServer.refuseRecipients(undefined);
      mailServer.beIn("silent");
      await after(0);
      expect(so()).toEqual([1, 0]);
      mailServer.beIn("cutting");
      await after(10);
      expect(so()).toEqual([2, 0]);
      await mailServer.goAway();
      await after(20);
      expect(so()).toEqual([2, 0]);
      await mailServer.comeBack();
      mailServer.beIn(undefined);
      await after(40);
      expect(so()).toEqual([3, 1]);
      await after(3600);
      expect(so()).toEqual([3, 1]);
    },
  );

  shortTest("that have no fallback are asked on, though they refuse", async () => {
    await database.db
      .updateTable("alert_configuration")
      .set({
        receivers: JSON.stringify([
          {
            id: "only",
            channel: "slack",
            language: "en",
            fallback: null,
            settings: ALERT_VENDORS["slack"]?.settings(vendors.urlOf("slack")),
          },
        ]),
      })
      .execute();
    await queue(database.db, { alertId, kind: "trigger" }, ["only"], clockMs);
    vendors.beIn(answering(404));
    expect(await after(0)).toEqual(["slack"]);
    vendors.beIn(undefined);
    expect(await after(10)).toEqual(["slack"]);
    // It was refused, so it is no repeat.
    expect(vendors.taken.at(-1)?.text).not.toContain(mark);
    expect(await after(3600)).toEqual([]);
  });
});
