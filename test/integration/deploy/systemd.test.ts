import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { readAccount, readApiKey, readConfig } from "../../../probes/prober-config.ts";
import { openMonitorFile } from "../../../probes/monitor-file/monitor-file.ts";
import { eventually } from "../../support/eventually.ts";
import { cleanEnvironment, projectRoot } from "../../support/program.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const folder = path.join(projectRoot, "deploy/systemd");
const units = (await readdir(folder)).filter((name) => name.endsWith(".service"));
const installedIn = "/opt/speech";
/** Of 10; 2 and less is what systemd calls OK with a smile. */
const highestExposure = 2;
const run = promisify(execFile);

async function settingsOf(unit: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path.join(folder, unit), "utf8");
  return new Map(
    [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = "", value = ""]) => [key, value]),
  );
}

describe("systemd units", () => {
  test("are there for each program that runs alone", () => {
    expect(units.sort()).toEqual([
      "prober.service",
      "speech-service.service",
      "status-api.service",
    ]);
  });

  test.each(units)(
    "%s starts a program of the project, with its state in a directory of its own",
    async (unit) => {
      const settings = await settingsOf(unit);
      const [node = "", launcher = "", entry = ""] = settings.get("ExecStart")?.split(" ") ?? [];
      for (const file of [path.relative(installedIn, node), launcher, entry]) {
        expect(file).toSatisfy((name: string) => existsSync(path.join(projectRoot, name)));
      }
      expect(settings.get("Environment")).toContain(
        `DATA_DIR=/var/lib/${settings.get("StateDirectory")}`,
      );
      expect(settings.get("DynamicUser")).toBe("yes");
      expect(settings.get("Restart")).toBe("always");
      expect(Number(settings.get("WatchdogSec"))).toBeGreaterThan(0);
      // systemd-notify is a child of the program.
      expect(settings.get("NotifyAccess")).toBe("all");
    },
  );
});

/** Receives what systemd would: Node has no sockets for datagrams that lie in the file system. */
const receiver = `
import socket, sys
notified = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notified.bind(sys.argv[1])
print("bound", flush=True)
while True:
    print(notified.recv(4096).decode(), flush=True)
`;

const watchdogMs = 300;
const hasNotify = ["systemd-notify", "python3"].every(
  (program) => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0,
);
const toNotify = hasNotify ? "" : " (to run it: apt-get install systemd python3)";
describe.skipIf(!hasNotify && process.env["CI"] !== "true")(`the watchdog${toNotify}`, () => {
  test("is told that a program's event loop turns, until it does not", async () => {
    await using home = await temporaryDirectory("watchdog");
    const socket = path.join(home.path, "notify");
    const systemd = spawn("python3", ["-c", receiver, socket], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines: string[] = [];
    createInterface(systemd.stdout).on("line", (line) => lines.push(line));
    await eventually("systemd listens", () => lines.includes("bound"));
    const program = spawn(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `import { answerWatchdog } from "${projectRoot}/runtime/watchdog.ts";
        answerWatchdog(console);
        process.stdin.once("data", () => { for (;;); });`,
      ],
      {
        env: {
          ...cleanEnvironment(),
          NOTIFY_SOCKET: socket,
          WATCHDOG_USEC: String(watchdogMs * 1000),
        },
        stdio: ["pipe", "inherit", "inherit"],
      },
    );
    try {
      const times = () => lines.filter((line) => line === "WATCHDOG=1").length;
      await eventually("systemd is told again and again", () => times() >= 3);
      program.stdin.write("hang");
      // What is on its way still comes.
      await sleep(watchdogMs);
      const before = times();
      await sleep(2 * watchdogMs);
      expect(times()).toBe(before);
    } finally {
      program.kill("SIGKILL");
      systemd.kill("SIGKILL");
    }
  });
});

/** The settings that a unit's comment names, each with a value that it takes. */
async function namedSettings(unit: string): Promise<Record<string, string>> {
  const text = await readFile(path.join(folder, unit), "utf8");
  const [comment = ""] = text.split("[Unit]");
  const names = comment.match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? [];
  const valueOf = (name: string): string => {
    if (name.endsWith("DATABASE_URL")) return "postgres://user:password@database.example/status";
    if (name.endsWith("_URL")) return `https://${name.toLowerCase().replace("_url", "")}.example`;
    return name.endsWith("_EMAIL") ? "probe@example.com" : "sk_0123456789abcdefghij";
  };
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

describe("a prober with the settings that its unit's comment names", () => {
  test("leads to no address of its own machine, and has somebody to sign in as", async () => {
    await using home = await temporaryDirectory("systemd");
    const named = await namedSettings("prober.service");
    const config = readConfig({ ...named, DATA_DIR: home.path });
    const file = await openMonitorFile(path.join(projectRoot, "monitor.yaml"), config.variables);
    expect(file.configuration.page.url).toBe("https://status.example");
    expect(JSON.stringify(file.configuration)).not.toMatch(/127\.0\.0\.1|localhost/);
    expect(config.databaseUrl).toBeDefined();
    expect(await readApiKey(config, 0)).toBe(named["PROBE_API_KEY"]);
    expect(await readAccount(config)).toEqual({
      email: named["BOOTSTRAP_EMAIL"],
      password: named["BOOTSTRAP_PASSWORD"],
    });
  });

  test("is told of the same page, account and key as the programs beside it", async () => {
    const [prober, service, page] = await Promise.all(
      ["prober", "speech-service", "status-api"].map((name) => namedSettings(`${name}.service`)),
    );
    for (const name of ["PUBLIC_URL", "STATUS_URL", "BOOTSTRAP_API_KEY", "BOOTSTRAP_PASSWORD"]) {
      expect([prober, service]).toEqual([
        expect.objectContaining({ [name]: expect.anything() }),
        expect.objectContaining({ [name]: expect.anything() }),
      ]);
    }
    expect(Object.keys(page ?? {})).toEqual(["STATUS_DATABASE_URL", "STATUS_URL"]);
  });
});

const mayRun = spawnSync("systemd-analyze", ["--version"], { stdio: "ignore" }).status === 0;
const hint = mayRun ? "" : " (to run it: apt-get install systemd)";
describe.skipIf(!mayRun && process.env["CI"] !== "true")(`systemd-analyze${hint}`, () => {
  test.each(units)("takes %s, and finds it closed", async (unit) => {
    await using home = await temporaryDirectory("systemd");
    const file = path.join(home.path, unit);
    const text = await readFile(path.join(folder, unit), "utf8");
    await writeFile(file, text.replaceAll(installedIn, projectRoot));
    const verified = await run("systemd-analyze", ["verify", "--man=no", file]);
    expect(verified).toEqual({ stdout: "", stderr: "" });
    const { stdout } = await run("systemd-analyze", ["security", "--offline=true", file]);
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(highestExposure);
  });
});
