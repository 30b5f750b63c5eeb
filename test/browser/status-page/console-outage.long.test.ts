import { pino } from "pino";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";

import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { type Prober, startProber } from "../../../probes/prober.ts";
import { axeFaults } from "../../support/browser/axe.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { complaintsOf } from "../../support/browser/complaints.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { eventually } from "../../support/eventually.ts";
import { monitorFileForStub } from "../../support/probes/stub-monitor-file.ts";
import {
  type StubSpeechService,
  startStubSpeechService,
} from "../../support/probes/stub-speech-service.ts";
import { type MailServer, startMailServer } from "../../support/servers/mail-server.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";
import { writeSubscriber } from "../../support/status-api/subscribers.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { TestClock } from "../../support/test-clock.ts";

const adminToken = "admin-token-of-people-on-call";
const reader = "reader@example.com";
const url = "https://status.example.org";
/** Time for two slots of a check that runs every two minutes. */
const TWO_SLOTS_SECONDS = 245;
/** Longer than an incident may be reopened, or its component be another's consequence. */
const HOURS_BETWEEN_MS = 2 * 60 * 60_000;

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

describe.skipIf(browser === undefined)(`an outage as people on call live it${hint}`, () => {
  const stack = new AsyncDisposableStack();
  const clock = new TestClock();
  let stub: StubSpeechService;
  let prober: Prober;
  let mailServer: MailServer;
  /** Of Slack: subscribers at /subscriber, people on call at /on-call. */
  let slack: WebhookReceiver;
  let api: StatusApi;

  beforeAll(async () => {
    const home = stack.use(await temporaryDirectory("console-outage"));
    stub = stack.use(await startStubSpeechService());
    mailServer = stack.use(await startMailServer());
    slack = stack.use(await startWebhookReceiver());
    const { db } = stack.use(await openStatusDatabase({ dataDirectory: home.path }));
    const alerts = [
      "alerts:",
      "  receivers:",
      `    - { id: chat, channel: slack, url: "${slack.url}/on-call" }`,
      "  rules:",
      "    - { id: down, receivers: [chat], components: [stt-file] }",
      "",
    ].join("\n");
    const change = (text: string) => text + alerts;
    prober = stack.adopt(
      await startProber({
        db,
        configuration: await monitorFileForStub(home.path, stub.url, change),
        apiKey: "sk_stub",
        account: { email: "probe@localhost", password: "stub" },
        location: "local",
        dataDirectory: home.path,
        metrics: new ProberMetrics("local"),
        log: pino({ enabled: false }),
        now: clock.now,
        databaseNow: clock.databaseNow,
        wait: clock.wait,
        tick: clock.tick,
      }),
      (one) => one.stop(),
    );
    await prober.idle();
    await writeSubscriber(db, "email", reader);
    await writeSubscriber(db, "slack", `${slack.url}/subscriber`, { language: "tr" });
    api = stack.adopt(
      await startStatusApi({
        db,
        host: "127.0.0.1",
        port: 0,
        adminToken,
        subscriptions: {
          statusUrl: url,
          mail: { smtpUrl: mailServer.url, from: "Status <status@example.org>" },
          webhooks: { allowPrivate: true },
        },
        logger: pino({ enabled: false }),
        nowMs: clock.now,
      }),
      (one) => one.stop(),
    );
  });
  afterAll(() => stack.disposeAsync());

  const pass = (seconds: number): Promise<void> => clock.pass(seconds, () => prober.idle());
  const saidAt = (path: string): string[] =>
    slack.received.filter((one) => one.path === path).map(({ text }) => text);
  /** Lets time pass until the mails and the Slack of subscribers have said it. */
  const everybodyHeard = (inMail: string, inSlack: string): Promise<true> =>
    eventually(`subscribers hear: ${inMail}`, async () => {
      await pass(1);
      const isMailed = mailServer.mails.some(({ text }) => text?.includes(inMail));
      const isInSlack = saidAt("/subscriber").some((text) => text.includes(inSlack));
      return isMailed && isInSlack;
    });

  test.each([
    { on: "a desktop", viewport: { width: 1280, height: 900 } },
    { on: "a phone", viewport: { width: 360, height: 740 } },
  ])(
    "told by Slack, seen, acknowledged, heard, told to everybody, resolved, explained and reported, on $on",
    async ({ on, viewport }) => {
      const context = await browser!.newContext({ viewport, timezoneId: "UTC", locale: "en" });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      const isFine = async () => {
        expect(await axeFaults(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toEqual([]);
      };
      const alertsBefore = saidAt("/on-call").length;
      // What happened before is over for long.
      await clock.moveTo(clock.nowMs + HOURS_BETWEEN_MS, () => prober.idle());
      await pass(TWO_SLOTS_SECONDS);

      // The service hears something else than what is said.
      stub.fault = "hears_wrong";
      await pass(TWO_SLOTS_SECONDS);
      await eventually("people on call are told", () => saidAt("/on-call").length > alertsBefore);
      await everybodyHeard("File transcription", "Dosyadan transkripsiyon");

      await signIn(page);
      await page.getByRole("button", { name: "Acknowledge" }).click();
      await page.locator("#acknowledged").getByText("Ayşe takes care of it.").waitFor();
      await isFine();

      await page.locator('a[href="/console/checks/stt-file-round-trip/runs"]').click();
      await page.locator(".kept-runs a").first().click();
      await page.getByRole("heading", { name: "What was said and heard" }).first().waitFor();
      expect(await page.locator("ins").first().textContent()).toContain("bambaşka");
      await isPlayed(page);
      await isFine();

      await page.goto(`${api.url}/console/incidents`);
      await page
        .locator('#content a[href^="/console/incidents/"]:not([href$="/new"])')
        .first()
        .click();
      await page.getByText("This incident is updated automatically.").waitFor();
      await page.locator(".templates").getByRole("link", { name: "Identified" }).click();
      await page.getByLabel("Text (English)").fill(`The model was changed on ${on}.`);
      await page.getByLabel("Text (Türkçe)").fill(`Model değişti: ${on}.`);
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText("Nothing has been sent yet.").waitFor();
      await isFine();
      await page.getByRole("button", { name: "Tell people" }).click();
      await page.locator("article h3", { hasText: "Identified" }).first().waitFor();
      await everybodyHeard(`The model was changed on ${on}.`, `Model değişti: ${on}.`);
      const incidentUrl = new URL(page.url());

      stub.fault = undefined;
      await pass(TWO_SLOTS_SECONDS);
      await page.goto(incidentUrl.href);
      for (const step of ["Resolved", "Postmortem"]) {
        await page.locator(".templates").getByRole("link", { name: step }).click();
        await page.getByLabel("Text (English)").fill(`${step} on ${on}.`);
        await page.getByLabel("Text (Türkçe)").fill(`${step}: ${on}.`);
        await page.getByRole("button", { name: "Tell people" }).click();
        await page.locator("article h3", { hasText: step }).first().waitFor();
        await everybodyHeard(`${step} on ${on}.`, `${step}: ${on}.`);
      }
      // The alert ended by itself, and that was told too.
      expect(saidAt("/on-call").length).toBeGreaterThan(alertsBefore + 1);

      await page.getByRole("link", { name: "See it on the page" }).click();
      await page.getByText(`The model was changed on ${on}.`).waitFor();

      await page.goto(`${api.url}/console/reports/2026-11`);
      const id = incidentUrl.pathname.split("/").at(-1);
      await page.locator(`a[href$="/incidents/${id}"]`).first().waitFor();
      await isFine();
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${api.url}/console`);
    await page.getByLabel("Your name").fill("Ayşe");
    await page.getByLabel("Admin token").fill(adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${api.url}/console`);
  }

  async function isPlayed(page: Page): Promise<void> {
    const seconds = await page
      .locator("audio")
      .first()
      .evaluate(async (audio: HTMLAudioElement) => {
        audio.muted = true;
        const moved = new Promise((resolve) =>
          audio.addEventListener("timeupdate", () => audio.currentTime > 0 && resolve(undefined)),
        );
        await audio.play();
        await moved;
        return audio.currentTime;
      });
    expect(seconds).toBeGreaterThan(0);
  }
});
