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
import { writeSubscriber } from "../../support/status-api/subscribers.ts";

const adminToken = "admin-token-of-people-on-call";

describeWithOneDatabase("work at the console", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  let probing: ScriptedProbing;
  let cookie: string;
  beforeAll(async () => {
    database = await openStatusDatabase(await empty());
    await emptyStatusTables(database.db);
    probing = new ScriptedProbing(database.db, [{ id: "web" }, { id: "tts" }]);
    await probing.start();
    await probing.play({ web: "o", tts: "o" });
    api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      url: "https://status.example.org",
      adminToken,
      logger: pino({ level: "silent" }),
      nowMs: () => probing.nowMs,
    });
    const session = { person: "Ayşe", adminToken };
    cookie = `console=${await beginSession(database.db, session, probing.nowMs)}`;
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
  });

  const get = async (path: string) => {
    const answer = await fetch(`${api.url}${path}`, { redirect: "manual", headers: { cookie } });
    return { status: answer.status, page: await answer.text() };
  };
  const post = async (path: string, fields: string[][], language = "en") => {
    const answer = await fetch(`${api.url}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, "accept-language": language },
      body: new URLSearchParams(fields),
    });
    const page = (await answer.text()).replaceAll("&quot;", '"');
    return { status: answer.status, location: answer.headers.get("location"), page, answer };
  };
  const maintenances = () =>
    database.db
      .selectFrom("incidents")
      .select(["id", "scheduled_for", "scheduled_until", "repetition"])
      .where("impact", "=", "maintenance")
      .orderBy("id")
      .execute();
  const daily = async () =>
    (await maintenances()).find(({ repetition }) => repetition?.rule === "FREQ=DAILY")!;
  const plan = (fields: Readonly<Record<string, string>>): string[][] =>
    Object.entries({
      name: "Disks",
      body: "New ones.",
      components: "web",
      from: "2027-03-21T02:30",
      until: "2027-03-21T03:30",
      time_zone: "Europe/Berlin",
      step: "send",
      ...fields,
    });

  test("maintenance is planned by the clock of a zone, once for its key, and repeats as chosen", async () => {
    const sent = plan({ repeat: "daily", key: "once" });
    const [first, again] = [
      await post("/console/maintenance", sent),
      await post("/console/maintenance", sent),
    ];
    expect([first.status, again.location]).toEqual([303, first.location]);
    const choices = [
      [{ repeat: "weekly" }, "FREQ=WEEKLY"],
      [{ repeat: "weekly", weekdays: "SU" }, "FREQ=WEEKLY;BYDAY=SU"],
      [{ repeat: "monthly" }, "FREQ=MONTHLY"],
      [{ repeat: "own", rule: "FREQ=MONTHLY;BYDAY=3SU" }, "FREQ=MONTHLY;BYDAY=3SU"],
      [{ repeat: "never", rule: "FREQ=DAILY" }, undefined],
    ] as const;
    for (const [fields] of choices) {
      expect((await post("/console/maintenance", plan(fields))).status).toBe(303);
    }
    const rules = (await maintenances()).map(({ repetition }) => repetition?.rule);
    const wanted = ["FREQ=DAILY", ...choices.map(([, rule]) => rule)];
    expect(new Set(rules)).toEqual(new Set(wanted));
    const stored = await daily();
    expect(stored.scheduled_for?.toISOString()).toBe("2027-03-21T01:30:00.000Z");
    expect(stored.repetition?.timeZone).toBe("Europe/Berlin");
  });

  test("what cannot be is named and what was written stays", async () => {
    const before = await maintenances();
    const refusals = [
      [{ from: "2027-03-28T02:30", until: "2027-03-28T05:00" }, "does not show 2027-03-28 02:30"],
      [{ time_zone: "Mars/Base" }, "“Mars/Base” is not a time zone"],
      [{ until: "" }, "enter the time at which it ends"],
      [
        { until: "2027-03-21T02:00" },
        "end in the future, after it begins, and at most 30 days later",
      ],
      [{ from: "2020-03-21T02:00" }, "it has to begin in the future"],
      [{ name: "" }, "fill in “Title (English)”"],
      [{ components: "gone" }, "is not monitored any more"],
      [{ repeat: "own", rule: "FREQ=HOURLY" }, "the rule has to be one of RFC 5545"],
      [{ repeat: "own", rule: "" }, "the rule has to be one of RFC 5545"],
    ] as const;
    for (const [fields, reason] of refusals) {
      const { status, page } = await post("/console/maintenance", plan(fields));
      expect([reason, status, page.includes(reason)]).toEqual([reason, 400, true]);
      expect(page).toContain("New ones.</textarea>");
    }
    const turkish = await post("/console/maintenance", plan({ name: "" }), "tr");
    expect(turkish.page).toContain("Hiçbir şey değişmedi: “Başlık (English)” alanını doldurun.");
    expect(await maintenances()).toEqual(before);
    expect((await get("/console/maintenance/none")).status).toBe(404);
  });

  test("a change of its end alone leaves its beginning, also between two minutes", async () => {
    const { id } = await daily();
    const scheduledFor = new Date("2027-03-21T01:30:20Z");
    const { db } = database;
    await db
      .updateTable("incidents")
      .set({ scheduled_for: scheduledFor })
      .where("id", "=", id)
      .execute();
    const change = (fields: Readonly<Record<string, string>>) =>
      post(
        `/console/maintenance/${id}`,
        Object.entries({ action: "times", time_zone: "Europe/Berlin", step: "send", ...fields }),
      );
    const { page } = await get(`/console/maintenance/${id}`);
    expect(page).toContain('value="2027-03-21T02:30"');
    const moved = await change({ from: "2027-03-21T02:30", until: "2027-03-21T04:00" });
    expect(moved.status).toBe(303);
    const after = await daily();
    expect(after.scheduled_for).toEqual(scheduledFor);
    expect(after.scheduled_until?.toISOString()).toBe("2027-03-21T03:00:00.000Z");
    const once = await change({ action: "once" });
    expect(once.status).toBe(303);
    const ended = (await maintenances()).find((one) => one.id === id);
    expect(ended?.repetition).toBeNull();
  });

  test("a form is shown in another language with what is in it, and changes nothing", async () => {
    const count = (await maintenances()).length;
    const shown = await post("/console/maintenance", plan({ lang: "tr", body: "Yazdığım" }));
    expect([shown.status, shown.answer.headers.get("set-cookie")]).toEqual([
      200,
      expect.stringMatching(/^lang=tr;/),
    ]);
    expect(shown.page).toContain("Bakım planla");
    expect(shown.page).toContain("Yazdığım</textarea>");
    const incident = await post("/console/incidents", [
      ["name", "Yavaş <b>"],
      ["body", "x"],
      ["status", "identified"],
      ["impact", "critical"],
      ["components", "tts"],
      ["lang", "tr"],
      ["step", "send"],
    ]);
    expect(incident.page).toContain('value="Yavaş &lt;b>"');
    expect(incident.page).toMatch(/<option value="critical" selected/);
    const override = await post("/console/components/web", [
      ["status", "partial_outage"],
      ["until", "2026-11-21T20:00"],
      ["time_zone", "Etc/UTC"],
      ["lang", "tr"],
    ]);
    expect(override.page).toMatch(/<option value="partial_outage" selected/);
    expect((await maintenances()).length).toBe(count);
    const incidents = database.db.selectFrom("incidents").where("impact", "!=", "maintenance");
    expect(await incidents.select("id").execute()).toEqual([]);
    const { page } = await get("/console/components");
    expect(page).not.toContain("A person says:");
  });

  test("what the admin API refuses of a button is said above the list", async () => {
    const { db } = database;
    const { id } = await writeSubscriber(db, "email", "a@example.com");
    const at = new Date(probing.nowMs);
    await db
      .insertInto("outbox")
      .values({
        subscriber_id: id,
        incident_update_id: null,
        queued_at: at,
        due_at: at,
        given_up_at: at,
        last_error: "full",
      })
      .execute();
    const { page } = await get("/console/deliveries");
    const retry = /action="(\/console\/deliveries\/\d+\/retry)"/.exec(page)?.[1] ?? "";
    expect((await post(`/console/subscribers/${id}/end`, [])).status).toBe(303);
    const turkish = await post(retry, [], "tr");
    expect(turkish.page).toContain("Hiçbir şey değişmedi: abonelik sona ermiş");
    const refused = await post(retry, []);
    expect(refused.status).toBe(409);
    expect(refused.page).toContain("Nothing was changed: the subscription has ended");
    expect(refused.page).toContain('href="/console/deliveries?lang=tr"');
    for (const path of ["/console/subscribers/none/end", "/console/components/none/end"]) {
      expect((await post(path, [])).status).toBe(404);
    }
    const far = await post("/console/components/web", [
      ["status", "major_outage"],
      ["until", "2027-11-21T20:00"],
      ["time_zone", "Etc/UTC"],
    ]);
    expect([far.status, far.page.includes("at most 7 days from now")]).toEqual([400, true]);
  });

  test.each([
    "audit?actor=a%00b",
    "audit?subject=%00",
    "subscribers?before=a%00b",
    "deliveries?before=%00",
  ])("a list is shown whatever its address asks for: %s", async (path) => {
    expect((await get(`/console/${path}`)).status).toBe(200);
  });

  test("the audit log is in pages of 50, each with what follows, and filtered", async () => {
    const { db } = database;
    const at = new Date(probing.nowMs);
    await db
      .insertInto("audit_log")
      .values(
        Array.from({ length: 60 }, (_, number) => ({
          at,
          actor: "robot <1>",
          action: "component.override",
          subject: `thing-${number}`,
          request_id: "r",
          before: JSON.stringify({ id: "x", status: "a" }),
          after: JSON.stringify({ id: "x", status: "b" }),
        })),
      )
      .execute();
    const first = await get("/console/audit?actor=robot+%3C1%3E");
    const listed = ({ page }: { page: string }) => page.match(/<details>/g)?.length;
    expect([listed(first), first.page.includes("thing-59")]).toEqual([50, true]);
    const older = /href="(\/console\/audit\?before=[^"]*)"/.exec(first.page)?.[1] ?? "";
    const second = await get(older.replaceAll("&amp;", "&"));
    expect([listed(second), second.page.includes("thing-0<")]).toEqual([10, true]);
    expect(listed(await get("/console/audit?subject=thing-7"))).toBe(1);
    expect((await get("/console/audit?before=x&actor[]=y")).status).toBe(200);
  });
});
