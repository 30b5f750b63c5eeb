import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { OpenDatabase } from "#migrations/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { newId } from "#monitor/store/new-id.ts";
import { beginSession } from "#status-api/console/sessions.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";
import { type ConsoleRole, consoleRoles } from "#status-api/settings/console-people.ts";
import { describeWithEveryDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";

const said = { name: "Slow", body: "We look.", status: "identified", impact: "minor" };

interface Action {
  readonly name: string;
  readonly path: (ids: { readonly alert: string; readonly incident: string }) => string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Who may, the lowest. */
  readonly role: ConsoleRole;
  /** What who may is answered. */
  readonly answer: number;
}

const actions: readonly Action[] = [
  { name: "see how all is", path: () => "/console", role: "viewer", answer: 200 },
  { name: "list runs", path: () => "/console/checks/web/runs", role: "viewer", answer: 200 },
  { name: "open a run", path: () => "/console/runs/none", role: "viewer", answer: 404 },
  { name: "hear", path: () => "/console/runs/none/audio/sent", role: "viewer", answer: 404 },
  {
    name: "see a waveform",
    path: () => "/console/runs/none/audio/sent/waveform.svg",
    role: "viewer",
    answer: 404,
  },
  {
    name: "see a spectrogram",
    path: () => "/console/runs/none/audio/sent/spectrogram.png",
    role: "viewer",
    answer: 404,
  },
  { name: "see what depends on what", path: () => "/console/graph", role: "viewer", answer: 200 },
  { name: "read the report", path: () => "/console/reports", role: "viewer", answer: 200 },
  {
    name: "read the report of a month",
    path: () => "/console/reports/2026-11",
    role: "viewer",
    answer: 200,
  },
  {
    name: "take a report's file",
    path: () => "/console/reports/2026-11.csv",
    role: "viewer",
    answer: 200,
  },
  { name: "list incidents", path: () => "/console/incidents", role: "viewer", answer: 200 },
  {
    name: "see an incident",
    path: ({ incident }) => `/console/incidents/${incident}`,
    role: "viewer",
    answer: 200,
  },
  { name: "begin one", path: () => "/console/incidents/new", role: "responder", answer: 200 },
  {
    name: "tell one",
    path: () => "/console/incidents",
    fields: { ...said, step: "send" },
    role: "responder",
    answer: 303,
  },
  {
    name: "preview one",
    path: () => "/console/incidents",
    fields: { ...said, step: "preview" },
    role: "responder",
    answer: 200,
  },
  {
    name: "say more",
    path: ({ incident }) => `/console/incidents/${incident}`,
    fields: { ...said, step: "send" },
    role: "responder",
    answer: 303,
  },
  {
    name: "see a run on request",
    path: () => "/console/asked-runs/none",
    role: "viewer",
    answer: 404,
  },
  {
    name: "have a check run",
    path: () => "/console/checks/web/runs",
    fields: { location: "here" },
    role: "responder",
    answer: 303,
  },
  {
    name: "acknowledge",
    path: ({ alert }) => `/console/alerts/${alert}/acknowledge`,
    fields: {},
    role: "responder",
    answer: 303,
  },
];

describeWithEveryDatabase("roles at the console", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  let probing: ScriptedProbing;
  beforeAll(async () => {
    database = await openStatusDatabase(await empty());
    await emptyStatusTables(database.db);
    probing = new ScriptedProbing(database.db, [{ id: "web" }]);
    await probing.start();
    await probing.play({ web: "o" });
    const seen = new Date(probing.nowMs);
    await database.db
      .insertInto("probers")
      .values({ id: "prober", location: "here", started_at: seen, last_seen_at: seen })
      .execute();
    api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      adminToken: "admin-token-of-people-on-call",
      logger: pino({ level: "silent" }),
      nowMs: () => probing.nowMs,
    });
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
  });

  const ask = (path: string, cookie: string, fields?: Readonly<Record<string, string>>) =>
    fetch(`${api.url}${path}`, {
      redirect: "manual",
      headers: { cookie },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });

  async function subjects(): Promise<{ alert: string; incident: string }> {
    const [alert, incident] = [newId(), newId()];
    const at = new Date(probing.nowMs);
    const { db } = database;
    await db.deleteFrom("alerts").execute();
    await db.deleteFrom("asked_runs").execute();
    await db
      .insertInto("alerts")
      .values({
        id: alert,
        rule: "down",
        check_id: "web",
        component_id: "web",
        severity: "critical",
        failing_since: at,
        reason: "timeout",
        locations: "[]",
        fired_at: at,
      })
      .execute();
    await db
      .insertInto("incidents")
      .values({
        id: incident,
        name: JSON.stringify({ en: "secret-story" }),
        status: "investigating",
        impact: "minor",
        automatic: true,
        group_id: null,
        started_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute();
    return { alert, incident };
  }

  const changes = async () =>
    JSON.stringify([
      await database.db.selectFrom("audit_log").select("id").execute(),
      await database.db.selectFrom("incidents").select(["id", "status"]).orderBy("id").execute(),
    ]);

  test.each(consoleRoles)("%s may do what the role says, and nothing else", async (role) => {
    const person = `${role}@example.com`;
    const cookie = `console=${await beginSession(database.db, { person, role }, probing.nowMs)}`;
    for (const { name, path, fields, role: needed, answer } of actions) {
      const address = path(await subjects());
      const before = await changes();
      const { status } = await ask(address, cookie, fields);
      const may = consoleRoles.indexOf(role) >= consoleRoles.indexOf(needed);
      expect([name, status]).toEqual([name, may ? answer : 403]);
      expect([name, may || (await changes()) === before]).toEqual([name, true]);
    }
  });

  test("nobody without a session gets anything, not even a name", async () => {
    for (const { name, path, fields } of actions) {
      const address = path(await subjects());
      const before = await changes();
      const answer = await ask(address, "console=guessed", fields);
      expect([name, answer.status, await answer.text()]).toEqual([name, 303, ""]);
      expect(answer.headers.get("location")).toMatch(/^\/console\/sign-in(\?next=[^&]*)?$/);
      expect(await changes()).toBe(before);
    }
  });

  test("who may not do a thing is not shown its button", async () => {
    const { incident } = await subjects();
    const pages = ["/console", "/console/incidents", `/console/incidents/${incident}`];
    const buttons = /Acknowledge|Open an incident|Tell people|Run now|Run again/;
    for (const role of consoleRoles) {
      const session = { person: role, role };
      const cookie = `console=${await beginSession(database.db, session, probing.nowMs)}`;
      for (const path of pages) {
        const page = await (await ask(path, cookie)).text();
        expect([role, path, buttons.test(page)]).toEqual([role, path, role !== "viewer"]);
      }
    }
  });

  test("after signing in, the page that was asked for is shown, never one of elsewhere", async () => {
    const signIn = (next: string) =>
      ask("/console/sign-in", "", { token: "admin-token-of-people-on-call", name: "Ayşe", next });
    expect((await signIn("/console/runs/a-b")).headers.get("location")).toBe("/console/runs/a-b");
    for (const next of [
      "//evil.example",
      "https://evil.example",
      "/admin",
      "/console//x\r\n",
      "/console/../admin?",
    ]) {
      const to = (await signIn(next)).headers.get("location");
      expect([next, to]).toEqual([next, "/console"]);
    }
  });
});
