import { createServer } from "node:net";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { casesOf, longTest, shortTest } from "../../support/lengths.ts";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";

import { initialiseEmbedded } from "../../support/databases/embedded-database.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { runProgram, startProgram } from "../../support/probes/prober-program.ts";
import { statusesNow } from "../../support/probes/scripted-probing.ts";
import { monitorFileForStub } from "../../support/probes/stub-monitor-file.ts";
import {
  type StubSpeechService,
  startStubSpeechService,
} from "../../support/probes/stub-speech-service.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

let home: TemporaryDirectory;
let stub: StubSpeechService;
let checkCount: number;
let settings: Record<string, string>;

beforeAll(async () => {
  home = await temporaryDirectory("prober");
  await initialiseEmbedded(join(home.path, "data"), "status");
  stub = await startStubSpeechService();
  checkCount = (await monitorFileForStub(home.path, stub.url)).checks.length;
});
afterAll(async () => {
  await stub[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});
beforeEach(async () => {
  stub.fault = undefined;
  settings = {
    DATA_DIR: join(home.path, "data"),
    MONITOR_CONFIG: join(home.path, "monitor.yaml"),
    PUBLIC_URL: stub.url,
    PROBE_API_KEY: "sk_stub",
    BOOTSTRAP_PASSWORD: "stub password",
    PROBE_METRICS_PORT: String(await freePort()),
  };
});

describe("a prober alone", () => {
  longTest(
    "probes, shows metrics to whoever has the token, stops at SIGTERM and keeps its data",
    async () => {
      const url = `http://127.0.0.1:${settings["PROBE_METRICS_PORT"]}/metrics`;
      const authorization = "Bearer sesame";
      {
        await using prober = startProgram("probes/main.ts", {
          ...settings,
          METRICS_TOKEN: "sesame",
        });
        await eventually(
          "every check has run",
          async () => {
            const response = await fetch(url, { headers: { authorization } }).catch(
              () => undefined,
            );
            const text = (await response?.text()) ?? "";
            return text.match(/^probe_success\{.*\} 1$/gm)?.length === checkCount;
          },
          120_000,
        );
        expect((await fetch(url)).status).toBe(401);
        expect(prober.output()).toContain("no control outside is named");
        const startedMs = performance.now();
        prober.process.kill("SIGTERM");
        expect(await prober.ended).toMatchObject({ code: 0, stderr: "" });
        expect(performance.now() - startedMs).toBeLessThan(10_000);
      }
      await using database = await openStatusDatabase({
        dataDirectory: settings["DATA_DIR"] ?? "",
      });
      const statuses = await statusesNow(database.db);
      expect(Object.values(statuses)).toEqual(Array(7).fill("operational"));
    },
  );

  const badSettings = [
    ["PROBE_METRICS_PORT", "ninety", /^PROBE_METRICS_PORT is "ninety"; it takes a port .*\n$/],
    ["PUBLIC_URL", "localhost:8080", /^PUBLIC_URL is "localhost:8080"; it takes an http.*\n$/],
    [
      "STATUS_DATABASE_URL",
      "mysql://x",
      /^STATUS_DATABASE_URL is no such address; it takes postgresql:.*\n$/,
    ],
    ["PROBE_LOCATION", "Über all", /^PROBE_LOCATION is "Über all"; it takes .*\n$/],
    [
      "MONITOR_CONFIG",
      "no-such.yaml",
      /^no-such\.yaml: cannot be read \(ENOENT\); MONITOR_CONFIG names it\n$/,
    ],
    [
      "DATA_DIR",
      "/dev/null/data",
      /^DATA_DIR: \/dev\/null\/data cannot be written \(ENOTDIR\); it takes .*\n$/,
    ],
  ] as const;
  test.each(casesOf(badSettings.slice(0, 1), badSettings.slice(1)))(
    "says in one line that %s cannot be %s",
    async (name, value, message) => {
      const { code, stderr } = await runProgram("probes/main.ts", { ...settings, [name]: value });
      expect(stderr).toMatch(message);
      expect(code).toBe(1);
    },
  );

  longTest("says in one line which line of monitor.yaml is broken", async () => {
    const file = join(home.path, "broken.yaml");
    await writeFile(file, "page: { id: speech }\n");
    const found = await runProgram("probes/main.ts", { ...settings, MONITOR_CONFIG: file });
    expect(found).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^.*broken\.yaml:1: .*\n$/),
    });
  });

  longTest("says in one line that its metrics port is in use", async () => {
    const server = createServer().listen(Number(settings["PROBE_METRICS_PORT"]));
    await once(server, "listening");
    const { code, stderr } = await runProgram("probes/main.ts", settings);
    server.close();
    expect(stderr).toMatch(
      /^PROBE_METRICS_PORT is \d+, which another program uses; it takes a free port\n$/,
    );
    expect(code).toBe(1);
  });
});

describe("one check on demand", () => {
  longTest("prints phases, verdict and texts", async () => {
    const { code, stdout } = await runProgram("probes/command/main.ts", settings, ["stt-file"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^stt-file-refusal \(http\), attempt 1: ok$/m);
    expect(stdout).toMatch(
      /took +\d+ ms \(ms: connect [\d.]+, first_byte [\d.]+, transfer [\d.]+\)/,
    );
    expect(stdout).toMatch(/^ {2}expected +Merhaba, bu bir deneme kaydıdır\.$/m);
    expect(stdout).toMatch(/^ {2}heard +Merhaba, bu bir deneme kaydıdır\.$/m);
  });

  longTest("ends with code 1 and says why when the check does not pass", async () => {
    stub.fault = "hears_wrong";
    const { code, stdout } = await runProgram("probes/command/main.ts", settings, [
      "stt-file-round-trip",
    ]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/attempt 2: failed, transcript_mismatch$/m);
    expect(stdout).toMatch(/WER \d+\.\d %, CER \d+\.\d %/);
    expect(stdout).toMatch(/^ {2}differing \[-merhaba bu-\] \{\+bambaşka\+\} bir /m);
  });

  shortTest("says which checks there are when it is given none of them", async () => {
    const { code, stderr } = await runProgram("probes/command/main.ts", settings, ["stt-flie"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^no check "stt-flie"; there are: stt-file, stt-stream, .*\n$/);
  });
});
