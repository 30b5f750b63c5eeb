import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { longTest, shortDescribe, shortTest } from "../support/lengths.ts";
import { judge } from "../load/overload/judgement.ts";
import { readCommandLine } from "../load/command-line.ts";
import { riseOf } from "../load/soak/rise.ts";
import { cleanEnvironment, projectRoot } from "../support/program.ts";

const ENTRY = "test/load/run.ts";

longTest("many readers of the status page are all answered", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [ENTRY, "--short", "--only", "readers"],
    { cwd: projectRoot, env: cleanEnvironment() },
  );
  expect(stdout).toMatch(/^\| 500 +\| 500 +\| 0 .*\| pass \|$/m);
});

shortTest.each([
  ["--soak-minutes", "long"],
  ["--soak-minutes", "-1"],
])("%s takes no %s", (...args) => {
  expect(() => readCommandLine([args.join("=")])).toThrow(/--soak-minutes is .*, and takes/);
});

shortTest("the soak is an hour, none in the short form, and as long as it is asked for", () => {
  expect(readCommandLine([])).toMatchObject({ soakMinutes: 60 });
  expect(readCommandLine(["--short"])).toMatchObject({ soakMinutes: 0, isShort: true });
  expect(readCommandLine(["--soak-minutes", "15"])).toMatchObject({ soakMinutes: 15 });
});

shortTest("a line through what was measured rises as it does, whatever it begins with", () => {
  const samples = [0, 10, 20, 30].map((atSeconds) => ({ atSeconds, value: 500 + 3 * atSeconds }));
  expect(riseOf(samples)).toBeCloseTo(3);
  expect(riseOf(samples.map((one) => ({ ...one, value: 7 })))).toBe(0);
});

shortDescribe("a time to come again", () => {
  const one = { atMs: 0, times: 1 };
  const places = 8;
  const runningUntil = (untilMs: number) => ({
    admitted: [{ fromMs: -100, untilMs, ms: untilMs }],
    refused: [],
  });
  const judgementOf = (reportedSeconds: number, admittedAtMs: number, roomAtMs: number) =>
    judge({ ...one, reportedSeconds, admittedAtMs }, runningUntil(roomAtMs), places);

  shortTest("is right within a factor of two of when there was room", () => {
    expect(judgementOf(4, 4_100, 3_800)).toBe("right");
    expect(judgementOf(4, 8_100, 7_800)).toBe("right");
    expect(judgementOf(4, 12_300, 7_800)).toBe("too short");
    expect(judgementOf(10, 10_100, 3_000)).toBe("too long");
    // Whole seconds cannot say less.
    expect(judgementOf(1, 1_100, 50)).toBe("right");
  });

  shortTest(
    "is of one's turn behind those who were refused before, in which the service worked",
    () => {
      const admitted = [
        { fromMs: -100, untilMs: 500, ms: 600 },
        { fromMs: 2_000, untilMs: 3_500, ms: 1_500 },
      ];
      const last = { ...one, atMs: 10, reportedSeconds: 4, admittedAtMs: 4_100 };
      const first = { ...one, reportedSeconds: 1, admittedAtMs: 2_000 };
      expect(judge(last, { admitted, refused: [first, last] }, places)).toBe("right");
      expect(judge(last, { admitted, refused: [last] }, places)).toBe("too long");
      // Nobody's request ran from 0.5 to 2 seconds.
      const later = { ...last, reportedSeconds: 5 };
      expect(judge(later, { admitted, refused: [first, later] }, places)).toBe("too long");
    },
  );

  shortTest("is of a later second when those before fill the places of an earlier one", () => {
    const refused = Array.from({ length: 7 }, (_, atMs) => ({
      ...one,
      atMs,
      reportedSeconds: 1,
      admittedAtMs: 1_000,
    }));
    const last = { ...one, atMs: 10, reportedSeconds: 3, admittedAtMs: 3_100 };
    const admitted = Array.from({ length: 9 }, () => ({ fromMs: 0, untilMs: 50, ms: 50 }));
    expect(judge(last, { admitted, refused: [...refused, last] }, 3)).toBe("right");
    expect(judge(last, { admitted, refused: [...refused, last] }, places)).toBe("too long");
  });
});
