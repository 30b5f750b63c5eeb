import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";

import { initialiseEmbedded } from "../../support/databases/embedded-database.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { type RunningProgram, startProgram } from "../../support/probes/prober-program.ts";
import { startTcpServer, type TcpServer } from "../../support/servers/tcp-server.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";
import { longTest, shortTest } from "../../support/lengths.ts";

const TIMEOUT_MS = 120_000;
/** An embedded database that is made anew takes seconds of a processor. */
const STARTING_TIMEOUT_MS = 200_000;

let home: TemporaryDirectory;
let target: TcpServer;
let prober: RunningProgram;
let file: string;
let metricsUrl: string;

beforeAll(async () => {
  home = await temporaryDirectory("reload");
  await initialiseEmbedded(join(home.path, "data"), "status");
  target = await startTcpServer(() => {});
  file = join(home.path, "monitor.yaml");
  const metricsPort = String(await freePort());
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  await writeFile(file, monitorFile("web"));
  prober = startProgram("probes/main.ts", {
    DATA_DIR: join(home.path, "data"),
    MONITOR_CONFIG: file,
    PROBE_API_KEY: "sk_none",
    PROBE_METRICS_PORT: metricsPort,
  });
  await untilProbed("web", STARTING_TIMEOUT_MS);
});
afterAll(async () => {
  await prober[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

describe("a prober whose monitor file changes", () => {
  shortTest("takes what was written over it, in place and in pieces", async () => {
    const text = monitorFile("web", "docs");
    await writeFile(file, text.slice(0, text.indexOf("components")));
    await writeFile(file, text);
    await untilProbed("docs");
    expect(await metric("monitor_config_last_reload_successful")).toBe(1);
  });

  longTest(
    "keeps the last good one when it is broken, says where, and takes the next",
    async () => {
      const takenAt = await metric("monitor_config_last_reload_success_timestamp_seconds");
      const line = await loggedAfter("the last good configuration stays", () =>
        writeFile(file, monitorFile("web").replace("kind: tcp", "kind: tpc")),
      );
      expect(JSON.parse(line)).toMatchObject({
        level: 50,
        msg: expect.stringMatching(
          /^\/.*\/monitor\.yaml:7: components\[0\]\.checks\[0\]\.kind: got "tpc"; allowed: http, tcp, .*; the last good configuration stays$/,
        ),
      });
      expect(await metric("monitor_config_last_reload_successful")).toBe(0);
      expect(await metric("monitor_config_last_reload_success_timestamp_seconds")).toBe(takenAt);
      expect(await metrics()).toMatch(/probe_success\{component="web"/);

      await writeFile(file, monitorFile("web", "stt"));
      await untilProbed("stt");
      expect(await metric("monitor_config_last_reload_successful")).toBe(1);
      expect(await metric("monitor_config_last_reload_success_timestamp_seconds")).not.toBe(
        takenAt,
      );
    },
  );

  shortTest("reads it at SIGHUP, changed or not", async () => {
    const line = await loggedAfter("has been read anew", () => prober.process.kill("SIGHUP"));
    expect(JSON.parse(line)).toMatchObject({ level: 30, checks: 2 });
  });

  longTest("takes what was renamed into its place, time and again", async () => {
    // Not stt, whose slot was run: it would wait for the next, as it should.
    for (const name of ["news", "demo", "tts"]) {
      await writeFile(`${file}.new`, monitorFile("web", name));
      await rename(`${file}.new`, file);
      await untilProbed(name);
    }
    // What is no more is shown no more, and keeps its history.
    expect(await metrics()).not.toMatch(/news|demo|stt/);
    prober.process.kill("SIGTERM");
    expect(await prober.ended).toMatchObject({ code: 0, stderr: "" });
    await using database = await openStatusDatabase({ dataDirectory: join(home.path, "data") });
    const components = await database.db
      .selectFrom("components")
      .select(["id", "removed_at"])
      .orderBy("id")
      .execute();
    const idsOf = (areRemoved: boolean) =>
      components.filter((one) => (one.removed_at !== null) === areRemoved).map(({ id }) => id);
    expect(idsOf(false)).toEqual(["tts", "web"]);
    expect(idsOf(true)).toEqual(["demo", "news", "stt"]);
  });
});

/** A file with one check of the target for each name; the check's kind is on line 7. */
function monitorFile(...names: readonly string[]): string {
  const components = names.flatMap((name) => [
    `  - id: ${name}`,
    `    name: ${name}`,
    `    checks: [`,
    `      { kind: tcp, id: ${name}-port, host: 127.0.0.1, port: ${target.port} } ]`,
  ]);
  const head = [
    "page: { id: page, name: Page, url: http://127.0.0.1 }",
    "groups: []",
    "components:",
  ];
  return `${[...head, ...components].join("\n")}\n`;
}

async function metrics(): Promise<string> {
  const response = await fetch(metricsUrl).catch(() => undefined);
  return (await response?.text()) ?? "";
}

async function metric(name: string): Promise<number> {
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(await metrics())?.[1]);
}

/** Waits until the check of a component has passed. */
async function untilProbed(name: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  const series = new RegExp(
    `^probe_success\\{component="${name}",check="${name}-port",.*\\} 1$`,
    "m",
  );
  await eventually(`${name} is probed`, async () => series.test(await metrics()), timeoutMs);
}

/** Waits for a line that the prober logs after `act`. */
async function loggedAfter(text: string, act: () => unknown): Promise<string> {
  const before = prober.output().split("\n").length - 1;
  await act();
  const find = (): string | undefined =>
    prober
      .output()
      .split("\n")
      .slice(before)
      .find((line) => line.includes(text) && line.endsWith("}"));
  return eventually(`the prober logs "${text}"`, find, TIMEOUT_MS);
}
