import { pino } from "pino";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Database } from "#migrations/status/schema.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { beginSession } from "#status-api/console/sessions.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";

import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { startProber } from "../../../probes/prober.ts";
import { axeFaults } from "../../support/browser/axe.ts";
import { installChromium, keptChromium } from "../../support/browser/chromium.ts";
import { complaintsOf } from "../../support/browser/complaints.ts";
import { sidewaysScroll } from "../../support/browser/sideways-scroll.ts";
import { ownDatabase } from "../../support/databases/every-database.ts";
import { monitorFileForStub } from "../../support/probes/stub-monitor-file.ts";
import {
  startStubSpeechService,
  type StubSpeechService,
} from "../../support/probes/stub-speech-service.ts";

const browser = await keptChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";
const hourMs = 60 * 60_000;
const checks = ["stt-stream-round-trip", "tts-round-trip"];

describe.skipIf(browser === undefined)(`runs on request in Chromium${hint}`, () => {
  let stack: AsyncDisposableStack;
  let db: Database;
  let stub: StubSpeechService;
  let api: StatusApi;
  beforeAll(async () => {
    stack = new AsyncDisposableStack();
    stub = stack.use(await startStubSpeechService());
    const place = stack.use(await ownDatabase("status"));
    const { dataDirectory } = place;
    ({ db } = stack.use(await openStatusDatabase(place)));
    const read = await monitorFileForStub(dataDirectory, stub.url);
    const hourly = read.checks
      .filter(({ id }) => checks.includes(id))
      .map((check) => ({ ...check, periodMs: hourMs }));
    const prober = stack.use(
      await startProber({
        db,
        configuration: { ...read, checks: hourly },
        apiKey: "sk_stub",
        location: "istanbul",
        dataDirectory,
        metrics: new ProberMetrics("istanbul"),
        log: pino({ enabled: false }),
      }),
    );
    await prober.idle();
    api = await startStatusApi({
      db,
      host: "127.0.0.1",
      port: 0,
      adminToken: "admin-token-of-people-on-call",
      logger: pino({ level: "silent" }),
    });
    stack.defer(() => api.stop());
  });
  afterAll(() => stack.disposeAsync());

  async function signedIn(options: BrowserContextOptions): Promise<Page> {
    const context = await browser!.newContext({ timezoneId: "UTC", locale: "en", ...options });
    stack.defer(() => context.close());
    const session = { person: "Ayşe", adminToken: "admin-token-of-people-on-call" };
    const value = await beginSession(db, session, Date.now());
    await context.addCookies([{ name: "console", value, url: `${api.url}/console` }]);
    return context.newPage();
  }

  const phone = { width: 360, height: 740 };
  const looks = [
    { on: "a desktop", viewport: { width: 1280, height: 900 }, javaScriptEnabled: true },
    { on: "a phone", viewport: phone, javaScriptEnabled: true },
    { on: "a phone without scripts", viewport: phone, javaScriptEnabled: false },
  ];
  test.each(looks)(
    "a check is run now, and once more with the same input, on $on",
    async ({ viewport, javaScriptEnabled }) => {
      const page = await signedIn({ viewport, javaScriptEnabled });
      const complaints = complaintsOf(page);
      const isFine = async (): Promise<void> => {
        if (!javaScriptEnabled) return;
        expect(await axeFaults(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toEqual([]);
      };
      await page.goto(`${api.url}/console`);
      await openRows(page);
      await isFine();
      await page.getByRole("button", { name: "Run now: tts-round-trip, istanbul" }).press("Enter");
      await page.waitForURL(/\/console\/requested-runs\//);
      await page.getByRole("heading", { name: "passed" }).waitFor();
      await isFine();
      await page.getByRole("link", { name: "Open the run" }).click();
      await page.getByText("on request").waitFor();
      const parts = page.locator(".waterfall th");
      expect(await parts.allTextContents()).toEqual([
        "Connection",
        "First byte",
        "First audio",
        "Transfer",
        "Total",
      ]);
      await isFine();
      await page.getByLabel("Location").selectOption("istanbul");
      await page.getByRole("button", { name: "Run again with the same input" }).click();
      await page.getByRole("link", { name: "With the input of this run" }).waitFor();
      await page.getByRole("heading", { name: "passed" }).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  test("a page that waits says so, and the stream says when its transcripts came", async () => {
    const page = await signedIn({ viewport: { width: 360, height: 740 } });
    stub.fault = "sends_final_late";
    await page.goto(`${api.url}/console`);
    await openRows(page);
    await page.getByRole("button", { name: "Run now: stt-stream-round-trip, istanbul" }).click();
    await page.getByText("Running at istanbul…").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Open the run" }).click();
    expect(await page.locator(".waterfall th").allTextContents()).toEqual([
      "Connection",
      "First byte",
      "First partial transcript",
      "Audio sent",
      "Final transcript",
      "Total",
    ]);
  });
});

/** Opens the rows of components that are well, by keyboard. */
async function openRows(page: Page): Promise<void> {
  for (const row of await page.locator(".console-group summary").all()) await row.press("Enter");
}
