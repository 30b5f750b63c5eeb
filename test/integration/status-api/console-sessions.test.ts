import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { beginSession } from "#status-api/console/sessions.ts";
import { startStatusApi } from "#status-api/server.ts";
import type { ConsolePeople } from "#status-api/settings/console-people.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";

const formerToken = "admin-token-of-last-week";
const provider = { issuer: "http://127.0.0.1:1", clientId: "x", clientSecret: undefined };
const nobody: ConsolePeople = { viewer: [], responder: [], admin: [] };

describeWithOneDatabase("a session at the console after a restart", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let probing: ScriptedProbing;
  beforeAll(async () => {
    database = await openStatusDatabase(await empty());
    await emptyStatusTables(database.db);
    probing = new ScriptedProbing(database.db, [{ id: "web" }]);
    await probing.start();
    await probing.play({ web: "o" });
  });
  afterAll(() => database.close());

  /** Asks a status API that starts with these settings; 200 with the role that the page names, or what else it answers. */
  async function ask(
    cookie: string,
    settings: { readonly people?: ConsolePeople; readonly adminToken?: string },
  ): Promise<readonly [status: number, role: string | undefined]> {
    const { people, adminToken = formerToken } = settings;
    await using api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      adminToken,
      consoleSignIn: people && { provider, people },
      logger: pino({ level: "silent" }),
      nowMs: () => probing.nowMs,
    });
    const answer = await fetch(`${api.url}/console`, { redirect: "manual", headers: { cookie } });
    const [, role] = /\((viewer|responder|admin)\)/.exec(await answer.text()) ?? [];
    return [answer.status, role];
  }

  const begin = async (somebody: { readonly person: string; readonly adminToken?: string }) =>
    `console=${await beginSession(database.db, somebody, probing.nowMs)}`;

  test("has the role that its person has now, or ends", async () => {
    const person = "ayse@example.com";
    const cookie = await begin({ person });
    expect(await ask(cookie, { people: { ...nobody, admin: [person] } })).toEqual([200, "admin"]);
    const viewers = { ...nobody, viewer: ["@example.com"] };
    expect(await ask(cookie, { people: viewers })).toEqual([200, "viewer"]);
    expect(await ask(cookie, { people: { ...nobody, responder: [person] } })).toEqual([
      200,
      "responder",
    ]);
    expect(await ask(cookie, { people: { ...nobody, admin: ["else@example.com"] } })).toEqual([
      303,
      undefined,
    ]);
    // Ended, not only refused.
    expect(await ask(cookie, { people: { ...nobody, admin: [person] } })).toEqual([303, undefined]);
  });

  test("ends where there is no provider any more", async () => {
    expect(await ask(await begin({ person: "ayse@example.com" }), {})).toEqual([303, undefined]);
  });

  test("by the admin token ends when that token changes", async () => {
    const somebody = { person: "Ayşe", adminToken: formerToken };
    const [kept, ended] = [await begin(somebody), await begin(somebody)];
    expect(await ask(kept, {})).toEqual([200, "admin"]);
    expect(await ask(ended, { adminToken: "admin-token-of-this-week" })).toEqual([303, undefined]);
    expect(await ask(ended, {})).toEqual([303, undefined]);
    expect(await ask(kept, {})).toEqual([200, "admin"]);
    // Whoever has the token is not made less by being named as a viewer.
    const people = { ...nobody, viewer: ["ayse@example.com"] };
    const named = await begin({ person: "ayse@example.com", adminToken: formerToken });
    expect(await ask(named, { people })).toEqual([200, "admin"]);
    expect(await ask(named, { people, adminToken: "admin-token-of-this-week" })).toEqual([
      303,
      undefined,
    ]);
  });
});
