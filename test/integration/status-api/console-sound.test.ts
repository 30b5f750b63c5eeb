import { readFile } from "node:fs/promises";
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
import { writeKeptRun } from "../../support/status-api/kept-run.ts";

const minuteMs = 60_000;

describeWithOneDatabase("sound, dependencies and reports at the console", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  let probing: ScriptedProbing;
  let cookie: string;
  let wav: Buffer;
  beforeAll(async () => {
    wav = await readFile("fixtures/audio/weather.wav");
    database = await openStatusDatabase(await empty());
    const { db } = database;
    await emptyStatusTables(db);
    probing = new ScriptedProbing(db, [
      { id: "web" },
      { id: "tts", dependsOn: ["web"] },
      { id: "mail" },
    ]);
    await probing.start();
    await probing.play({ web: "ooofff", tts: "ooofff", mail: "oooooo" });
    const before = (minutes: number) => probing.nowMs - minutes * minuteMs;
    const broken = Buffer.from('{"error":"no audio"}');
    await writeKeptRun(db, {
      id: "good",
      checkId: "tts",
      slotMs: before(9),
      passed: true,
      facts: { texts: { heard: "what was heard before" } },
      audio: { received: wav },
    });
    await writeKeptRun(db, {
      id: "bad",
      checkId: "tts",
      slotMs: before(3),
      passed: false,
      audio: { sent: wav.subarray(0, 44 + 32_000), received: broken },
    });
    api = await startStatusApi({
      db,
      host: "127.0.0.1",
      port: 0,
      adminToken: "admin-token-of-people-on-call",
      logger: pino({ level: "silent" }),
      nowMs: () => probing.nowMs,
    });
    const session = { person: "Ayşe", adminToken: "admin-token-of-people-on-call" };
    cookie = `console=${await beginSession(db, session, probing.nowMs)}`;
  });
  afterAll(async () => {
    await api.stop();
    await database.close();
  });

  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${api.url}/console/${path}`, { redirect: "manual", headers: { cookie, ...headers } });
  const text = async (path: string) => (await ask(path)).text();

  test("a failed run stands beside the last good one, at the same time scale", async () => {
    const page = await text("runs/bad");
    expect(page).toContain("what was heard before");
    expect(page).toContain('href="/console/runs/good"');
    const scales = [...page.matchAll(/\?seconds=([\d.]+)/g)].map(([, seconds]) => Number(seconds));
    expect(scales).toHaveLength(4);
    expect(new Set(scales)).toEqual(new Set([(wav.length - 44) / 32_000]));
    expect(page).toContain("not a 16-bit WAV file");
    expect(await text("runs/good")).not.toContain("The last good run");
  });

  test("a recording is drawn, over its own length or the one that is asked for", async () => {
    const waveform = await ask("runs/good/audio/received/waveform.svg");
    expect(waveform.headers.get("content-type")).toBe("image/svg+xml");
    expect(waveform.headers.get("content-security-policy")).toContain("sandbox");
    const columns = async (answer: Response | Promise<Response>) =>
      ((await (await answer).text()).match(/M/g) ?? []).length;
    expect(await columns(waveform)).toBe(640);
    expect(await columns(ask("runs/bad/audio/sent/waveform.svg?seconds=4"))).toBe(160);
    for (const seconds of ["0", "-1", "1e9", "x"]) {
      const path = `runs/good/audio/received/waveform.svg?seconds=${seconds}`;
      expect(await columns(ask(path))).toBe(640);
    }
    const spectrogram = await ask("runs/good/audio/received/spectrogram.png");
    expect(spectrogram.headers.get("content-type")).toBe("image/png");
    const bytes = Buffer.from(await spectrogram.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([640, 128]);
  });

  test("what is not there, or is no recording, has no picture, and many are drawn at once", async () => {
    for (const run of [
      "none/audio/sent",
      "good/audio/sent",
      "good/audio/x",
      "bad/audio/received",
    ]) {
      for (const picture of ["waveform.svg", "spectrogram.png"]) {
        expect((await ask(`runs/${run}/${picture}`)).status).toBe(404);
      }
    }
    const many = Array.from({ length: 8 }, (_, at) =>
      ask(`runs/good/audio/received/spectrogram.png?seconds=${at + 4}`),
    );
    for (const answer of await Promise.all(many)) expect(answer.status).toBe(200);
  });

  test("a player gets the pieces of a recording that it asks for", async () => {
    const path = "runs/good/audio/received";
    const first = await ask(path, { range: "bytes=0-3" });
    expect([first.status, await first.text()]).toEqual([206, "RIFF"]);
    expect(first.headers.get("content-range")).toBe(`bytes 0-3/${wav.length}`);
    const rest = await ask(path, { range: `bytes=${wav.length - 5}-` });
    expect(Buffer.from(await rest.arrayBuffer()).equals(wav.subarray(-5))).toBe(true);
    const beyond = await ask(path, { range: `bytes=${wav.length}-` });
    expect([beyond.status, await beyond.text()]).toEqual([416, ""]);
    const whole = await ask(path);
    expect([whole.status, whole.headers.get("accept-ranges")]).toEqual([200, "bytes"]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(wav)).toBe(true);
  });

  test("dependencies are drawn, with what is a consequence", async () => {
    const page = await text("graph");
    expect(page).toMatch(/class="box major_outage explained"/);
    expect(page.match(/Told as a consequence/g)).toHaveLength(1);
    expect(page).toMatch(/class="line down"/);
    expect(page).toContain("Depends on: web");
    expect(page).toContain("These depend on it: tts");
    expect(await (await fetch(`${api.url}/console`, { headers: { cookie } })).text()).toContain(
      'href="/console/graph"',
    );
  });

  test("the report has what everybody's has not, and so have its files", async () => {
    const [, month] = /Report for (\w+ \d+)/.exec(await text("reports")) ?? [];
    expect(month).toBe("November 2026");
    const page = await text("reports/2026-11");
    for (const id of ["web", "tts", "mail"]) expect(page).toContain(`/components/${id}`);
    expect((await fetch(`${api.url}/reports/2026-11`)).status).toBe(404);
    const files = ["2026-11.csv", "2026-11/incidents.csv", "2026-11.json"];
    for (const file of files) {
      expect(page).toContain(`href="/console/reports/${file}"`);
      const answer = await ask(`reports/${file}`);
      const isJson = file.endsWith("json");
      expect(answer.headers.get("content-type")).toContain(isJson ? "json" : "csv");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("web")]);
    }
    expect((await ask("reports/2026-10")).status).toBe(404);
    expect((await ask("reports/2026-13.csv")).status).toBe(400);
  });
});
