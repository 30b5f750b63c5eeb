import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { finishRequestedRun, takeRequestedRun } from "#monitor/store/requested-runs.ts";
import { beginSession } from "#status-api/console/sessions.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";

describeWithOneDatabase("a run that is asked for at the console", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  let probing: ScriptedProbing;
  let cookie: string;
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
    const session = { person: "Ayşe", adminToken: "admin-token-of-people-on-call" };
    cookie = `console=${await beginSession(database.db, session, probing.nowMs)}`;
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
  });
  beforeEach(async () => void (await database.db.deleteFrom("asked_runs").execute()));

  const ask = async (path: string, fields?: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${api.url}${path}`, {
      redirect: "manual",
      headers: { cookie },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
    const { status, headers } = answer;
    return { status, to: headers.get("location") ?? "", page: await answer.text() };
  };

  async function keep(id: string, cut: readonly string[] = []): Promise<void> {
    const facts = {
      kind: "transcription",
      message: null,
      started_at: new Date(probing.nowMs).toISOString(),
      duration_ms: 900,
      phases: {},
      measures: {},
      input_text: "merhaba",
      texts: {},
      differences: null,
      exchanges: [],
      seed: "s",
      versions: { prober: "1", node: "24" },
      cut,
    };
    await database.db
      .insertInto("evidence")
      .values({
        id,
        check_id: "web",
        component_id: "web",
        location: "here",
        slot: new Date(probing.nowMs),
        attempt: Number(id),
        kept_at: new Date(probing.nowMs),
        passed: false,
        result: "failed",
        reason: null,
        facts: JSON.stringify(facts),
        bytes: 0,
      })
      .execute();
  }

  test("waits, runs and has its result on one page, which is loaded again until then", async () => {
    const { db } = database;
    const now = await ask("/console");
    const key = /name="key" value="([^"]+)"/.exec(now.page)?.[1] ?? "";
    expect(key).not.toBe("");
    const requested = await ask("/console/checks/web/runs", { location: "here", key });
    expect([requested.status, requested.to]).toEqual([
      303,
      expect.stringMatching(/^\/console\/requested-runs/),
    ]);
    const id = requested.to.split("/").at(-1)!;
    const reload = '<noscript><meta http-equiv="refresh" content="2"';
    const waiting = await ask(requested.to);
    for (const text of ["Waiting for the prober at here", "asked for by Ayşe", reload]) {
      expect(waiting.page).toContain(text);
    }
    // A button that is pressed twice asks once.
    const twice = await ask("/console/checks/web/runs", { location: "here", key });
    expect([twice.status, twice.to]).toEqual([303, requested.to]);

    const times = { nowMs: probing.nowMs, endsByMs: probing.nowMs + 60_000 };
    await takeRequestedRun(db, id, { prober: "prober", ...times });
    expect((await ask(requested.to)).page).toContain("Running at here");
    await finishRequestedRun(
      db,
      id,
      {
        result: "failed",
        reason: "timeout",
        message: "no <answer>",
        attempt: 2,
        durationMs: 5000,
        phases: { connect: 7, dns: 5 },
        measures: {},
        evidenceId: "evidence-7",
      },
      probing.nowMs,
    );
    const { page } = await ask(requested.to);
    expect(page).not.toContain('http-equiv="refresh"');
    for (const text of [
      "failed",
      "no &lt;answer>",
      "/console/runs/evidence-7",
      "The first attempt failed",
    ]) {
      expect(page).toContain(text);
    }
    expect(page).toMatch(/Name lookup.*Connection/s);
    const audit = await db.selectFrom("audit_log").select(["actor", "action", "subject"]).execute();
    expect(audit).toEqual([{ actor: "Ayşe", action: "check.run", subject: id }]);
  });

  test("is told not to come, or never to have ended", async () => {
    const { db } = database;
    const { to } = await ask("/console/checks/web/runs", { location: "here" });
    const nowMs = probing.nowMs;
    probing.nowMs += 60_000;
    expect((await ask(to)).page).toContain("no prober at here took it within a minute");
    const id = to.split("/").at(-1)!;
    await takeRequestedRun(db, id, { prober: "prober", nowMs, endsByMs: probing.nowMs });
    const { page } = await ask(to);
    expect(page).toContain("Never ended");
    expect(page).not.toContain('http-equiv="refresh"');
    probing.nowMs = nowMs;
  });

  test("is refused with the reason, and the way to the one that is under way", async () => {
    const { to } = await ask("/console/checks/web/runs", { location: "here" });
    const again = await ask("/console/checks/web/runs", { location: "here" });
    expect(again.status).toBe(409);
    expect(again.page).toContain("Nothing was run: the check is being run there already");
    expect(again.page).toContain(`href="${to}"`);
    for (const [fields, status] of [
      [{ location: "moon" }, 400],
      [{}, 400],
      [{ location: "here", replay: "none" }, 400],
    ] as const) {
      expect((await ask("/console/checks/web/runs", fields)).status).toBe(status);
    }
    expect((await ask("/console/checks/none/runs", { location: "here" })).status).toBe(404);
    expect((await ask("/console/requested-runs/none")).status).toBe(404);
  });

  test("sends the input of a kept run, where all of it is kept", async () => {
    await keep("1");
    await keep("2", ["sent"]);
    expect((await ask("/console/runs/1")).page).toMatch(/<option[^>]*>here<.*Run again/s);
    expect((await ask("/console/runs/2")).page).not.toContain("Run again");
    const { to } = await ask("/console/checks/web/runs", { location: "here", replay: "1" });
    expect((await ask(to)).page).toContain('href="/console/runs/1"');
  });
});
