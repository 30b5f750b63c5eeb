import pino from "pino";
import { expect, test } from "vitest";
import { NotReachedYet } from "#database/open-database.ts";
import { endAttempts, spaced, startPolling } from "./polling.ts";

const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/** Returns what a first round logs and counts whose work ends so. */
async function roundOf(work: () => Promise<void>) {
  const logged: unknown[] = [];
  const done: string[] = [];
  const doing = (name: string) => async () => void done.push(name);
  const polling = startPolling({
    work: async () => {
      done.push("work");
      await work();
    },
    tellBacklog: doing("backlog"),
    forget: doing("forget"),
    countError: () => done.push("error"),
    logger: pino(
      { base: null, timestamp: false },
      {
        write: (line: string) => {
          const { level, msg, reason } = JSON.parse(line) as Record<string, unknown>;
          logged.push([level, msg, reason]);
        },
      },
    ),
    failed: "it failed",
    away: "it is away",
  });
  await polling[Symbol.asyncDispose]();
  return { logged, done };
}

test("a round works, tells what waits and forgets what is over", async () => {
  expect(await roundOf(() => Promise.resolve())).toEqual({
    logged: [],
    done: ["work", "backlog", "forget"],
  });
});

test("a round that fails is logged and counted", async () => {
  expect(await roundOf(() => Promise.reject(new Error("broken")))).toEqual({
    logged: [[50, "it failed", undefined]],
    done: ["work", "error"],
  });
});

test("a round without the database is logged, and is no error", async () => {
  expect(await roundOf(() => Promise.reject(away))).toEqual({
    logged: [[40, "it is away", "connect ECONNREFUSED"]],
    done: ["work"],
  });
});

test("a database that was never reached is logged by whoever waits for it", async () => {
  const { logged, done } = await roundOf(() => Promise.reject(new NotReachedYet("not yet")));
  expect(logged).toEqual([]);
  expect(done).toEqual(["work"]);
});

test("spaced work is done once in its time, and again when it failed", async () => {
  let times = 0;
  const rare = spaced(60_000, async () => {
    times += 1;
    if (times === 1) throw new Error("broken");
  });
  await expect(rare()).rejects.toThrow("broken");
  for (let round = 0; round < 3; round += 1) await rare();
  expect(times).toBe(2);
  const always = spaced(0, async () => void (times += 1));
  await always();
  await always();
  expect(times).toBe(4);
});

test("attempts that end by themselves are not cut off", async () => {
  const stopping = new AbortController();
  await endAttempts(stopping, () => Promise.resolve());
  const failed = endAttempts(stopping, () => Promise.reject(new Error("broken")));
  await expect(failed).rejects.toThrow("broken");
  expect(stopping.signal.aborted).toBe(false);
});
