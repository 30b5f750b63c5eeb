import { longTest, shortDescribe, shortTest as test } from "../../support/lengths.ts";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { momentMark } from "#monitor/domain/text-moments.ts";
import { readRevision } from "#monitor/store/revision.ts";

import { moveKnownUntil } from "../../../monitor/store/check-states.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import {
  intervalsOf,
  minuteMs,
  ScriptedProbing,
  startMs,
} from "../../support/probes/scripted-probing.ts";
import { writeMaintenance } from "../../support/status-api/written-maintenance.ts";

describeWithOneDatabase("maintenance", (empty) => {
  let status: OpenDatabase<StatusDatabase>;
  beforeAll(async () => void (status = await openStatusDatabase(await empty())));
  afterAll(() => status.close());
  beforeEach(() => emptyStatusTables(status.db));

  const web = { id: "web", groupId: "group-web" };
  const docs = { id: "docs", groupId: "group-web" };
  const at = (minute: number): number => startMs + minute * minuteMs;

  async function begin(): Promise<ScriptedProbing> {
    const probing = new ScriptedProbing(status.db, [web, docs]);
    await probing.start();
    return probing;
  }

  /** Status, minute it is shown at and texts of every update, oldest first. */
  async function updatesOf(id: string) {
    const rows = await status.db
      .selectFrom("incident_updates")
      .selectAll()
      .where("incident_id", "=", id)
      .orderBy("display_at")
      .execute();
    return rows.map((row) => ({
      status: row.status,
      minute: (row.display_at.getTime() - startMs) / minuteMs,
      body: row.body["en"],
      bodyTr: row.body["tr"],
      notified: row.notified_at,
      affected: row.affected.map((one) => `${one.code}: ${one.old_status} → ${one.new_status}`),
    }));
  }

  const incidentsNow = () =>
    status.db.selectFrom("incidents").selectAll().where("impact", "!=", "maintenance").execute();

  test("begins and ends by itself at its times, and failures inside neither count nor tell", async () => {
    const probing = await begin();
    await writeMaintenance(status.db, {
      id: "disks",
      fromMs: at(2.5),
      untilMs: at(8.25),
      componentIds: ["web"],
    });
    await probing.play({ web: "oooffffooooo", docs: "oooooooooooo" });

    expect(await intervalsOf(status.db, "web")).toEqual([
      "operational 0-2.5",
      "under_maintenance 2.5-8.25",
      "operational 8.25-",
    ]);
    expect(await intervalsOf(status.db, "docs")).toEqual(["operational 0-"]);
    expect(await incidentsNow()).toEqual([]);
    const [announced, begun, ended, ...more] = await updatesOf("disks");
    expect(more).toEqual([]);
    expect(announced?.status).toBe("scheduled");
    expect(begun).toEqual({
      status: "in_progress",
      minute: 2.5,
      body: `The maintenance has started. Scheduled end: ${momentMark("time", at(8.25))}.`,
      bodyTr: `Bakım başladı. Planlanan bitişi: ${momentMark("time", at(8.25))}.`,
      notified: null,
      affected: ["web: operational → under_maintenance"],
    });
    expect(ended).toEqual({
      status: "completed",
      minute: 8.25,
      body: "The maintenance has ended as scheduled.",
      bodyTr: "Bakım planlandığı gibi sona erdi.",
      notified: null,
      affected: ["web: under_maintenance → operational"],
    });
    const disks = await status.db
      .selectFrom("incidents")
      .selectAll()
      .where("id", "=", "disks")
      .executeTakeFirstOrThrow();
    expect(disks).toMatchObject({
      status: "completed",
      started_at: new Date(at(2.5)),
      resolved_at: new Date(at(8.25)),
    });
  });

  test("moves the revision on with each step, and with nothing else while time passes", async () => {
    const probing = await begin();
    await probing.play({ web: "oo", docs: "oo" });
    await writeMaintenance(status.db, {
      id: "disks",
      fromMs: at(2),
      untilMs: at(4),
      componentIds: ["web"],
    });
    const revision = async () => (await readRevision(status.db)).number;
    const before = await revision();
    probing.nowMs = at(2);
    await probing.passTime();
    expect(await revision()).toBe(before + 1);
    await probing.passTime();
    expect(await revision()).toBe(before + 1);
    probing.nowMs = at(4);
    await probing.passTime();
    await probing.passTime();
    expect(await revision()).toBe(before + 2);
  });

  test("shows as long as it is announced when the prober is killed in it", async () => {
    const probing = await begin();
    await writeMaintenance(status.db, {
      id: "disks",
      fromMs: at(1),
      untilMs: at(60),
      componentIds: ["web"],
    });
    await probing.play({ web: "oo", docs: "oo" });
    const known = async () =>
      (
        await status.db
          .selectFrom("components")
          .select("known_until")
          .where("id", "=", "web")
          .executeTakeFirstOrThrow()
      ).known_until;
    expect(await known()).toEqual(new Date(at(60)));
    // What a result moves on that changes nothing else.
    await status.db.transaction().execute((tx) => moveKnownUntil(tx, ["web"], probing.nowMs));
    expect(await known()).toEqual(new Date(at(60)));

    probing.nowMs = at(90);
    await probing.start();
    expect(await intervalsOf(status.db, "web")).toEqual([
      "operational 0-1",
      "under_maintenance 1-60",
      "unknown 60-",
    ]);
    await probing.play({ web: "o", docs: "o" });
    expect((await intervalsOf(status.db, "web")).at(-1)).toBe("operational 90-");
    expect(await known()).toEqual(new Date(at(93)));
  });

  test("is written to its times when no prober ran for the whole of it", async () => {
    const probing = await begin();
    await probing.play({ web: "oo", docs: "oo" });
    await writeMaintenance(status.db, {
      id: "disks",
      fromMs: at(30),
      untilMs: at(45),
      componentIds: ["web", "docs"],
    });
    probing.nowMs = at(120);
    await probing.start();
    expect(await intervalsOf(status.db, "docs")).toEqual([
      "operational 0-4",
      "unknown 4-30",
      "under_maintenance 30-45",
      "unknown 45-",
    ]);
    expect((await updatesOf("disks")).map(({ status: of, minute }) => `${of} ${minute}`)).toEqual([
      "scheduled -30",
      "in_progress 30",
      "completed 45",
    ]);
  });

  longTest("runs over midnight", async () => {
    const probing = new ScriptedProbing(status.db, [web, docs]);
    probing.nowMs = at(11 * 60 + 55);
    await probing.start();
    await writeMaintenance(status.db, {
      id: "disks",
      fromMs: at(11 * 60 + 58),
      untilMs: at(12 * 60 + 3),
      componentIds: ["web"],
    });
    await probing.play({ web: "ooofffffffoooo", docs: "oooooooooooooo" });
    expect(await intervalsOf(status.db, "web")).toEqual([
      "operational 715-718",
      "under_maintenance 718-723",
      "major_outage 723-725",
      "operational 725-",
    ]);
    const [begun] = (await updatesOf("disks")).filter((update) => update.status === "in_progress");
    expect(begun?.body).toContain(`Scheduled end: ${momentMark("time", at(723))}.`);
    const [incident] = await incidentsNow();
    expect(incident?.started_at).toEqual(new Date(at(723)));
  });

  test.each([
    ["passes", "ooooffo", ["unknown 5.5-6", "operational 6-"]],
    ["passes, after one in it that did", "oooffoo", ["unknown 5.5-6", "operational 6-"]],
    ["fails", "oooofff", ["major_outage 5.5-"]],
  ])("what failed in it waits for a run after it, which %s", async (_, web, after) => {
    const probing = await begin();
    const disks = { id: "disks", fromMs: at(2), untilMs: at(5.5), componentIds: ["web"] };
    await writeMaintenance(status.db, disks);
    const inside = ["operational 0-2", "under_maintenance 2-5.5"];
    await probing.play({ web: web.slice(0, 6), docs: "oooooo" });
    expect(await intervalsOf(status.db, "web")).toEqual([...inside, "unknown 5.5-"]);
    await probing.play({ web: web.slice(6), docs: "o" });
    expect(await intervalsOf(status.db, "web")).toEqual([...inside, ...after]);
    expect(await incidentsNow()).toHaveLength(web.endsWith("f") ? 1 : 0);
  });

  longTest("of one component overlaps another without a gap", async () => {
    const probing = await begin();
    const both = { componentIds: ["web"] };
    await writeMaintenance(status.db, { id: "disks", fromMs: at(2), untilMs: at(6), ...both });
    await writeMaintenance(status.db, { id: "fans", fromMs: at(4), untilMs: at(9), ...both });
    await probing.play({ web: "oooooooooooo", docs: "oooooooooooo" });
    expect(await intervalsOf(status.db, "web")).toEqual([
      "operational 0-2",
      "under_maintenance 2-9",
      "operational 9-",
    ]);
    const ofDisks = await updatesOf("disks");
    expect(ofDisks.at(-1)).toMatchObject({ status: "completed", minute: 6, affected: [] });
    expect((await updatesOf("fans")).at(-1)?.affected).toEqual([
      "web: under_maintenance → operational",
    ]);
  });

  test("that is completed early ends then, and one that was cancelled leaves no trace", async () => {
    const probing = await begin();
    const ofWeb = { status: "completed", componentIds: ["web"] } as const;
    await writeMaintenance(status.db, {
      id: "early",
      fromMs: at(1),
      untilMs: at(30),
      endedAtMs: at(3.5),
      ...ofWeb,
    });
    await writeMaintenance(status.db, {
      id: "cancelled",
      fromMs: at(5),
      untilMs: at(30),
      endedAtMs: at(2),
      ...ofWeb,
    });
    await probing.play({ web: "oooooooo", docs: "oooooooo" });
    expect(await intervalsOf(status.db, "web")).toEqual([
      "operational 0-1",
      "under_maintenance 1-3.5",
      "operational 3.5-",
    ]);
    expect(await updatesOf("cancelled")).toHaveLength(1);
  });

  shortDescribe("of a component that is down before", () => {
    const disks = { id: "disks", componentIds: ["web"] };

    test("leaves its incident open, and it goes on when the component is down after", async () => {
      const probing = await begin();
      await writeMaintenance(status.db, { ...disks, fromMs: at(5), untilMs: at(15) });
      await probing.play({ web: "offfffffffffffffff", docs: "oooooooooooooooooo" });
      expect(await intervalsOf(status.db, "web")).toEqual([
        "operational 0-1",
        "major_outage 1-5",
        "under_maintenance 5-15",
        "major_outage 15-",
      ]);
      const [incident, ...others] = await incidentsNow();
      expect(others).toEqual([]);
      expect(incident).toMatchObject({ status: "investigating", resolved_at: null });
      const stages = (await updatesOf(incident?.id ?? "")).map((update) => update.status);
      expect(stages.toSorted()).toEqual(["investigating", "investigating", "monitoring"]);
    });

    test("resolves it after its end when the component is well then", async () => {
      const probing = await begin();
      await writeMaintenance(status.db, { ...disks, fromMs: at(5), untilMs: at(15) });
      await probing.play({ web: "offfffffoooooooooooo", docs: "oooooooooooooooooooo" });
      const [incident, ...others] = await incidentsNow();
      expect(others).toEqual([]);
      expect(incident?.status).toBe("resolved");
      expect(incident?.resolved_at?.getTime()).toBeGreaterThanOrEqual(at(18));
    });
  });
});
