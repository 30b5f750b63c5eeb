import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";
import { writeHistory } from "../../support/status-api/status-history.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";

const adminToken = "admin-token-of-people-on-call";
const url = "https://status.example.org";

describeWithOneDatabase("telling people from the console", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  let cookie: string;
  beforeAll(async () => {
    database = await openStatusDatabase(await empty());
    await emptyStatusTables(database.db);
    const probing = new ScriptedProbing(database.db, [{ id: "web" }, { id: "tts" }]);
    await probing.start();
    await probing.play({ web: "o", tts: "o" });
    api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      url,
      adminToken,
      logger: pino({ level: "silent" }),
      nowMs: () => probing.nowMs,
    });
    const answer = await post("/console/sign-in", { token: adminToken, name: "Ayşe" }, "");
    cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0]!;
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
  });

  const get = (path: string, session = cookie): Promise<Response> =>
    fetch(`${api.url}${path}`, { redirect: "manual", headers: { cookie: session } });
  const post = (path: string, fields: string[][] | object, session = cookie): Promise<Response> =>
    fetch(`${api.url}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", cookie: session },
      body: new URLSearchParams(fields as Record<string, string>).toString(),
    });
  const readIncidents = () => database.db.selectFrom("incidents").selectAll().execute();
  const inputOf = (page: string, name: string): string =>
    new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(page)?.[1] ?? "";

  test("gives nothing without a session, and changes nothing", async () => {
    for (const path of ["/console/incidents", "/console/incidents/new", "/console/incidents/x"]) {
      const answer = await get(path, "");
      expect([answer.status, await answer.text()]).toEqual([303, ""]);
    }
    const fields = { name: "x", body: "y", status: "identified", impact: "minor", step: "send" };
    expect((await post("/console/incidents", fields, "")).status).toBe(303);
    expect(await readIncidents()).toEqual([]);
  });

  test("starts from a text in both languages", async () => {
    const page = await (await get("/console/incidents/new?template=slow")).text();
    expect(inputOf(page, "name")).toBe("Slow answers");
    expect(inputOf(page, "name_tr")).toBe("Yanıtlar yavaş");
    expect(page).toContain("İstekler her zamankinden uzun sürüyor.");
    const strange = await get("/console/incidents/new?template=__proto__");
    expect(inputOf(await strange.text(), "name")).toBe("");
  });

  test("shows what people would read before anything is sent, then tells it once", async () => {
    const said = [
      ["name", "Speech is slow"],
      ["name_tr", "Konuşma yavaş"],
      ["body", "We are looking for the cause."],
      ["body_tr", "Nedenini araştırıyoruz."],
      ["status", "investigating"],
      ["impact", "major"],
      ["components", "tts"],
      ["components", "web"],
    ];
    const preview = await (await post("/console/incidents", [...said, ["step", "preview"]])).text();
    for (const text of ["Nothing has been sent yet.", "Konuşma yavaş", `${url}/incidents/`]) {
      expect(preview).toContain(text);
    }
    expect(inputOf(preview, "name_tr")).toBe("Konuşma yavaş");
    expect(await readIncidents()).toEqual([]);
    expect(await database.db.selectFrom("audit_log").selectAll().execute()).toEqual([]);

    const sent = [...said, ["key", inputOf(preview, "key")], ["step", "send"]];
    const [first, again] = [
      await post("/console/incidents", sent),
      await post("/console/incidents", sent),
    ];
    expect([first.status, again.status]).toEqual([303, 303]);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    const [incident, ...others] = await readIncidents();
    expect([incident?.impact, incident?.automatic, others]).toEqual(["major", false, []]);
    const components = await database.db.selectFrom("incident_components").selectAll().execute();
    expect(components.map((row) => row.component_id).toSorted()).toEqual(["tts", "web"]);
    const audit = await database.db.selectFrom("audit_log").select(["actor", "action"]).execute();
    expect(audit).toEqual([{ actor: "Ayşe", action: "incident.open" }]);
  });

  test("says how it goes on, to its end and its postmortem", async () => {
    const [incident] = await readIncidents();
    const path = `/console/incidents/${incident!.id}`;
    const say = (fields: object) => post(path, { impact: "minor", step: "send", ...fields });
    const early = await say({ status: "postmortem", body: "What happened" });
    expect(early.status).toBe(409);
    const refusal = await early.text();
    expect(refusal).toContain("a postmortem follows the end of an incident");
    expect(refusal).toContain("What happened</textarea>");
    const steps = [
      { status: "identified", body: "We know why." },
      { status: "resolved", body: "It is over." },
      { status: "postmortem", body: "What happened:\r\na disk was full." },
    ];
    for (const step of steps.slice(0, 2)) expect((await say(step)).status).toBe(303);
    const draft = await (await get(path)).text();
    for (const text of ["## What happened", "## Ne oldu", "Ayşe posted an update: Identified"]) {
      expect(draft).toContain(text);
    }
    const preview = await say({ status: "postmortem", body: "## Cause\n\n<b>", step: "preview" });
    expect(await preview.text()).toContain("<h4>Cause</h4>\n<p>&lt;b&gt;</p>");
    for (const step of steps.slice(2)) expect((await say(step)).status).toBe(303);
    const page = await (await get(path)).text();
    for (const text of ["We know why.", "It is over.", "a disk was full.", "closed with its"]) {
      expect(page).toContain(text);
    }
    expect((await say({ status: "identified", body: "again" })).status).toBe(409);
    const list = await (await get("/console/incidents")).text();
    expect(list).toContain("Speech is slow");
  });

  test("warns before an end is told of what still fails", async () => {
    const opened = await post("/console/incidents", [
      ["name", "Synthesis is down"],
      ["body", "We are looking for the cause."],
      ["status", "investigating"],
      ["impact", "major"],
      ["components", "tts"],
      ["step", "send"],
    ]);
    const path = opened.headers.get("location") ?? "";
    const preview = async (status: string) =>
      (await post(path, { body: "So it is.", impact: "minor", status, step: "preview" })).text();
    const warning = "Still failing: ";
    const { db } = database;
    const fromMs = Date.now();
    await writeHistory(db, "tts", [{ status: "major_outage", fromMs }], fromMs);
    expect(await preview("resolved")).toContain(warning);
    expect(await preview("monitoring")).not.toContain(warning);
    await db
      .updateTable("component_states")
      .set({ status: "operational" })
      .where("component_id", "=", "tts")
      .where("to_at", "is", null)
      .execute();
    expect(await preview("resolved")).not.toContain(warning);
  });

  test("what is missing is named and what was written stays", async () => {
    const empty = { name: "", body: "only this", status: "identified", impact: "minor" };
    const answer = await post("/console/incidents", { ...empty, step: "send" });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain("Nothing was sent: fill in “Title (English)”.");
    expect(page).toContain("only this</textarea>");
    expect((await post("/console/incidents/none", { ...empty, step: "send" })).status).toBe(404);
    expect((await get("/console/incidents/none")).status).toBe(404);
  });
});
