import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { longTest, shortTest } from "../support/lengths.ts";
import { projectRoot } from "../support/program.ts";

const execute = promisify(execFile);

longTest(
  "an embedded database that is killed in mid-write has all that was acknowledged",
  async () => {
    const command = ["launch/start.mjs", "test/chaos/run.ts", "--short", "--only", "embedded"];
    const { stdout } = await execute(process.execPath, [...command, "--seed", "18"], {
      cwd: projectRoot,
    });
    expect(stdout.match(/\| pass \|$/gm)).toHaveLength(1);
  },
);

shortTest("what the command line does not know is named", async () => {
  const command = ["launch/start.mjs", "test/chaos/run.ts", "--seed", "many"];
  await expect(execute(process.execPath, command, { cwd: projectRoot })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--seed is many") as string,
  });
});
