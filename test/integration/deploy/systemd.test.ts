import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../support/program.ts";
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
    },
  );
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
