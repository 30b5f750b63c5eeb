import pino from "pino";
import { expect, test } from "vitest";
import { NotReachedYet } from "#database/open-database.ts";
import { spaced, startPolling } from "./polling.ts";

const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/** Returns what rounds log and count whose work ends so, one after the other. */
async function roundsOf(...works: readonly (() => Promise<void>)[]) {
  const logged: unknown[] = [];
  const done: string[] = [];
  const doing = (name: string) => async () => void done.push(name);
  const { promise: last, resolve } = Promise.withResolvers<void>();
  const waiting = [...works];
  const polled = {
    work: async () => {
      const work = waiting.shift()!;
      if (waiting.length === 0) resolve();
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
  };
  const polling = startPolling(polled, 1);
  await last;
  await polling[Symbol.asyncDispose]();
  return { logged, done };
}

test("a round works, tells what waits and forgets what is over", async () => {
  expect(await roundsOf(() => Promise.resolve())).toEqual({
    logged: [],
    done: ["work", "backlog", "forget"],
  });
});

test("a round that fails is logged and counted", async () => {
  expect(await roundsOf(() => Promise.reject(new Error("broken")))).toEqual({
    logged: [[50, "it failed", undefined]],
    done: ["work", "error"],
  });
});

test("a round without the database is logged, and is no error", async () => {
  expect(await roundsOf(() => Promise.reject(away))).toEqual({
    logged: [[40, "it is away", "connect ECONNREFUSED"]],
    done: ["work"],
  });
});

test("a database that was never reached is logged by whoever waits for it", async () => {
  const { logged, done } = await roundsOf(() => Promise.reject(new NotReachedYet("not yet")));
  expect(logged).toEqual([]);
  expect(done).toEqual(["work"]);
});

test("a lasting fault is logged once, and again after another or after a round that went well", async () => {
  const well = () => Promise.resolve();
  const failing = () => Promise.reject(new Error("broken"));
  const without = () => Promise.reject(away);
  const rounds = [failing, failing, without, without, failing, well, failing];
  const { logged, done } = await roundsOf(...rounds);
  const levels = logged.map((line) => (line as number[])[0]);
  expect(levels).toEqual([50, 40, 50, 50]);
  expect(done.filter((one) => one === "error")).toHaveLength(4);
  // What waits is told after a round that went well.
  expect(done.filter((one) => one === "backlog")).toHaveLength(1);
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
