import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { beginSession } from "#status-api/console/sessions.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";
import { DOWN_RULE } from "../../support/status-api/watched-checks.ts";

const adminToken = "admin-token-of-people-on-call";

describeWithOneDatabase("the console's first page", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  let probing: ScriptedProbing;
  let cookie: string;
  beforeAll(async () => {
    const { db } = (database = await openStatusDatabase(await empty()));
    await emptyStatusTables(db);
    probing = new ScriptedProbing(db, [
      { id: "first", groupId: "front" },
      { id: "third", groupId: "rear", dependsOn: ["second"] },
      { id: "second", groupId: "front" },
      { id: "fourth", groupId: "rear" },
    ]);
    await probing.start();
    await probing.play({ first: "oooo", second: "offf", third: "offf", fourth: "oooo" });
    const rules = JSON.stringify([DOWN_RULE]);
    await db.updateTable("alert_configuration").set({ rules }).execute();
    const alert = {
      check_id: "second",
      component_id: "second",
      failing_since: new Date(probing.nowMs - 180_000),
      reason: "timeout",
      locations: "[]",
      fired_at: new Date(probing.nowMs - 60_000),
      thread: "a1",
    };
    await db
      .insertInto("alerts")
      .values([
        { ...alert, id: "a1", rule: "down", severity: "warning" },
        { ...alert, id: "a2", rule: "worse", severity: "critical" },
      ])
      .execute();
    api = await startStatusApi({
      db,
      host: "127.0.0.1",
      port: 0,
      adminToken,
      logger: pino({ level: "silent" }),
      nowMs: () => probing.nowMs,
    });
    const session = { person: "Ayşe", adminToken };
    cookie = `console=${await beginSession(db, session, probing.nowMs)}`;
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
  });

  const page = async (path = "/console"): Promise<string> =>
    (await fetch(`${api.url}${path}`, { headers: { cookie } })).text();

  test("begins with what is to be done, and has components in the order of the status page", async () => {
    const shown = await page();
    const places = [
      "1 firing",
      "1 silenced",
      "2 of 4 components are operational",
      'id="firing"',
      "Critical",
      "<strong>second</strong> <code>second</code>",
      'id="silenced"',
      "<strong>third</strong> <code>third</code>",
      "a consequence of what it depends on",
      'id="component-second"',
      'id="component-third"',
      'id="row-first"',
      'id="row-fourth"',
    ].map((text) => shown.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    // One cause has one button, and each of its alerts is found by its id.
    expect(shown.match(/\/acknowledge"/g)).toHaveLength(1);
    for (const id of ["a1", "a2"]) expect(shown).toContain(`id="alert-${id}"`);
    expect(shown).not.toContain('aria-haspopup="dialog"');
    for (const path of ["/console/components", "/console/graph"]) {
      const listed = await page(path);
      // The list comes last, after the drawing of what depends on what.
      const order = ["first", "second", "third", "fourth"].map((id) =>
        listed.lastIndexOf(`>${id}<`),
      );
      const sorted = order.toSorted((one, other) => one - other);
      expect({ path, order }).toEqual({ path, order: sorted });
    }
  });

  test("names locations whose monitor.yaml differs from the one that all see", async () => {
    const { nowMs } = probing;
    const running = { started_at: new Date(nowMs), last_seen_at: new Date(nowMs) };
    const since = new Date(nowMs - 5 * 60_000);
    await database.db
      .insertInto("probers")
      .values([
        { ...running, id: "p1", location: "izmir", differs_since: since },
        { ...running, id: "p2", location: "van" },
      ])
      .execute();
    const shown = await page();
    expect(shown).toContain("The prober at izmir has had another monitor.yaml");
    expect(shown).toContain("for 5 min:");
    expect(shown).not.toContain("The prober at van");
    expect(await page("/console?lang=tr")).toContain("izmir konumundaki prober");
  });

  test("leads to kept runs where the kind of the check keeps any", async () => {
    expect(await page()).not.toContain('href="/console/checks/first/runs"');
    const kept = { keeps_runs: true };
    await database.db.updateTable("checks").set(kept).where("id", "=", "first").execute();
    expect(await page()).toContain('href="/console/checks/first/runs"');
  });
});
