import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { judge } from "../load/overload/judgement.ts";
import { readCommandLine } from "../load/command-line.ts";
import { riseOf } from "../load/soak/rise.ts";
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

test.each([
  ["--soak-minutes", "long"],
  ["--soak-minutes", "-1"],
])("%s takes no %s", (...args) => {
  expect(() => readCommandLine([args.join("=")])).toThrow(/--soak-minutes is .*, and takes/);
});

test("the soak is an hour, none in the short form, and as long as it is asked for", () => {
  expect(readCommandLine([])).toMatchObject({ soakMinutes: 60 });
  expect(readCommandLine(["--short"])).toMatchObject({ soakMinutes: 0, isShort: true });
  expect(readCommandLine(["--soak-minutes", "15"])).toMatchObject({ soakMinutes: 15 });
});

test("a line through what was measured rises as it does, whatever it begins with", () => {
  const samples = [0, 10, 20, 30].map((atSeconds) => ({ atSeconds, value: 500 + 3 * atSeconds }));
  expect(riseOf(samples)).toBeCloseTo(3);
  expect(riseOf(samples.map((one) => ({ ...one, value: 7 })))).toBe(0);
});

test("a time is right within a factor of two of when there was room", () => {
  const refused = { atMs: 0, times: 1 };
  const runningUntil = (untilMs: number) => ({
    admitted: [{ fromMs: -100, untilMs, ms: untilMs }],
    refused: [],
  });
  const told = (toldSeconds: number, admittedAtMs: number, roomAtMs: number) =>
    judge({ ...refused, toldSeconds, admittedAtMs }, runningUntil(roomAtMs), 1);
  expect(told(4, 4_100, 3_800)).toBe("right");
  expect(told(4, 8_100, 7_800)).toBe("right");
  expect(told(4, 12_300, 7_800)).toBe("too short");
  expect(told(10, 10_100, 3_000)).toBe("too long");
  // Whole seconds cannot say less.
  expect(told(1, 1_100, 50)).toBe("right");
});
