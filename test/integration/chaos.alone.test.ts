import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { hasPostgresql, installPostgresql } from "../support/databases/postgresql.ts";
import { hasRedis, installRedis } from "../support/databases/redis.ts";
import { projectRoot } from "../support/program.ts";

const execute = promisify(execFile);

/** A slow machine takes minutes to start all programs, and again to see each recover. */
const TIMEOUT_MS = 900_000;

const mayRun = (hasPostgresql() && hasRedis()) || process.env["CI"] === "true";
const hint = mayRun ? "" : ` (to run it: ${installPostgresql}; ${installRedis})`;

test.skipIf(!mayRun)(
  `programs that are killed under load are back, with all that was acknowledged${hint}`,
  async () => {
    const command = ["launch/start.mjs", "test/chaos/run.ts", "--short", "--seed", "18"];
    const { stdout } = await execute(process.execPath, command, { cwd: projectRoot });
    expect(stdout.match(/\| pass \|$/gm)).toHaveLength(4);
  },
  TIMEOUT_MS,
);

test("an embedded database that is killed in mid-write has all that was acknowledged", async () => {
  const command = ["launch/start.mjs", "test/chaos/run.ts", "--short", "--only", "embedded"];
  const { stdout } = await execute(process.execPath, [...command, "--seed", "18"], {
    cwd: projectRoot,
  });
  expect(stdout.match(/\| pass \|$/gm)).toHaveLength(1);
});

test("what the command line does not know is named", async () => {
  const command = ["launch/start.mjs", "test/chaos/run.ts", "--seed", "many"];
  await expect(execute(process.execPath, command, { cwd: projectRoot })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--seed is many") as string,
  });
});
