import { createHmac } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { newId } from "#monitor/store/new-id.ts";
import { queue } from "#status-api/alerts/alert-store.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { setUpPage } from "../../support/status-api/status-history.ts";

const secret = "s3cret-of-the-subscription";
const otherSecret = "s3cret-of-another-service";

/** As https://developer.pagerduty.com/docs/webhooks-overview has it. */
function delivery(eventType: string, incidentKey: string | null, agent: object | null): string {
  return JSON.stringify({
    event: {
      id: "5ac64822-4adc-4fda-ade0-410becf0de4f",
      event_type: eventType,
      resource_type: "incident",
      occurred_at: "2026-10-02T18:45:22.169Z",
      agent,
      client: { name: "PagerDuty" },
      data: {
        id: "PGR0VU2",
        type: "incident",
        self: "https://api.pagerduty.com/incidents/PGR0VU2",
        html_url: "https://acme.pagerduty.com/incidents/PGR0VU2",
        number: 2,
        status: "acknowledged",
        incident_key: incidentKey,
        created_at: "2026-10-02T15:16:27Z",
        title: "Failing: Seslendirme",
        service: { id: "PF9KMXH", summary: "API Service", type: "service_reference" },
        assignees: [],
        urgency: "high",
        resolve_reason: null,
      },
    },
  });
}

const ayse = {
  id: "PLH1HKV",
  summary: "Ayşe Yılmaz",
  type: "user_reference",
  html_url: "https://acme.pagerduty.com/users/PLH1HKV",
};

function signed(body: string, ...secrets: readonly string[]): string {
  return secrets
    .map((one) => `v1=${createHmac("sha256", one).update(body).digest("hex")}`)
    .join(",");
}

describeWithOneDatabase("what PagerDuty tells", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  let alertId = "";
  let clients = 0;
  beforeAll(async () => {
    database = await openStatusDatabase(await empty());
    await emptyStatusTables(database.db);
    await setUpPage(database.db, Date.now());
    api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      adminToken: "admin-token-of-people-on-call",
      trustedProxies: ["127.0.0.1"],
      logger: pino({ level: "silent" }),
    });
    const receiver = (id: string, webhook_secret?: string) => ({
      id,
      channel: "pagerduty",
      language: "tr",
      fallback: null,
      settings: { url: "http://127.0.0.1:1", routing_key: "0".repeat(32), webhook_secret },
    });
    const receivers = [receiver("phone", secret), receiver("other", otherSecret), receiver("old")];
    await database.db
      .insertInto("alert_configuration")
      .values({ id: 1, receivers: JSON.stringify(receivers), rules: "[]" })
      .execute();
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
  });
  beforeEach(async () => {
    const { db } = database;
    alertId = newId();
    await db.deleteFrom("alert_messages").execute();
    await db.deleteFrom("alerts").execute();
    await db.deleteFrom("audit_log").execute();
    const { id: component_id } = await db
      .selectFrom("components")
      .select("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("alerts")
      .values({
        id: alertId,
        rule: "down",
        check_id: "tts-health",
        component_id,
        severity: "critical",
        failing_since: new Date(),
        reason: "timeout",
        locations: "[]",
        fired_at: new Date(),
        told_at: new Date(),
      })
      .execute();
    await queue(db, { alertId, kind: "trigger" }, ["phone"], Date.now());
  });

  const post = (body: string, signature?: string, address = `203.0.113.${(clients += 1)}`) =>
    fetch(`${api.url}/hooks/pagerduty`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": address,
        ...(signature !== undefined && { "x-pagerduty-signature": signature }),
      },
      body,
    });

  const acknowledgedBy = async () =>
    (await database.db.selectFrom("alerts").select("acknowledged_by").executeTakeFirst())
      ?.acknowledged_by;

  test("acknowledges the alert in the name of who did so there, once", async () => {
    const body = delivery("incident.acknowledged", alertId, ayse);
    // While a secret is changed, both sign.
    for (const signature of [signed(body, "the one before", secret), signed(body, secret)]) {
      const answer = await post(body, signature);
      expect([answer.status, await answer.json()]).toEqual([202, { status: "acknowledged" }]);
      expect(await acknowledgedBy()).toBe("Ayşe Yılmaz (PagerDuty)");
    }
    const audit = await database.db
      .selectFrom("audit_log")
      .select(["actor", "vouched_by", "action"])
      .execute();
    const actor = "Ayşe Yılmaz (PagerDuty)";
    const vouched_by = "PagerDuty, receiver phone";
    expect(audit).toEqual([{ actor, vouched_by, action: "alert.acknowledge" }]);
    const acknowledgements = await database.db
      .selectFrom("alert_messages")
      .select(["receiver", "kind"])
      .where("kind", "=", "acknowledge")
      .execute();
    expect(acknowledgements).toEqual([{ receiver: "phone", kind: "acknowledge" }]);
  });

  test("is not believed without a signature of a receiver that was told of the alert", async () => {
    const body = delivery("incident.acknowledged", alertId, ayse);
    const forged = [undefined, "", "v1=", `v1=${"0".repeat(64)}`, signed(body, "guessed")];
    const altered = signed(body.replace("Ayşe", "Eve"), secret);
    const ofLaterVersion = signed(body, secret).replace("v1=", "v2=");
    for (const signature of [...forged, altered, ofLaterVersion]) {
      expect([signature, (await post(body, signature)).status]).toEqual([signature, 401]);
    }
    const answer = await post(body, signed(body, otherSecret));
    expect([answer.status, await answer.json()]).toEqual([202, { status: "ignored" }]);
    expect(await acknowledgedBy()).toBeNull();
  });

  test("does nothing else: other events, other incidents, what is no delivery", async () => {
    for (const [body, status] of [
      [delivery("incident.resolved", alertId, ayse), 202],
      [delivery("incident.acknowledged", "d3640fbd41094207a1c11e58e46b1662", ayse), 202],
      [delivery("incident.acknowledged", null, ayse), 202],
      [delivery("incident.acknowledged", "a\u0000b", ayse), 202],
      ["{}", 400],
      ["not json", 400],
    ] as const) {
      expect([body, (await post(body, signed(body, secret))).status]).toEqual([body, status]);
    }
    expect(await acknowledgedBy()).toBeNull();
    // Without somebody's name, as where a rule of PagerDuty did it.
    const body = delivery("incident.acknowledged", alertId, null);
    await post(body, signed(body, secret));
    expect(await acknowledgedBy()).toBe("PagerDuty");
  });

  test("takes no more guesses than ten a minute of an address, and what is signed always", async () => {
    const guesses = [];
    for (let at = 0; at < 11; at += 1) {
      guesses.push((await post("{}", signed("{}", "guess"), "198.51.100.9")).status);
    }
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const body = delivery("incident.acknowledged", alertId, ayse);
    expect((await post(body, signed(body, secret), "198.51.100.9")).status).toBe(202);
  });
});
