import { describe, expect, test } from "vitest";

import { messageOf, refusalOf } from "../../support/status-api/admin-client.ts";
import { type AdminSetting, useAdminApi } from "../../support/status-api/admin-api.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { intervalsOf, minuteMs, startMs } from "../../support/probes/scripted-probing.ts";

describeWithOneDatabase("maintenance by people", (empty) => {
  const setting = useAdminApi(empty);
  const ask: AdminSetting["ask"] = (...parameters) => setting().ask(...parameters);
  const at = (minute: number): string => new Date(startMs + minute * minuteMs).toISOString();

  const newDisks = (from: number, until: number) => ({
    name: "New disks",
    name_tr: "Yeni diskler",
    body: "We replace disks.",
    body_tr: "Diskler değişiyor.",
    scheduled_for: at(from),
    scheduled_until: at(until),
    components: ["web"],
  });
  const schedule = async (from: number, until: number) => {
    const { status, body } = await ask("POST", "/maintenances", newDisks(from, until));
    if (status !== 201) throw new Error(JSON.stringify(body));
    return String(body["id"]);
  };
  const updatesOf = async (id: string) =>
    (await setting().ask("GET", `/maintenances/${id}`)).body["updates"] as readonly {
      status: string;
      body: string;
    }[];
  const incidentsNow = () =>
    setting().db.selectFrom("incidents").selectAll().where("impact", "!=", "maintenance").execute();

  test("is planned, and begins and ends by itself", async () => {
    const { probing, db } = setting();
    const planned = await ask("POST", "/maintenances", newDisks(3, 6));
    expect(planned.status).toBe(201);
    expect(planned.body).toMatchObject({
      status: "scheduled",
      scheduled_for: at(3),
      scheduled_until: at(6),
      started_at: null,
      completed_at: null,
      components: [{ id: "web" }],
      updates: [{ status: "scheduled", body: "We replace disks.", affected_components: [] }],
    });
    await probing.play({ web: "ooofoooo", docs: "oooooooo" });
    const id = String(planned.body["id"]);
    expect((await ask("GET", `/maintenances/${id}`)).body).toMatchObject({
      status: "completed",
      started_at: at(3),
      completed_at: at(6),
    });
    expect((await updatesOf(id)).map(({ status }) => status)).toEqual([
      "completed",
      "in_progress",
      "scheduled",
    ]);
    expect(await intervalsOf(db, "web")).toEqual([
      "operational 0-3",
      "under_maintenance 3-6",
      "operational 6-",
    ]);
    expect(await incidentsNow()).toEqual([]);
  });

  test("is started early, extended, verified and completed by people", async () => {
    const { probing, db } = setting();
    await probing.play({ web: "oo", docs: "oo" });
    const id = await schedule(60, 70);
    const started = await ask("POST", `/maintenances/${id}/start`, { body: "A window came up." });
    expect(started.body).toMatchObject({
      status: "in_progress",
      started_at: at(2),
      scheduled_for: at(60),
      updates: [
        {
          body: "A window came up.",
          body_tr: null,
          affected_components: [
            { code: "web", old_status: "operational", new_status: "under_maintenance" },
          ],
        },
        {},
      ],
    });
    await probing.play({ web: "ffff", docs: "oooo" });
    const extended = await ask("PATCH", `/maintenances/${id}`, { scheduled_until: at(90) });
    expect(extended.body).toMatchObject({ status: "in_progress", scheduled_until: at(90) });
    expect((await updatesOf(id))[0]).toMatchObject({
      status: "in_progress",
      body: "The maintenance is now planned from 13:00 UTC to 13:30 UTC.",
    });
    await probing.passTime();
    const known = await db
      .selectFrom("components")
      .select("known_until")
      .where("id", "=", "web")
      .executeTakeFirst();
    expect(known?.known_until).toEqual(new Date(at(90)));
    expect((await ask("POST", `/maintenances/${id}/verify`)).body).toMatchObject({
      status: "verifying",
    });
    await probing.play({ web: "oo", docs: "oo" });
    const completed = await ask("POST", `/maintenances/${id}/complete`);
    expect(completed.body).toMatchObject({ status: "completed", completed_at: at(8) });
    await probing.play({ web: "oo", docs: "oo" });
    expect(await intervalsOf(db, "web")).toEqual([
      "operational 0-2",
      "under_maintenance 2-8",
      "operational 8-",
    ]);
    expect(await incidentsNow()).toEqual([]);
  });

  test("is moved and given other components before it begins, and cancelled", async () => {
    const { probing, db } = setting();
    const id = await schedule(1, 30);
    const moved = await ask("PATCH", `/maintenances/${id}`, {
      name: "New fans",
      scheduled_for: at(3),
      components: ["docs"],
      body: "It has to wait a little.",
    });
    expect(moved.body).toMatchObject({
      name: "New fans",
      name_tr: "Yeni diskler",
      scheduled_for: at(3),
      components: [{ id: "docs" }],
      updates: [{ status: "scheduled", body: "It has to wait a little." }, {}],
    });
    await probing.play({ web: "oo", docs: "oo" });
    const cancelled = await ask("POST", `/maintenances/${id}/cancel`);
    expect(cancelled.body).toMatchObject({
      status: "completed",
      started_at: null,
      completed_at: at(2),
      updates: [{ body: "This maintenance has been cancelled." }, {}, {}],
    });
    await probing.play({ web: "oooo", docs: "oooo" });
    expect(await intervalsOf(db, "docs")).toEqual(["operational 0-"]);
  });

  test("begins at once when no beginning is given", async () => {
    const { probing, db } = setting();
    await probing.play({ web: "oo", docs: "oo" });
    const { scheduled_for: _, ...now } = newDisks(0, 30);
    const { body } = await ask("POST", "/maintenances", now);
    expect(body).toMatchObject({ status: "in_progress", started_at: at(2) });
    await probing.passTime();
    expect((await intervalsOf(db, "web")).at(-1)).toBe("under_maintenance 2-");
    expect((await updatesOf(String(body["id"]))).map(({ status }) => status).toSorted()).toEqual([
      "in_progress",
      "scheduled",
    ]);
  });

  test("is what readers see of its components", async () => {
    const { probing, url } = setting();
    await probing.play({ web: "oo", docs: "oo" });
    await ask("POST", "/maintenances", newDisks(2, 30));
    probing.nowMs += 1_000;
    await probing.passTime();
    const seen = await eventually("readers see the maintenance", async () => {
      const answer = await fetch(new URL("/api/v2/status.json", url));
      const { components = [] } = (await answer.json()) as {
        components?: readonly { id: string; status: string }[];
      };
      const statuses = Object.fromEntries(components.map(({ id, status }) => [id, status]));
      return statuses["web"] === "under_maintenance" && statuses;
    });
    expect(seen).toMatchObject({ web: "under_maintenance", docs: "operational" });
  });

  test("is what its times say also while no prober runs", async () => {
    const { probing } = setting();
    const id = await schedule(10, 20);
    probing.nowMs += 15 * minuteMs;
    expect((await ask("GET", `/maintenances/${id}`)).body).toMatchObject({
      status: "in_progress",
      started_at: at(10),
    });
    expect(refusalOf(await ask("POST", `/maintenances/${id}/cancel`))).toEqual([
      409,
      "wrong_state",
      null,
    ]);
    probing.nowMs += 15 * minuteMs;
    const { body } = await ask("GET", "/maintenances?status=unfinished");
    expect(body["data"]).toMatchObject([{ id, status: "completed", completed_at: at(20) }]);
    const late = await ask("PATCH", `/maintenances/${id}`, { scheduled_until: at(90) });
    expect(refusalOf(late)).toEqual([409, "wrong_state", null]);
  });

  test("a step that has been taken is not taken again, nor is what is said with it lost in silence", async () => {
    const id = await schedule(10, 20);
    const started = await ask("POST", `/maintenances/${id}/start`);
    expect((await ask("POST", `/maintenances/${id}/start`)).body).toEqual(started.body);
    const said = await ask("POST", `/maintenances/${id}/start`, { body: "Now." });
    expect(refusalOf(said)).toEqual([409, "wrong_state", null]);
    const same = { scheduled_until: at(20), components: ["web"] };
    expect((await ask("PATCH", `/maintenances/${id}`, same)).body).toEqual(started.body);
    const log = (await ask("GET", `/audit-log?subject=${id}`)).body["data"];
    expect(log).toMatchObject([
      { action: "maintenance.start" },
      { action: "maintenance.schedule" },
    ]);
  });

  describe("refuses", () => {
    test.each<[string, object, string, string]>([
      ["no component", { components: [] }, "components", "components takes at least 1"],
      ["no end", { scheduled_until: undefined }, "scheduled_until", "scheduled_until is missing"],
      [
        "an end before the beginning",
        { scheduled_until: at(5) },
        "scheduled_until",
        "is not after",
      ],
      ["a beginning in the past", { scheduled_for: at(-5) }, "scheduled_for", "is in the past"],
      ["no time", { scheduled_for: "tomorrow" }, "scheduled_for", 'is "tomorrow"; it takes an ISO'],
    ])("%s", async (_, facts, param, message) => {
      const refused = await ask("POST", "/maintenances", { ...newDisks(10, 20), ...facts });
      expect([refused.status, refusalOf(refused)[2]]).toEqual([400, param]);
      expect(messageOf(refused)).toContain(message);
    });

    test("other components and another beginning once it runs", async () => {
      const id = await schedule(10, 20);
      await ask("POST", `/maintenances/${id}/start`);
      const others = await ask("PATCH", `/maintenances/${id}`, { components: ["web", "docs"] });
      expect(refusalOf(others)).toEqual([409, "wrong_state", "components"]);
      const begin = await ask("PATCH", `/maintenances/${id}`, { scheduled_for: at(5) });
      expect(refusalOf(begin)).toEqual([409, "wrong_state", "scheduled_for"]);
      const nothing = await ask("PATCH", `/maintenances/${id}`, {});
      expect(refusalOf(nothing)).toEqual([400, "invalid_request", null]);
    });
  });
});
