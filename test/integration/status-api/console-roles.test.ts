import { pino } from "pino";
import { afterAll, beforeAll, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { newId } from "#monitor/store/new-id.ts";
import { beginSession } from "#status-api/console/sessions.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";
import { type ConsoleRole, CONSOLE_ROLES } from "#status-api/settings/console-people.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { writeSubscriber } from "../../support/status-api/subscribers.ts";
import { onePersonByRole, personWith } from "../../support/status-api/console-people.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";

const said = { name: "Slow", body: "We look.", status: "identified", impact: "minor" };

const untilMidnight = { until: "2026-11-22T00:00", time_zone: "Etc/UTC" };
const planned = { name: "Disks", body: "New ones.", components: "web", ...untilMidnight };

/** Ids of what people act on. */
interface Subjects {
  readonly alert: string;
  /** One that automation opened. */
  readonly incident: string;
  readonly maintenance: string;
  /** The number of a message that was given up. */
  readonly delivery: number;
  readonly subscriber: string;
}

interface Action {
  readonly name: string;
  readonly path: (ids: Subjects) => string;
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
  {
    name: "follow the link of a message",
    path: ({ alert }) => `/console/alerts/${alert}`,
    role: "viewer",
    answer: 303,
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
    path: () => "/console/requested-runs/none",
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
  {
    name: "give one back to automation",
    path: ({ incident }) => `/console/incidents/${incident}/automation`,
    fields: {},
    role: "responder",
    answer: 303,
  },
  { name: "list maintenance", path: () => "/console/maintenance", role: "viewer", answer: 200 },
  {
    name: "see maintenance",
    path: ({ maintenance }) => `/console/maintenance/${maintenance}`,
    role: "viewer",
    answer: 200,
  },
  {
    name: "begin to plan",
    path: () => "/console/maintenance/new",
    role: "responder",
    answer: 200,
  },
  {
    name: "plan",
    path: () => "/console/maintenance",
    fields: { ...planned, step: "send" },
    role: "responder",
    answer: 303,
  },
  {
    name: "preview a plan",
    path: () => "/console/maintenance",
    fields: { ...planned, step: "preview" },
    role: "responder",
    answer: 200,
  },
  {
    name: "take a step",
    path: ({ maintenance }) => `/console/maintenance/${maintenance}`,
    fields: { action: "start", time_zone: "Etc/UTC", step: "send" },
    role: "responder",
    answer: 303,
  },
  { name: "list components", path: () => "/console/components", role: "viewer", answer: 200 },
  {
    name: "begin to set a status",
    path: () => "/console/components/web",
    role: "responder",
    answer: 200,
  },
  {
    name: "set a status",
    path: () => "/console/components/web",
    fields: { status: "major_outage", ...untilMidnight },
    role: "responder",
    answer: 303,
  },
  {
    name: "end a set status",
    path: () => "/console/components/web/end",
    fields: {},
    role: "responder",
    answer: 303,
  },
  { name: "list deliveries", path: () => "/console/deliveries", role: "viewer", answer: 200 },
  {
    name: "have one tried again",
    path: ({ delivery }) => `/console/deliveries/${delivery}/retry`,
    fields: {},
    role: "responder",
    answer: 303,
  },
  { name: "list subscribers", path: () => "/console/subscribers", role: "viewer", answer: 200 },
  {
    name: "end a subscription",
    path: ({ subscriber }) => `/console/subscribers/${subscriber}/end`,
    fields: {},
    role: "admin",
    answer: 303,
  },
  { name: "read the audit log", path: () => "/console/audit", role: "viewer", answer: 200 },
];

describeWithOneDatabase("roles at the console", (empty) => {
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
      consoleSignIn: onePersonByRole,
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

  async function subjects(): Promise<Subjects> {
    const [alert, incident] = [newId(), newId()];
    const at = new Date(probing.nowMs);
    const later = new Date(probing.nowMs + 60 * 60_000);
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
    const maintenance = newId();
    await db
      .insertInto("incidents")
      .values({
        id: maintenance,
        name: JSON.stringify({ en: "secret-plan" }),
        status: "scheduled",
        impact: "maintenance",
        automatic: false,
        group_id: null,
        started_at: later,
        created_at: at,
        updated_at: at,
        scheduled_for: later,
        scheduled_until: new Date(later.getTime() + 60 * 60_000),
      })
      .execute();
    const address = `${newId()}@secret.example`;
    const { id: subscriber } = await writeSubscriber(db, "email", address);
    const { id: delivery } = await db
      .insertInto("outbox")
      .values({
        subscriber_id: subscriber,
        incident_update_id: null,
        queued_at: at,
        due_at: at,
        given_up_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { alert, incident, maintenance, delivery, subscriber };
  }

  const cookieFor = async (role: ConsoleRole) => {
    return `console=${await beginSession(database.db, personWith(role), probing.nowMs)}`;
  };

  const changes = async () =>
    JSON.stringify([
      await database.db.selectFrom("audit_log").select("id").execute(),
      await database.db.selectFrom("incidents").select(["id", "status"]).orderBy("id").execute(),
      await database.db.selectFrom("components").select(["id", "override"]).execute(),
      await database.db.selectFrom("outbox").select(["id", "given_up_at"]).orderBy("id").execute(),
      await database.db
        .selectFrom("subscribers")
        .select(["id", "ended_at"])
        .orderBy("id")
        .execute(),
    ]);

  longTest.each(CONSOLE_ROLES)("%s may do what the role says, and nothing else", async (role) => {
    const cookie = await cookieFor(role);
    for (const { name, path, fields, role: needed, answer } of actions) {
      const address = path(await subjects());
      const before = await changes();
      const { status } = await ask(address, cookie, fields);
      const may = CONSOLE_ROLES.indexOf(role) >= CONSOLE_ROLES.indexOf(needed);
      expect([name, status]).toEqual([name, may ? answer : 403]);
      expect([name, may || (await changes()) === before]).toEqual([name, true]);
    }
  });

  shortTest("nobody without a session gets anything, not even a name", async () => {
    for (const { name, path, fields } of actions) {
      const address = path(await subjects());
      const before = await changes();
      const answer = await ask(address, "console=guessed", fields);
      expect([name, answer.status, await answer.text()]).toEqual([name, 303, ""]);
      expect(answer.headers.get("location")).toMatch(/^\/console\/sign-in(\?next=[^&]*)?$/);
      expect(await changes()).toBe(before);
    }
  });

  shortTest("who may not do a thing is not shown its button", async () => {
    const { incident, maintenance } = await subjects();
    const buttons: readonly [path: string, button: RegExp, role: ConsoleRole][] = [
      ["/console/incidents", /Open an incident/, "responder"],
      [`/console/incidents/${incident}`, /Tell people/, "responder"],
      ["/console/maintenance", /Schedule maintenance/, "responder"],
      [`/console/maintenance/${maintenance}`, /Tell people/, "responder"],
      ["/console/components", /Set a status/, "responder"],
      ["/console/deliveries", /Try again/, "responder"],
      ["/console/subscribers", /End the subscription/, "admin"],
      ["/console", /Acknowledge/, "responder"],
      ["/console", /Run now/, "responder"],
    ];
    for (const role of CONSOLE_ROLES) {
      const cookie = await cookieFor(role);
      for (const [path, button, needed] of buttons) {
        const page = await (await ask(path, cookie)).text();
        const may = CONSOLE_ROLES.indexOf(role) >= CONSOLE_ROLES.indexOf(needed);
        expect([role, path, button.test(page)]).toEqual([role, path, may]);
      }
    }
  });

  shortTest("nobody is shown a whole address", async () => {
    const { subscriber } = await subjects();
    const cookie = await cookieFor("admin");
    await ask(`/console/subscribers/${subscriber}/end`, cookie, {});
    for (const path of ["/console/subscribers", "/console/deliveries", "/console/audit"]) {
      const page = await (await ask(path, cookie)).text();
      const isMasked = page.includes("…@secret.example");
      expect([path, isMasked]).toEqual([path, path !== "/console/audit"]);
      expect(page).not.toMatch(/\w@secret\.example/);
    }
  });

  shortTest(
    "after signing in, the page that was asked for is shown, never one of elsewhere",
    async () => {
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
    },
  );
});
