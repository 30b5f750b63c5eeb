import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readComponentName, readPage } from "#monitor/store/components.ts";
import { newId } from "#monitor/store/new-id.ts";
import { readAlertMessage } from "#status-api/alerts/read-alert-message.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { refusalOf } from "../../support/status-api/admin-client.ts";
import { componentIds, writeIncident } from "../../support/status-api/status-history.ts";
import { Subscribing } from "../../support/status-api/subscribing.ts";
import { DOWN_RULE, watchedCheck } from "../../support/status-api/watched-checks.ts";

describeWithOneDatabase("the admin API of alerts", (empty) => {
  let at: Subscribing;
  beforeAll(async () => void (at = await Subscribing.start(await empty())));
  afterAll(() => at[Symbol.asyncDispose]());
  beforeEach(() => at.clear());

  test("lists, acknowledges once, tests a receiver, and writes the audit log", async () => {
    const settings = { url: `${at.receiver.url}/phone`, routing_key: "0".repeat(32) };
    const receivers = [
      { id: "phone", channel: "pagerduty", language: "en", fallback: null, settings },
    ];
    await at.db
      .insertInto("alert_configuration")
      .values({ id: 1, receivers: JSON.stringify(receivers), rules: "[]" })
      .execute();
    const tested = await at.admin("POST", "/alerts/test/phone");
    expect(tested.body).toMatchObject({ receiver: "phone", channel: "pagerduty" });
    const [sent] = await at.receiver.got(1);
    expect(sent?.body).toMatchObject({ event_action: "trigger", payload: { severity: "info" } });
    expect(refusalOf(await at.admin("POST", "/alerts/test/nobody"))).toEqual([
      404,
      "not_found",
      null,
    ]);

    const id = newId();
    // Resolved at once, so that no round ends it meanwhile.
    await at.db
      .insertInto("alerts")
      .values({
        id,
        rule: "down",
        check_id: "tts-health",
        component_id: "tts",
        severity: "critical",
        failing_since: new Date(at.clockMs),
        reason: "timeout",
        locations: JSON.stringify(["ankara"]),
        last_good: null,
        fired_at: new Date(at.clockMs),
        told_at: null,
        last_told_at: null,
        escalated_at: null,
        acknowledged_at: null,
        acknowledged_by: null,
        resolved_at: new Date(at.clockMs),
      })
      .execute();
    expect((await at.admin("GET", "/alerts")).body["data"]).toEqual([]);
    const all = await at.admin("GET", "/alerts?status=all");
    expect(all.body["data"]).toMatchObject([{ id, status: "resolved", locations: ["ankara"] }]);
    expect((await at.admin("GET", `/alerts?status=all&before=${id}`)).body["data"]).toEqual([]);
    const acknowledge = `/alerts/${id}/acknowledge`;
    expect(refusalOf(await at.admin("POST", acknowledge))).toEqual([409, "wrong_state", null]);
    expect(refusalOf(await at.admin("POST", "/alerts/none/acknowledge"))).toEqual([
      404,
      "not_found",
      null,
    ]);
    const audit = await at.admin("GET", "/audit-log");
    expect(audit.body["data"]).toMatchObject([{ action: "alert.test" }]);
  });

  test("acknowledges what fires in the name of who asks", async () => {
    const id = newId();
    // Of a check whose result is unknown, so that no round ends it meanwhile.
    const { id: componentId } = await at.db
      .selectFrom("components")
      .select("id")
      .executeTakeFirstOrThrow();
    const check = watchedCheck(`${componentId}-alerted`, componentId);
    await at.db.insertInto("checks").values(check).execute();
    await at.db
      .insertInto("alert_configuration")
      .values({ id: 1, receivers: "[]", rules: JSON.stringify([DOWN_RULE]) })
      .execute();
    await at.db.transaction().execute(async (tx) => {
      await tx
        .insertInto("alerts")
        .values({
          id,
          rule: DOWN_RULE.id,
          check_id: check.id,
          component_id: componentId,
          severity: "warning",
          failing_since: new Date(at.clockMs),
          reason: null,
          locations: "[]",
          last_good: null,
          fired_at: new Date(at.clockMs),
          told_at: null,
          last_told_at: null,
          escalated_at: null,
          acknowledged_at: null,
          acknowledged_by: null,
          resolved_at: null,
        })
        .execute();
    });
    const answer = await at.admin("POST", `/alerts/${id}/acknowledge`, undefined, {
      "x-actor": "ayse",
    });
    expect(answer.body).toMatchObject({ id, status: "acknowledged", acknowledged_by: "ayse" });
    const again = await at.admin("POST", `/alerts/${id}/acknowledge`);
    expect(again.body).toMatchObject({ acknowledged_by: "ayse" });
    const audit = await at.admin("GET", "/audit-log");
    expect(audit.body["data"]).toMatchObject([{ action: "alert.acknowledge", actor: "ayse" }]);
  });

  /** Writes an alert of a check of a component, which no round ends. */
  async function fires(componentId: string, name: string): Promise<string> {
    const id = newId();
    const checkId = `${componentId}-${name}`;
    await at.db.insertInto("checks").values(watchedCheck(checkId, componentId)).execute();
    await at.db
      .insertInto("alerts")
      .values({
        id,
        rule: DOWN_RULE.id,
        check_id: checkId,
        component_id: componentId,
        severity: "critical",
        failing_since: new Date(at.clockMs),
        reason: "timeout",
        locations: "[]",
        fired_at: new Date(at.clockMs),
      })
      .execute();
    return id;
  }

  test("acknowledges all that fires of a cause at once: of a component, and of an open incident", async () => {
    await at.db
      .insertInto("alert_configuration")
      .values({ id: 1, receivers: "[]", rules: JSON.stringify([DOWN_RULE]) })
      .execute();
    const [own = "", beside = "", apart = "", before = ""] = componentIds;
    const incident = { name: "Down", impact: "major" } as const;
    const begun = { status: "investigating", body: "Down.", atMs: at.clockMs } as const;
    await writeIncident(at.db, {
      ...incident,
      id: "open",
      componentIds: [own, beside],
      updates: [begun],
    });
    await writeIncident(at.db, {
      ...incident,
      id: "over",
      componentIds: [own, before],
      updates: [begun, { status: "resolved", body: "Up.", atMs: at.clockMs }],
    });
    const ids = {
      acknowledged: await fires(own, "health"),
      second: await fires(own, "round-trip"),
      beside: await fires(beside, "health"),
      apart: await fires(apart, "health"),
      before: await fires(before, "health"),
    };
    await at.admin("POST", `/alerts/${ids.acknowledged}/acknowledge`, undefined, {
      "x-actor": "ayse",
    });
    const { body } = await at.admin("GET", "/alerts");
    const answers = body["data"] as readonly { id: string; acknowledged_by: string | null }[];
    const by = new Map(answers.map(({ id, acknowledged_by }) => [id, acknowledged_by]));
    expect(Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, by.get(id)]))).toEqual(
      { acknowledged: "ayse", second: "ayse", beside: "ayse", apart: null, before: null },
    );
  });

  test("a message names the component and the check, and says what else of it still fails", async () => {
    const [componentId = ""] = componentIds;
    const id = await fires(componentId, "health");
    await fires(componentId, "round-trip");
    const page = (await readPage(at.db))!;
    const messageOf = (kind: "trigger" | "resolve", language: "en" | "tr") =>
      readAlertMessage(at.db, id, {
        kind,
        messageId: "one",
        language,
        page,
        statusUrl: "https://status.example.org",
        consoleUrl: undefined,
        acknowledgeUrl: (of) => `https://status.example.org/${of}`,
        isPerhapsRepeat: false,
        beginsThread: true,
        nowMs: at.clockMs,
      });
    const name = (await readComponentName(at.db, componentId))!;
    const health = `${componentId}-health`;
    const other = `${componentId}-round-trip`;
    expect(await messageOf("trigger", "en")).toMatchObject({
      title: `Failing: ${name.en} (${health})`,
      text: "",
    });
    expect(await messageOf("resolve", "en")).toMatchObject({
      title: `Recovered: ${name.en} (${health})`,
      text: `${name.en} still fails: ${other}.`,
    });
    expect(await messageOf("resolve", "tr")).toMatchObject({
      title: `Düzeldi: ${name.tr} (${health})`,
      text: `${name.tr} bileşeninde sorun sürüyor: ${other}.`,
    });
  });
});
