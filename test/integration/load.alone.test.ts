// The long tests of the other file too; see test/support/lengths.ts.
import "./load.test.ts";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { eventually } from "../support/eventually.ts";
import { cleanEnvironment, processesOfGroup, projectRoot } from "../support/program.ts";

const ENTRY = "test/load/run.ts";

test("the short form of the command says what clients saw, and that all was answered", async () => {
  const options = { cwd: projectRoot, env: cleanEnvironment() };
  const { stdout } = await promisify(execFile)(process.execPath, [ENTRY, "--short"], options);
  for (const work of ["transcriptions", "speech", "live streams"]) {
    expect(stdout).toMatch(new RegExp(`^\\| an account +\\| ${work}.*\\| pass \\|$`, "m"));
  }
  expect(stdout).toMatch(/^\| 500 +\| 500 +\| 0 .*\| pass \|$/m);
});

test("the command ends what it started when it is ended", async () => {
  const child = spawn(process.execPath, [ENTRY, "--short", "--only", "readers"], {
    cwd: projectRoot,
    env: cleanEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  await once(child.stderr, "data");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([143, null]);
  await eventually(
    "nothing is left",
    async () => (await processesOfGroup(child.pid!)).length === 0,
  );
});
