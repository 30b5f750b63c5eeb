import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { AlertReceiver } from "#monitor/alerts/configuration.ts";
import { createAlerter } from "#status-api/alerts/alerter.ts";
import { alertMetrics } from "#status-api/alerts/metrics.ts";
import { beginSession } from "#status-api/console/sessions.ts";
import { openWebhookSender } from "#status-api/delivery/senders.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { setUpPage } from "../../support/status-api/status-history.ts";
import { DOWN_RULE, watchedCheck, writeSlots } from "../../support/status-api/watched-checks.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";

const adminToken = "admin-token-of-people-on-call";
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const webhooks = openWebhookSender({ allowPrivate: true });
afterAll(() => webhooks.close());

describeWithOneDatabase("on call", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  let receiver: WebhookReceiver;
  let cookie: string;
  let nowMs = 0;
  beforeAll(async () => {
    database = await openStatusDatabase(await empty());
    receiver = await startWebhookReceiver();
    nowMs = Math.floor(Date.now() / minuteMs) * minuteMs;
    api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      url: "https://status.example.org",
      adminToken,
      logger: pino({ level: "silent" }),
      nowMs: () => nowMs,
    });
  });
  afterAll(async () => {
    await api.stop();
    await receiver[Symbol.asyncDispose]();
    await database.close();
  });
  beforeEach(async () => {
    const { db } = database;
    await emptyStatusTables(db);
    await setUpPage(db, nowMs);
    const people = ["ayse", "can"].map((id) => ({
      id,
      name: id === "ayse" ? "Ayşe" : "Can",
      receivers: [id],
      quietHours: null,
    }));
    const rota = {
      id: "speech",
      people: ["ayse", "can"],
      rule: "FREQ=WEEKLY",
      timeZone: "Europe/Istanbul",
      fromMs: nowMs - dayMs,
      nextAfterMinutes: 10,
    };
    const receivers = ["ayse", "can"].map((id): AlertReceiver => {
      const settings = { url: `${receiver.url}/${id}`, routing_key: id.padEnd(32, "0") };
      return { id, channel: "pagerduty", language: "en", fallback: null, settings };
    });
    await db
      .insertInto("alert_configuration")
      .values({
        id: 1,
        receivers: JSON.stringify(receivers),
        rules: JSON.stringify([{ ...DOWN_RULE, rotas: ["speech"] }]),
        people: JSON.stringify(people),
        rotas: JSON.stringify([rota]),
      })
      .execute();
    cookie = `console=${await beginSession(db, { person: "Deniz", adminToken }, nowMs)}`;
  });

  const admin = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${api.url}/admin${path}`, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        "x-actor": "Deniz",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const iso = (atMs: number): string => new Date(atMs).toISOString();
  const who = async (): Promise<string> => {
    const { body } = await admin("GET", "/on-call");
    return body.data[0].shifts[0].person;
  };
  const console = async (path: string, fields?: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${api.url}${path}`, {
      redirect: "manual",
      headers: { cookie },
      ...(fields !== undefined && { method: "POST", body: new URLSearchParams(fields) }),
    });
    return { status: answer.status, page: await answer.text() };
  };

  test("alerts go to whoever is on call, then along the rota, until somebody acknowledges them", async () => {
    const { db } = database;
    const { id: componentId } = await db
      .selectFrom("components")
      .select("id")
      .executeTakeFirstOrThrow();
    const check = watchedCheck("alerted", componentId);
    await db.insertInto("checks").values(check).execute();
    const alerter = createAlerter({
      db,
      statusUrl: "https://status.example.org",
      mail: undefined,
      webhooks,
      metrics: alertMetrics(new Registry(), () => nowMs),
      logger: pino({ level: "silent" }),
      nowMs: () => nowMs,
      random: () => 0,
    });
    const round = async (): Promise<string[]> => {
      await alerter.plan();
      await alerter.send();
      await alerter.settled();
      return receiver.received.map(
        ({ path, body }) => `${path.slice(1)} ${String(body.event_action)}`,
      );
    };
    await writeSlots(db, check.id, nowMs, ["failed", "failed"], "down");
    expect(await round()).toEqual(["ayse trigger"]);
    nowMs += 9 * minuteMs;
    expect(await round()).toEqual(["ayse trigger"]);
    nowMs += minuteMs;
    expect(await round()).toEqual(["ayse trigger", "can trigger"]);
    nowMs += 60 * minuteMs;
    expect(await round()).toHaveLength(2);
    const { escalated_at, id } = await db
      .selectFrom("alerts")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(escalated_at).toBeNull();
    await admin("POST", `/alerts/${id}/acknowledge`);
    expect((await round()).slice(2).toSorted()).toEqual(["ayse acknowledge", "can acknowledge"]);
    await alerter[Symbol.asyncDispose]();
  });

  test("somebody stands in, by the admin API, once, audited and bounded", async () => {
    expect(await who()).toBe("ayse");
    const body = { person: "can", ends_at: iso(nowMs + dayMs) };
    const made = await admin("POST", "/on-call/speech/overrides", body);
    expect(made).toMatchObject({ status: 200, body: { person: "can", said_by: "Deniz" } });
    expect(await who()).toBe("can");
    const ended = await admin("DELETE", `/on-call/overrides/${made.body.id}`);
    expect(ended.body.ends_at).toBe(iso(nowMs));
    expect(await who()).toBe("ayse");
    const audit = await database.db.selectFrom("audit_log").select(["actor", "action"]).execute();
    expect(audit).toEqual([
      { actor: "Deniz", action: "on_call.override" },
      { actor: "Deniz", action: "on_call.end" },
    ]);
    for (const [wrong, message] of [
      [{ person: "ece" }, 'person is "ece"; monitor.yaml has: ayse, can'],
      [{ ends_at: iso(nowMs) }, "ends_at takes a time after now and after begins_at"],
      [
        { ends_at: iso(nowMs + 32 * dayMs) },
        "ends_at takes a time at most 31 days after begins_at",
      ],
      [{ begins_at: iso(nowMs + 400 * dayMs) }, "begins_at takes a time at most 366 days from now"],
    ] as const) {
      const refused = await admin("POST", "/on-call/speech/overrides", { ...body, ...wrong });
      expect([refused.status, refused.body.error.message]).toEqual([400, message]);
    }
    expect((await admin("POST", "/on-call/web/overrides", body)).body.error.message).toBe(
      "there is no rota web; monitor.yaml has: speech",
    );
    const rows = Array.from({ length: 200 }, (_, at) => ({
      id: `o${at}`,
      rota: "other",
      person: "can",
      from_at: new Date(nowMs),
      to_at: new Date(nowMs + dayMs),
      said_by: "Deniz",
      created_at: new Date(nowMs),
    }));
    await database.db.insertInto("on_call_overrides").values(rows).execute();
    expect((await admin("POST", "/on-call/speech/overrides", body)).status).toBe(409);
  });

  test("the console shows it, takes a stand-in by the clock of a zone, and ends it", async () => {
    const before = await console("/console/on-call");
    expect(before.page).toContain("Ayşe");
    expect(before.page).toContain("is on call until");
    const fields = {
      rota: "speech",
      person: "can",
      from: "",
      until: iso(nowMs + dayMs).slice(0, 16),
      time_zone: "Etc/UTC",
      key: "once",
      step: "send",
    };
    expect((await console("/console/on-call", fields)).status).toBe(303);
    expect((await console("/console/on-call", fields)).status).toBe(303);
    const overrides = await database.db.selectFrom("on_call_overrides").selectAll().execute();
    expect(overrides).toMatchObject([{ person: "can", said_by: "Deniz" }]);
    expect((await console("/console/on-call")).page).toContain("Instead of Ayşe");
    const refused = await console("/console/on-call", { ...fields, until: "", key: "other" });
    expect(refused.status).toBe(400);
    const end = await console(`/console/on-call/overrides/${overrides[0]!.id}/end`, {});
    expect(end.status).toBe(303);
    expect((await console("/console/on-call")).page).not.toContain("Instead of");
  });

  test("its calendar is for whoever has the key", async () => {
    const { page } = await console("/console/on-call");
    const address =
      /href="https:\/\/status\.example\.org(\/console\/on-call\.ics\?key=[^"]+)"/.exec(page)?.[1];
    const answer = await fetch(`${api.url}${address}&lang=tr`);
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const calendar = await answer.text();
    expect(calendar).toContain("SUMMARY:Nöbetçi: Ayşe (speech)");
    expect(calendar.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(20);
    for (const wrong of ["", "?key=", "?key=guess"]) {
      expect((await fetch(`${api.url}/console/on-call.ics${wrong}`)).status).toBe(404);
    }
  });
});
