import { once } from "node:events";
import { connect } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { newId } from "#monitor/store/new-id.ts";
import { SESSION_LIMITS } from "#status-api/console/sessions.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";

const adminToken = "admin-token-of-people-on-call";
const form = { "content-type": "application/x-www-form-urlencoded" };
const PATHS = ["/console", "/console/events"];

describeWithOneDatabase("the console", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  let probing: ScriptedProbing;
  let clients = 0;
  beforeAll(async () => {
    database = await openStatusDatabase(await empty());
    await emptyStatusTables(database.db);
    probing = new ScriptedProbing(database.db, [{ id: "secret-thing" }]);
    await probing.start();
    await probing.play({ "secret-thing": "ooofff" });
    api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      url: "https://status.example.org",
      adminToken,
      trustedProxies: ["127.0.0.1"],
      logger: pino({ level: "silent" }),
      nowMs: () => probing.nowMs,
    });
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
  });
  beforeEach(async () => void (await database.db.deleteFrom("console_sessions").execute()));

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${api.url}${path}`, { redirect: "manual", ...init });

  const post = (path: string, fields: object, headers: Record<string, string> = {}) =>
    ask(path, {
      method: "POST",
      headers: { ...form, "x-forwarded-for": `203.0.113.${(clients += 1)}`, ...headers },
      body: new URLSearchParams(fields as Record<string, string>).toString(),
    });

  async function signIn(name = "Ayşe"): Promise<string> {
    const answer = await post("/console/sign-in", { token: adminToken, name });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/console"]);
    const cookie = answer.headers.get("set-cookie") ?? "";
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Secure", "Path=/console"]) {
      expect(cookie).toContain(attribute);
    }
    return cookie.split(";")[0]!;
  }

  test("sends its pages compressed: a phone on a slow line waits for nothing else as long", async () => {
    const cookie = await signIn();
    for (const path of ["/console/sign-in", "/console"]) {
      const { headers } = await ask(path, { headers: { cookie, "accept-encoding": "br" } });
      expect([headers.get("content-encoding"), headers.get("cache-control")]).toEqual([
        "br",
        "no-store",
      ]);
    }
  });

  test("gives nothing without a session, not even a name", async () => {
    for (const path of PATHS) {
      for (const cookie of ["", "console=guessed"]) {
        const answer = await ask(path, { headers: { cookie } });
        expect([303, 401]).toContain(answer.status);
        expect(await answer.text()).toBe("");
        expect(answer.headers.get("cache-control")).toBe("no-store");
      }
    }
    const page = await ask("/console/sign-in");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(await page.text()).not.toContain("secret-thing");
    for (const action of ["/console/alerts/x/acknowledge", "/console/sign-out"]) {
      expect((await post(action, {})).headers.get("location")).toBe("/console/sign-in");
    }
  });

  test("lets in who has the token and says a name, and shows how every check is", async () => {
    const cookie = await signIn();
    const answer = await ask("/console", { headers: { cookie } });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const page = await answer.text();
    for (const text of ["Ayşe", "secret-thing", "here", "failed", "The last 3 runs have not"]) {
      expect(page).toContain(text);
    }
    const stored = await database.db.selectFrom("console_sessions").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(cookie.split("=")[1]);
    expect((await post("/console/sign-out", {}, { cookie })).status).toBe(303);
    expect((await ask("/console", { headers: { cookie } })).status).toBe(303);
  });

  test("refuses wrong tokens, names of nothing, and too many tries of one address", async () => {
    const wrong = await post("/console/sign-in", { token: "wrong", name: "Ayşe" });
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain("This is not the admin token.");
    expect((await post("/console/sign-in", { token: adminToken, name: " " })).status).toBe(400);
    const address = { "x-forwarded-for": "198.51.100.1" };
    const tries = [];
    for (let at = 0; at < 11; at += 1) {
      tries.push((await post("/console/sign-in", { token: "guess", name: "x" }, address)).status);
    }
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const right = await post("/console/sign-in", { token: adminToken, name: "x" }, address);
    expect(right.status).toBe(303);
  });

  test("takes no form of another site", async () => {
    const cookie = await signIn();
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
    ];
    for (const headers of foreign) {
      expect((await post("/console/sign-out", {}, { cookie, ...headers })).status).toBe(400);
      const signing = { token: adminToken, name: "x" };
      expect((await post("/console/sign-in", signing, headers)).status).toBe(400);
    }
    expect((await ask("/console", { headers: { cookie } })).status).toBe(200);
  });

  test("ends a session that nobody uses, and each one after half a day", async () => {
    const { db } = database;
    const cookie = await signIn();
    const age = (what: "used_at" | "created_at", ms: number) =>
      db
        .updateTable("console_sessions")
        .set({ [what]: new Date(probing.nowMs - ms) })
        .execute();
    await age("used_at", SESSION_LIMITS.idleMs - 1000);
    expect((await ask("/console", { headers: { cookie } })).status).toBe(200);
    await age("used_at", SESSION_LIMITS.idleMs + 1000);
    expect((await ask("/console", { headers: { cookie } })).status).toBe(303);
    const other = await signIn();
    await age("created_at", SESSION_LIMITS.maxMs + 1000);
    expect((await ask("/console", { headers: { cookie: other } })).status).toBe(303);
    expect(await db.selectFrom("console_sessions").selectAll().execute()).toEqual([]);
  });

  test("keeps a hundred sessions, the newest", async () => {
    const rows = Array.from({ length: SESSION_LIMITS.max }, (_, at) => {
      const time = new Date(probing.nowMs - 1000 - at);
      return {
        token_hash: `hash ${at}`,
        person: "x",
        created_at: time,
        used_at: time,
      };
    });
    await database.db.insertInto("console_sessions").values(rows).execute();
    await signIn();
    const kept = await database.db.selectFrom("console_sessions").select("token_hash").execute();
    expect(kept).toHaveLength(SESSION_LIMITS.max);
    expect(kept.map((row) => row.token_hash)).not.toContain(`hash ${SESSION_LIMITS.max - 1}`);
  });

  test("acknowledges an alert in the name of who is signed in", async () => {
    const { db } = database;
    const id = newId();
    await db
      .insertInto("alerts")
      .values({
        id,
        rule: "down",
        check_id: "secret-thing",
        component_id: "secret-thing",
        severity: "critical",
        failing_since: new Date(probing.nowMs),
        reason: "timeout",
        locations: "[]",
        fired_at: new Date(probing.nowMs),
      })
      .execute();
    const cookie = await signIn();
    expect(await (await ask("/console", { headers: { cookie } })).text()).toContain("Acknowledge");
    // Messages lead there, also over the page to sign in, which would lose what stands behind #.
    const strange = await ask(`/console/alerts/${id}`);
    expect(strange.headers.get("location")).toBe(
      `/console/sign-in?next=%2Fconsole%2Falerts%2F${id}`,
    );
    const led = await ask(`/console/alerts/${id}`, { headers: { cookie } });
    const [path = "", anchor] = (led.headers.get("location") ?? "").split("#");
    expect(await (await ask(path, { headers: { cookie } })).text()).toContain(`id="${anchor}"`);
    const answer = await post(`/console/alerts/${id}/acknowledge`, {}, { cookie });
    // The page that follows opens at the alert, not at its top.
    expect(answer.headers.get("location")).toBe(`/console?alert=${id}#alert-${id}`);
    const alert = await db.selectFrom("alerts").selectAll().executeTakeFirstOrThrow();
    expect(alert.acknowledged_by).toBe("Ayşe");
    const audit = await db
      .selectFrom("audit_log")
      .select(["actor", "vouched_by", "action"])
      .execute();
    // She typed her name beside the token.
    const vouched_by = expect.stringMatching(/^STATUS_ADMIN_TOKEN, session [0-9a-f]{8}$/) as string;
    expect(audit).toEqual([{ actor: "Ayşe", vouched_by, action: "alert.acknowledge" }]);
    const page = await (await ask("/console", { headers: { cookie } })).text();
    expect(page).toContain("Ayşe takes care of it.");
    // Whoever opens the message later learns how it ended.
    const minuteMs = 60_000;
    const resolved_at = new Date(probing.nowMs + 12 * minuteMs);
    await db.updateTable("alerts").set({ resolved_at }).execute();
    const saidOf = async (alertId: string): Promise<string> => {
      const ended = await ask(`/console/alerts/${alertId}`, { headers: { cookie } });
      return (await ask(ended.headers.get("location")!, { headers: { cookie } })).text();
    };
    const alertPage = await saidOf(id);
    for (const text of [
      "is over",
      "secret-thing (secret-thing) failed for 12 min, until",
      "Ayşe took care of it.",
    ]) {
      expect(alertPage).toContain(text);
    }
    expect(alertPage).not.toContain("Acknowledge");
    expect(await saidOf("k3v0s1x8w2m4")).toContain("not stored any more");
  });

  test("tells an open page of what was recorded, until its session ends", async () => {
    const cookie = await signIn();
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    let heard = "";
    socket.on("data", (bytes) => void (heard += String(bytes)));
    socket.write(`GET /console/events HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`);
    while (!heard.includes("retry:")) await once(socket, "data");
    expect(heard).toContain("200 OK");
    expect(heard).toContain("no-store");
    // The first look says what is; the next one finds the change.
    while (!heard.includes("event: changed")) {
      await probing.play({ "secret-thing": "o" });
      await Promise.race([once(socket, "data"), new Promise((go) => setTimeout(go, 500))]);
    }
    socket.destroy();
  });

  test("opens a run of which evidence is kept, and plays its audio, to nobody else", async () => {
    const { db } = database;
    const facts = {
      kind: "transcription",
      message: "WER 20.0 %",
      started_at: new Date(probing.nowMs).toISOString(),
      duration_ms: 900,
      phases: { dns: 10, first_byte: 700 },
      measures: { word_error_ratio: 0.2 },
      input_text: "merhaba dünya",
      texts: { expected: "merhaba dünya", heard: "merhaba <dünya>" },
      differences: [
        { kind: "same", words: "merhaba" },
        { kind: "missing", words: "dünya" },
      ],
      exchanges: [
        { what: "upload", status: 200, request_id: "req_7", server: null, close_code: null },
      ],
      seed: "s",
      versions: { prober: "1", node: "24" },
      cut: [],
    };
    const run = (id: string, minutesAgo: number, passed: boolean) => ({
      id,
      check_id: "secret-thing",
      component_id: "secret-thing",
      location: "here",
      slot: new Date(probing.nowMs - minutesAgo * 60_000),
      attempt: 1,
      kept_at: new Date(probing.nowMs),
      passed,
      result: passed ? ("ok" as const) : ("failed" as const),
      reason: passed ? null : "transcript_mismatch",
      facts: JSON.stringify(facts),
      bytes: 4,
    });
    await db
      .insertInto("evidence")
      .values([run("good", 5, true), run("bad", 3, false)])
      .execute();
    const audio = { content_type: "audio/wav", content: Buffer.from("RIFF") };
    await db
      .insertInto("evidence_audio")
      .values({ evidence_id: "bad", name: "sent", ...audio })
      .execute();
    const cookie = await signIn();
    const get = (path: string) => ask(path, { headers: { cookie } });
    const listed = await (await get("/console/checks/secret-thing/runs")).text();
    expect(listed).toMatch(/runs\/bad.*runs\/good/s);
    const opened = await get("/console/runs/bad");
    expect(opened.headers.get("content-security-policy")).toContain("media-src 'self'");
    const page = await opened.text();
    for (const part of ["<del>dünya", "&lt;dünya", "req_7", "/console/runs/good", "20.0 %"]) {
      expect(page).toContain(part);
    }
    const played = await get("/console/runs/bad/audio/sent");
    expect([played.status, await played.text()]).toEqual([200, "RIFF"]);
    for (const path of ["bad/audio/received", "bad/audio/other", "none"]) {
      expect((await get(`/console/runs/${path}`)).status).toBe(404);
    }
    for (const path of ["/console/runs/bad", "/console/runs/bad/audio/sent"]) {
      const refused = await ask(path);
      expect([refused.status, await refused.text()]).toEqual([303, ""]);
    }
  });

  test("says so while its database is away", async () => {
    const cookie = await signIn();
    await database.close();
    const page = await ask("/console", { headers: { cookie, accept: "text/html" } });
    expect([page.status, page.headers.get("cache-control")]).toEqual([503, "no-store"]);
    const signing = await post("/console/sign-in", { token: adminToken, name: "Ayşe" });
    expect(signing.status).toBe(503);
  });
});
