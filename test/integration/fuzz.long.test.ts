import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectRoot } from "../support/program.ts";
import { testFuzzedSurfaces } from "../fuzz/fuzzed-surfaces.ts";

const execute = promisify(execFile);

testFuzzedSurfaces(2000);

test("the command watches a service of its own from its start to the end", async () => {
  const command = ["test/fuzz/run.ts", "--inputs", "500", "--only", "multipart", "--seed", "17"];
  const { stdout } = await execute(process.execPath, command, { cwd: projectRoot });
  expect(stdout).toMatch(/^\| multipart forms \| 60 .*\| 0 +\|$/m);
});
