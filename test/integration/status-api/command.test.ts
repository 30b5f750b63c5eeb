import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { IncidentAnswer, ListAnswer, MaintenanceAnswer } from "#status-api/admin/answers.ts";

import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import {
  cleanEnvironment,
  projectRoot,
  QUICK_TO_START,
  startProgram,
  type Program,
} from "../../support/program.ts";
import { setUpPage } from "../../support/status-api/status-history.ts";
import type { TemporaryDirectory } from "../../support/temporary-directory.ts";

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe("npm run status", () => {
  let home: TemporaryDirectory;
  let statusApi: Program;
  let url = "";

  beforeAll(async () => {
    home = await temporaryDataDirectory("status");
    const database = await openStatusDatabase({ dataDirectory: home.path });
    await setUpPage(database.db, Date.now());
    const slot = new Date("2026-11-21T12:05:00Z");
    await database.db
      .insertInto("evidence")
      .values({
        id: "evidence-1",
        check_id: "tts-round-trip",
        component_id: "tts",
        location: "here",
        slot,
        attempt: 1,
        kept_at: slot,
        passed: false,
        result: "failed",
        reason: "wrong_text",
        facts: JSON.stringify({ expected: "merhaba", heard: "merhale" }),
        bytes: 4,
      })
      .execute();
    await database.db
      .insertInto("evidence_audio")
      .values({
        evidence_id: "evidence-1",
        name: "received",
        content_type: "audio/wav",
        content: Buffer.from("RIFF"),
      })
      .execute();
    await database.close();
    statusApi = startProgram("status-api/main.ts", { DATA_DIR: home.path, STATUS_PORT: "0" });
    url = (await statusApi.printed(/"listening":"([^"]+)"/))[1] ?? "";
  });
  afterAll(async () => {
    await statusApi[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  /** Runs a command as its script does, as whoever may read the data directory. */
  async function run(
    parameters: readonly string[],
    { settings = {}, input = "" }: { settings?: Record<string, string>; input?: string } = {},
  ): Promise<Run> {
    const entry = [...QUICK_TO_START, "launch/start.mjs", "status-api/command/main.ts"];
    const child = spawn(process.execPath, [...entry, ...parameters], {
      cwd: projectRoot,
      env: {
        ...cleanEnvironment(),
        TZ: "Europe/Istanbul",
        DATA_DIR: home.path,
        STATUS_URL: url,
        ...settings,
      },
    });
    const exit = once(child, "exit");
    child.stdin.end(input);
    const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
    await exit;
    return { code: child.exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
  }

  async function ask<Value>(...parameters: readonly string[]): Promise<Value> {
    const { code, stdout, stderr } = await run([...parameters, "--json"]);
    if (code !== 0) throw new Error(`ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as Value;
  }

  shortTest("works with the token that the status API made, for its owner alone", async () => {
    const file = join(home.path, "status-admin-token");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await ask<ListAnswer<IncidentAnswer>>("incident", "list")).toEqual({
      data: [],
      has_more: false,
    });
    const settings = {
      STATUS_ADMIN_TOKEN: (await readFile(file, "utf8")).trim(),
      DATA_DIR: "/nowhere",
    };
    expect(await run(["maintenance", "list"], { settings })).toEqual({
      code: 0,
      stdout: "(none)\n",
      stderr: "",
    });
  });

  longTest("leads an incident from opening to postmortem", async () => {
    const open = ["incident", "open", "Search is slow", "--impact", "major", "--actor", "ada"];
    const texts = ["--body", "Looking.", "--body-tr", "Bakıyoruz.", "--name-tr", "Arama yavaş"];
    const { id } = await ask<IncidentAnswer>(...open, ...texts, "--component", "web");
    const shown = await run(["incident", "show", id]);
    expect(shown.stdout).toMatch(
      new RegExp(
        `^incident    Search is slow \\(${id}\\)\nstatus      investigating, major\ncomponents  web\n` +
          String.raw`started     \d{4}-\d\d-\d\d \d\d:\d\d \+03:00 \((\d{4}-\d\d-\d\d )?\d\d:\d\d UTC\)`,
      ),
    );
    expect(shown.stdout).toContain("investigating\n  Looking.\n  Bakıyoruz.\n");
    const back = await run(["incident", "give-back", id]);
    expect([back.code, back.stderr]).toEqual([1, expect.stringContaining("no check of its")]);

    const update = ["incident", "update", id, "--status", "monitoring", "--body", "Fixed?"];
    await ask(...update, "--component", "docs");
    const resolved = await ask<IncidentAnswer>("incident", "resolve", id);
    expect(resolved).toMatchObject({
      status: "resolved",
      components: [{ id: "web" }, { id: "docs" }],
    });
    const postmortem = await run(["incident", "postmortem", id, "--body", "-"], {
      input: "A disk was full.\n\nIt is watched now.\n",
    });
    expect(postmortem.stdout).toContain("postmortem\n  A disk was full.\n\n  It is watched now.\n");

    const audit = await run(["audit", "--of", id]);
    expect(audit.stdout.split("\n").filter((line) => line.includes("incident."))).toHaveLength(4);
    expect(audit.stdout).toMatch(/ada +STATUS_ADMIN_TOKEN +incident\.open/);
    expect((await run(["incident", "list", "--open"])).stdout).toBe("(none)\n");
  });

  longTest("leads a maintenance from planning to its end", async () => {
    const schedule = [
      "maintenance",
      "schedule",
      "New disks",
      "--body",
      "Disks.",
      "--component",
      "web",
    ];
    const planned = await ask<MaintenanceAnswer>(...schedule, "--from", "in 2h", "--for", "30m");
    const { id } = planned;
    const lengthOf = ({ scheduled_for, scheduled_until }: MaintenanceAnswer) =>
      Date.parse(scheduled_until) - Date.parse(scheduled_for);
    expect(planned.status).toBe("scheduled");
    expect(lengthOf(planned)).toBe(30 * 60_000);
    const extended = await ask<MaintenanceAnswer>("maintenance", "extend", id, "+15m");
    expect(lengthOf(extended)).toBe(45 * 60_000);

    const early = await run(["maintenance", "complete", id]);
    expect(early).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "status: the maintenance is scheduled: it has not begun; cancel it; complete takes one that is in_progress or verifying\n",
    });
    expect(await ask("maintenance", "start", id)).toMatchObject({ status: "in_progress" });
    expect(await ask("maintenance", "verify", id)).toMatchObject({ status: "verifying" });
    expect((await run(["maintenance", "list", "--open"])).stdout).toContain("verifying");
    const completed = await run(["maintenance", "complete", id, "--body", "Done."]);
    expect(completed.stdout).toContain("completed\n  Done.\n");
  });

  longTest("lists evidence and saves it with its audio", async () => {
    const listed = await run(["evidence", "list", "--component", "tts"]);
    expect(listed.stdout).toMatch(
      /^evidence-1 +tts-round-trip +here +2026-11-21 15:05 \+03:00 \(12:05 UTC\) +failed +wrong_text +received 1 KiB$/m,
    );
    const directory = join(home.path, "saved");
    const saved = await run(["evidence", "get", "evidence-1", "--save", directory]);
    expect(saved.code).toBe(0);
    const audio = "tts-round-trip-20261121T1205-received.wav";
    expect((await readdir(directory)).toSorted()).toEqual([
      audio,
      "tts-round-trip-evidence-1.json",
    ]);
    expect(await readFile(join(directory, audio), "utf8")).toBe("RIFF");
    const unwritable = await run(["evidence", "get", "evidence-1", "--save", "/dev/null/x"]);
    expect(unwritable).toMatchObject({ code: 1, stderr: expect.stringContaining("(ENOTDIR)") });
  });

  longTest("says in one line what is wrong, and by its code whose fault it is", async () => {
    const help = await run(["--help"]);
    expect(help).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("incident open <name>"),
    });
    expect(await run(["incident", "open", "X"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "status: required option '--body <text>' not specified\n",
    });
    const unknown = ["incident", "open", "X", "--body", "Y", "--component", "wep"];
    expect((await run(unknown)).stderr).toMatch(
      /^status: components names "wep", which is not monitored; there are [^\n]*web[^\n]*\n$/,
    );
    const stranger = { STATUS_ADMIN_TOKEN: "a-token-of-another-one" };
    expect(await run(["audit"], { settings: stranger })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^status: the status API at [^\n]+ does not know this token[^\n]+\n$/,
      ),
    });
    expect(await run(["audit"], { settings: { DATA_DIR: "/nowhere" } })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^status: STATUS_ADMIN_TOKEN is not set and [^\n]+\(ENOENT\)[^\n]+\n$/,
      ),
    });
    const away = { STATUS_URL: "http://127.0.0.1:9" };
    expect(await run(["audit"], { settings: away })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^status: the status API at http:\/\/127\.0\.0\.1:9 cannot be reached [^\n]+\n$/,
      ),
    });
  });
});
