import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { createAlerter } from "#status-api/alerts/alerter.ts";
import { alertMetrics } from "#status-api/alerts/metrics.ts";
import { readConsoleNow } from "#status-api/console/console-now.ts";
import { openWebhookSender } from "#status-api/delivery/senders.ts";
import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { parseMonitorFile } from "../../../probes/monitor-file/read.ts";
import { SharedConfiguration } from "../../../probes/monitor-file/shared-configuration.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

const minuteMs = 60_000;
const webhooks = openWebhookSender({ allowPrivate: true });
afterAll(() => webhooks.close());

describeWithOneDatabase("an older monitor.yaml at one location", (empty) => {
  let home: TemporaryDirectory;
  let database: OpenDatabase<StatusDatabase>;
  let receiver: WebhookReceiver;
  let alerter: ReturnType<typeof createAlerter>;
  let clockMs = 0;
  const said: string[] = [];

  beforeAll(async () => void (database = await openStatusDatabase(await empty())));
  afterAll(() => database.close());
  beforeEach(async () => {
    clockMs = Date.parse("2026-11-23T12:00:00Z");
    home = await temporaryDirectory("older-file");
    await emptyStatusTables(database.db);
    receiver = await startWebhookReceiver();
    alerter = createAlerter({
      db: database.db,
      statusUrl: "https://status.example.org",
      consoleUrl: "https://status.example.org",
      mail: undefined,
      webhooks,
      metrics: alertMetrics(new Registry(), () => clockMs),
      logger: pino({ level: "silent" }),
      nowMs: () => clockMs,
      random: () => 0,
    });
  });
  afterEach(async () => {
    said.length = 0;
    await alerter[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  const fileOf = (ids: readonly string[]) =>
    parseMonitorFile(
      "m.yaml",
      JSON.stringify({
        page: { id: "page", name: "Page", url: "https://status.example.org" },
        groups: [],
        components: ids.map((id) => ({
          id,
          name: id,
          checks: [{ id, kind: "tcp", host: "localhost", port: 1 }],
        })),
        alerts: {
          receivers: [
            { id: "chat", channel: "slack", url: `${receiver.url}/chat` },
            {
              id: "desk",
              channel: "pagerduty",
              url: `${receiver.url}/desk`,
              routing_key: "0".repeat(32),
            },
          ],
          rules: [{ id: "all", receivers: ["chat", "desk"] }],
        },
      }),
      {},
    );

  async function startAt(location: string, ids: readonly string[]) {
    const { db } = database;
    const prober = `${location} ${clockMs}`;
    const dataDirectory = join(home.path, location);
    await mkdir(dataDirectory, { recursive: true });
    await db
      .insertInto("probers")
      .values({
        id: prober,
        location,
        started_at: new Date(clockMs),
        last_seen_at: new Date(clockMs),
      })
      .execute();
    const metrics = new ProberMetrics(location);
    const log = pino({ level: "error" }, { write: (line) => void said.push(line) });
    const shared = new SharedConfiguration(
      { db, prober, location, dataDirectory, metrics, log },
      fileOf(ids),
    );
    await shared.offer(clockMs);
    return { shared, metrics };
  }
  type Location = Awaited<ReturnType<typeof startAt>>;

  /** Lets time pass, in which the probers compare their files and alerts are told. */
  async function pass(minutes: number, running: readonly Location[]): Promise<void> {
    clockMs += minutes * minuteMs;
    const seen = { last_seen_at: new Date(clockMs) };
    if (running.length > 0) await database.db.updateTable("probers").set(seen).execute();
    for (const { shared } of running) await shared.review(clockMs);
    await alerter.plan();
    await alerter.send();
    await alerter.settled();
  }

  const notified = () => receiver.received.map(({ path }) => path.slice(1)).toSorted();
  const announcedAt = (path: string) =>
    receiver.received.filter((one) => one.path === `/${path}`).map(({ text }) => text);
  const session = { person: "Ayşe", role: "viewer", next: "" } as never;

  test("removes nothing and is told in a line, a metric, the console and an alert, which ends with it", async () => {
    const [ankara, izmir] = [
      await startAt("ankara", ["a", "old"]),
      await startAt("izmir", ["a", "old"]),
    ];
    await ankara.shared.offer(clockMs, fileOf(["a", "new"]));
    await pass(1, [ankara, izmir]);
    expect(said.join()).toContain("older than the one that all see");
    expect(await izmir.metrics.registry.metrics()).toMatch(/^monitor_config_differs\S* 1$/m);
    expect(await ankara.metrics.registry.metrics()).toMatch(/^monitor_config_differs\S* 0$/m);
    const { fileMismatches } = await readConsoleNow(database.db, session, clockMs);
    expect(fileMismatches).toEqual([{ location: "izmir", sinceMs: clockMs }]);
    await pass(14, [ankara, izmir]);
    expect(notified()).toEqual([]);

    await pass(1, [ankara, izmir]);
    await pass(5, [ankara, izmir]);
    expect(notified()).toEqual(["chat", "desk"]);
    const [message] = announcedAt("chat");
    expect(message).toContain("Failing: monitor.yaml (@izmir)");
    expect(message).toContain("the monitor.yaml there is not the one that all see");
    expect(message).not.toContain("Last good run");
    expect(message).not.toContain("/components/");
    expect(JSON.parse(announcedAt("desk")[0] ?? "{}")).toMatchObject({
      event_action: "trigger",
      payload: { severity: "warning", source: "izmir", class: "monitor_file_differs" },
    });
    const { firing } = await readConsoleNow(database.db, session, clockMs);
    expect(firing.map(({ severity, checks }) => [severity, checks[0]?.checkId])).toEqual([
      ["warning", "@izmir"],
    ]);

    await izmir.shared.offer(clockMs, fileOf(["a", "new"]));
    await pass(1, [ankara, izmir]);
    await pass(5, [ankara, izmir]);
    expect(notified()).toEqual(["chat", "chat", "desk", "desk"]);
    expect(announcedAt("chat")[1]).toContain("Recovered: monitor.yaml (@izmir)");
  });

  test("is withdrawn, not recovered, when nobody has probed there for a day", async () => {
    const ankara = await startAt("ankara", ["a", "b"]);
    const izmir = await startAt("izmir", ["a"]);
    await pass(1, [ankara, izmir]);
    await pass(16, [ankara, izmir]);
    expect(notified()).toEqual(["chat", "desk"]);
    // Its end is not known while no prober runs there.
    await pass(30, []);
    await pass(6, []);
    expect(notified()).toEqual(["chat", "desk"]);
    await pass(24 * 60, []);
    await pass(6, []);
    expect(announcedAt("chat")[1]).toContain("No longer watched: monitor.yaml (@izmir)");
    expect(announcedAt("chat")[1]).toContain("no prober of the location has been seen for a day");
  });
});
