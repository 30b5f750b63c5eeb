import { describe, expect, test } from "vitest";

import { readRevision } from "#monitor/store/revision.ts";

import { messageOf, refusalOf } from "../../support/status-api/admin-client.ts";
import { type AdminSetting, useAdminApi } from "../../support/status-api/admin-api.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { minuteMs, startMs } from "../../support/probes/scripted-probing.ts";

const searchIsSlow = {
  name: "Search is slow",
  name_tr: "Arama yavaş",
  impact: "minor",
  body: "We are looking into it.",
  body_tr: "İnceliyoruz.",
  components: ["web"],
};

describeWithOneDatabase("incidents by people", (empty) => {
  const setting = useAdminApi(empty);
  const ask: AdminSetting["ask"] = (...parameters) => setting().ask(...parameters);

  const revision = async () => (await readRevision(setting().db)).number;
  const auditLog = async () =>
    (await ask("GET", "/audit-log")).body["data"] as readonly Record<string, unknown>[];
  const open = async (facts: object = {}) => {
    const { status, body } = await ask("POST", "/incidents", { ...searchIsSlow, ...facts });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return String(body["id"]);
  };
  const incidentsNow = () =>
    setting().db.selectFrom("incidents").selectAll().orderBy("created_at").execute();

  test("live from opening to postmortem, each step told, audited and moving the revision", async () => {
    const { probing, db } = setting();
    await probing.play({ web: "oo", docs: "oo" });
    const before = await revision();

    const opened = await ask("POST", "/incidents", searchIsSlow, { "x-actor": "ada" });
    expect(opened.status).toBe(201);
    const at = (minute: number) => new Date(startMs + minute * minuteMs).toISOString();
    expect(opened.body).toMatchObject({
      name: "Search is slow",
      name_tr: "Arama yavaş",
      status: "investigating",
      impact: "minor",
      automatic: false,
      started_at: at(2),
      components: [{ id: "web", name: "web", status: "operational" }],
      updates: [{ status: "investigating", body_tr: "İnceliyoruz.", affected_components: [] }],
    });
    const id = String(opened.body["id"]);
    expect(await revision()).toBe(before + 1);

    probing.nowMs += 5 * minuteMs;
    const said = { status: "monitoring", body: "A fix is out.", impact: "major" };
    const updated = await ask("POST", `/incidents/${id}/updates`, said);
    expect(updated.status).toBe(201);
    expect(updated.body).toMatchObject({ impact: "major", monitoring_at: at(7) });

    probing.nowMs += 5 * minuteMs;
    const resolved = await ask("POST", `/incidents/${id}/resolve`);
    expect(resolved.status).toBe(200);
    expect(resolved.body).toMatchObject({
      status: "resolved",
      resolved_at: at(12),
      monitoring_at: at(7),
      updates: [{ body: "This incident is resolved.", body_tr: "Bu olay çözüldü." }, {}, {}],
    });
    const again = await ask("POST", `/incidents/${id}/resolve`, {});
    expect(again.body).toEqual(resolved.body);

    const postmortem = { body: "A disk was full.\n\nIt is watched now." };
    const written = await ask("POST", `/incidents/${id}/postmortem`, postmortem);
    expect(written.status).toBe(201);
    expect(written.body).toMatchObject({ status: "postmortem", resolved_at: at(12) });
    expect(await revision()).toBe(before + 4);

    expect((await ask("GET", `/incidents/${id}`)).body).toEqual(written.body);
    const { rows, pending } = await sentTo(db, id);
    expect(rows).toEqual(["investigating", "monitoring", "resolved", "postmortem"]);
    expect(pending).toBe(4);

    const audit = await auditLog();
    expect(audit.map(({ action, actor }) => `${String(action)} by ${String(actor)}`)).toEqual([
      "incident.postmortem by admin",
      "incident.resolve by admin",
      "incident.update by admin",
      "incident.open by ada",
    ]);
    expect(audit[0]).toMatchObject({ subject: id, before: resolved.body, after: written.body });
    expect(audit[3]).toMatchObject({ before: null, after: opened.body });
    expect(audit[3]?.["request_id"]).toBe(opened.headers.get("x-request-id"));
  });

  async function sentTo(db: AdminSetting["db"], id: string) {
    const rows = await db
      .selectFrom("incident_updates")
      .select(["status", "notified_at"])
      .where("incident_id", "=", id)
      .orderBy("created_at")
      .execute();
    const pending = rows.filter(({ notified_at }) => notified_at === null).length;
    return { pending, rows: rows.map((row) => row.status) };
  }

  test("are listed newest first, page by page", async () => {
    const { probing } = setting();
    const ids: string[] = [];
    for (const name of ["first", "second", "third"]) {
      ids.unshift(await open({ name }));
      probing.nowMs += minuteMs;
    }
    await ask("POST", `/incidents/${ids[1]}/resolve`);
    const idsOf = ({ body }: { body: Readonly<Record<string, unknown>> }) =>
      (body["data"] as readonly { id: string }[]).map(({ id }) => id);
    const page = await ask("GET", "/incidents?limit=2");
    expect(idsOf(page)).toEqual(ids.slice(0, 2));
    expect(page.body["has_more"]).toBe(true);
    const rest = await ask("GET", `/incidents?limit=2&before=${ids[1]}`);
    expect(idsOf(rest)).toEqual(ids.slice(2));
    expect(rest.body["has_more"]).toBe(false);
    expect(idsOf(await ask("GET", "/incidents?status=unresolved"))).toEqual([ids[0], ids[2]]);
  });

  describe("and automation", () => {
    test("a person takes an automatic incident over; automation lets it be, and tells of others", async () => {
      const { probing } = setting();
      await probing.play({ web: "off", docs: "ooo" });
      const [automatic] = await incidentsNow();
      expect(automatic).toMatchObject({ automatic: true, status: "investigating" });
      const id = automatic?.id ?? "";
      const taken = await ask("POST", `/incidents/${id}/updates`, {
        status: "identified",
        body: "It is the new release.",
      });
      expect(taken.body).toMatchObject({ automatic: false, status: "identified" });

      await probing.play({ web: "ooooooo", docs: "ooooooo" });
      expect(await incidentsNow()).toMatchObject([{ id, status: "identified", resolved_at: null }]);

      // Down again: the person's incident names it, so nothing is opened beside it.
      await probing.play({ web: "fff", docs: "ooo" });
      expect(await incidentsNow()).toHaveLength(1);
      await probing.play({ web: "ffff", docs: "offf" });
      const [, second, ...more] = await incidentsNow();
      expect(more).toEqual([]);
      expect(second).toMatchObject({ automatic: true, status: "investigating" });
      const { body } = await ask("GET", `/incidents/${second?.id}`);
      expect(body["components"]).toMatchObject([{ id: "docs" }]);
    });

    test("what a person opens for a component keeps automation from opening another for it", async () => {
      const { probing } = setting();
      await probing.play({ web: "of", docs: "oo" });
      const id = await open();
      await probing.play({ web: "fff", docs: "ooo" });
      expect(await incidentsNow()).toMatchObject([{ id, automatic: false }]);
      const { body } = await ask("POST", `/incidents/${id}/updates`, { body: "Still so." });
      expect(body["updates"]).toMatchObject([
        {
          affected_components: [
            { code: "web", old_status: "operational", new_status: "major_outage" },
          ],
        },
        {},
      ]);
    });

    test("a resolution by a person is believed until the checks can have seen it", async () => {
      const { probing } = setting();
      await probing.play({ web: "offff", docs: "ooooo" });
      const [{ id } = { id: "" }] = await incidentsNow();
      await ask("POST", `/incidents/${id}/resolve`, { body: "Fixed." });
      await probing.play({ web: "foooo", docs: "ooooo" });
      expect(await incidentsNow()).toMatchObject([{ id, status: "resolved", automatic: false }]);
    });

    test("whoever comes first when automation resolves what a person takes over, the person has the last word", async () => {
      const { probing } = setting();
      await probing.play({ web: "offoo", docs: "ooooo" });
      const [{ id, status } = { id: "", status: "" }] = await incidentsNow();
      expect(status).toBe("monitoring");
      probing.nowMs += 3 * minuteMs;
      const said = { status: "identified", body: "It is not over." };
      const [taken] = await Promise.all([
        ask("POST", `/incidents/${id}/updates`, said),
        probing.passTime(),
      ]);
      await probing.passTime();
      expect(taken.status).toBe(201);
      expect(await incidentsNow()).toMatchObject([
        { id, automatic: false, status: "identified", resolved_at: null, monitoring_at: null },
      ]);
      const { body } = await ask("GET", `/incidents/${id}`);
      expect((body["updates"] as readonly object[])[0]).toMatchObject(said);
    });

    test("changes of people and of probers, made at once, take their turns", async () => {
      const { probing } = setting();
      await probing.play({ web: "of", docs: "oo" });
      const before = await revision();
      const opening = Array.from({ length: 8 }, () => ask("POST", "/incidents", searchIsSlow));
      const [answers] = await Promise.all([
        Promise.all(opening),
        probing.play({ web: "f", docs: "o" }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
      const incidents = await incidentsNow();
      expect(incidents.filter(({ automatic }) => automatic).length).toBeLessThanOrEqual(1);
      // One a change: eight openings, the two runs of the minute, and what time did at its end, if anything.
      expect((await revision()) - before).toBeGreaterThanOrEqual(10);
    });
  });

  describe("asked for again", () => {
    const once = { "idempotency-key": "deploy-7" };

    test("under one key are made once, also at once, and answered as the first time", async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => ask("POST", "/incidents", searchIsSlow, once)),
      );
      const [first] = answers;
      for (const { status, body } of answers) {
        expect(status).toBe(201);
        expect(body).toEqual(first?.body);
      }
      const replays = answers.filter(({ headers }) => headers.has("idempotent-replayed"));
      expect(replays).toHaveLength(4);
      expect(await incidentsNow()).toHaveLength(1);
      expect(await auditLog()).toHaveLength(1);
    });

    test("for something else under the same key are refused", async () => {
      await ask("POST", "/incidents", searchIsSlow, once);
      const other = await ask("POST", "/incidents", { ...searchIsSlow, impact: "major" }, once);
      expect(refusalOf(other)).toEqual([422, "idempotency_key_reused", "Idempotency-Key"]);
      expect(await incidentsNow()).toHaveLength(1);
    });
  });

  describe("refuse", () => {
    test.each<[string, object, string, string, string]>([
      ["a missing field", { body: undefined }, "missing_field", "body", "body is missing"],
      ["an unknown field", { titel: "x" }, "unknown_field", "titel", "there are name, name_tr,"],
      [
        "an unknown impact",
        { impact: "huge" },
        "invalid_field",
        "impact",
        "impact takes none, minor, major, critical",
      ],
      ["an empty name", { name: "" }, "invalid_field", "name", "name is empty"],
      [
        "a name that is too long",
        { name: "x".repeat(201) },
        "invalid_field",
        "name",
        "name takes at most 200 characters",
      ],
      [
        "a component twice",
        { components: ["web", "web"] },
        "invalid_field",
        "components",
        "components names one twice",
      ],
      [
        "an unknown component",
        { components: ["web", "wep"] },
        "unknown_component",
        "components",
        'components names "wep", which is not monitored; there are',
      ],
      [
        "a time without an offset",
        { started_at: "2026-11-21T12:00" },
        "invalid_field",
        "started_at",
        "it takes an ISO 8601 time with its offset",
      ],
      [
        "a beginning in the future",
        { started_at: "2026-11-21T12:00:01Z" },
        "invalid_field",
        "started_at",
        "started_at is in the future",
      ],
    ])("%s", async (_, facts, code, param, message) => {
      const refused = await ask("POST", "/incidents", { ...searchIsSlow, ...facts });
      expect(refusalOf(refused)).toEqual([400, code, param]);
      expect(messageOf(refused)).toContain(message);
      expect(await incidentsNow()).toEqual([]);
      expect(await auditLog()).toEqual([]);
    });

    test("what is not there, and what does not follow", async () => {
      const id = await open();
      const postmortem = { body: "Why." };
      const early = await ask("POST", `/incidents/${id}/postmortem`, postmortem);
      expect(refusalOf(early)).toEqual([409, "wrong_state", "status"]);
      const lost = await ask("POST", "/incidents/nothing/updates", postmortem);
      expect(refusalOf(lost)).toEqual([404, "not_found", null]);
      const turkishOnly = await ask("POST", `/incidents/${id}/resolve`, { body_tr: "Bitti." });
      expect(refusalOf(turkishOnly)).toEqual([400, "missing_field", "body"]);
      const cancelled = await ask("POST", `/maintenances/${id}/cancel`);
      expect(refusalOf(cancelled)).toEqual([404, "not_found", null]);
    });
  });
});
