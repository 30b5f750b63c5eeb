import type { Pool } from "pg";
import { expect, test } from "vitest";
import { behindCircuitBreaker } from "./behind-circuit-breaker.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { NoAnswer } from "./within.ts";

/** A pool behind a breaker; a released connection is given out again unless it was closed. */
function setUp() {
  const released: string[] = [];
  const idle: object[] = [];
  let made = 0;
  let answer: Promise<unknown> = Promise.resolve({ rows: [] });
  let arrival: Promise<unknown> = Promise.resolve();
  const newClient = () => {
    made += 1;
    const name = `c${made}`;
    const client = {
      query: (text: string, values: readonly unknown[]) => answer.then(() => [name, text, values]),
      release: (destroy?: boolean) => {
        released.push(destroy ? `${name} closed` : name);
        if (!destroy) idle.push(client);
      },
    };
    return client;
  };
  const pool = {
    connect: async () => {
      await arrival;
      return idle.pop() ?? newClient();
    },
    end: async () => void released.push("end"),
    options: { max: 3 },
  };
  const breaker = new CircuitBreaker(() => Promise.resolve());
  const behind = behindCircuitBreaker(pool as unknown as Pool, breaker);
  const answerWith = (next: Promise<unknown>): void => void (answer = next);
  const arriveWith = (next: Promise<unknown>): void => void (arrival = next);
  return { breaker, behind, released, answerWith, arriveWith };
}

test("a query is answered by the connection, which is used again", async () => {
  const { breaker, behind, released } = setUp();
  const first = await behind.connect();
  expect(await first.query("select $1", [1])).toEqual(["c1", "select $1", [1]]);
  first.release();
  const second = await behind.connect();
  expect(await second.query("select 2", [])).toEqual(["c1", "select 2", []]);
  expect(released).toEqual(["c1"]);
  breaker[Symbol.dispose]();
});

test("a connection is closed when it is released without an answer, and not after a failed query", async () => {
  const { breaker, behind, released, answerWith } = setUp();
  const failed = await behind.connect();
  answerWith(Promise.reject(new Error("refused")));
  await expect(failed.query("select 1", [])).rejects.toThrow("refused");
  failed.release();
  const pending = await behind.connect();
  answerWith(new Promise(() => {}));
  const query = pending.query("select 2", []);
  breaker.open(new Error("gone"));
  await expect(query).rejects.toThrow(NoAnswer);
  pending.release();
  expect(released).toEqual(["c1", "c1 closed"]);
  breaker[Symbol.dispose]();
});

test("while the breaker is open nothing is asked, and older connections are closed after it", async () => {
  const { breaker, behind, released } = setUp();
  const [one, other] = [await behind.connect(), await behind.connect()];
  one.release();
  other.release();
  breaker.open(new Error("gone"));
  await expect(behind.connect()).rejects.toThrow(NoAnswer);
  await expect.poll(() => breaker.isOpen, { interval: 20 }).toBe(false);
  const fresh = await behind.connect();
  expect(await fresh.query("select 1", [])).toEqual(["c3", "select 1", []]);
  expect(released).toEqual(["c1", "c2", "c2 closed", "c1 closed"]);
  fresh.release();
  const again = await behind.connect();
  expect(await again.query("select 1", [])).toEqual(["c3", "select 1", []]);
  breaker[Symbol.dispose]();
});

test("a connection that comes after the breaker opened goes back to the pool", async () => {
  const { breaker, behind, released, arriveWith } = setUp();
  arriveWith(new Promise((resolve) => setTimeout(resolve, 20)));
  const connecting = behind.connect();
  breaker.open(new Error("gone"));
  await expect(connecting).rejects.toThrow(NoAnswer);
  await expect.poll(() => released, { interval: 5 }).toEqual(["c1"]);
  await behind.end();
  expect(released).toEqual(["c1", "end"]);
  expect(behind.options).toEqual({ max: 3 });
  breaker[Symbol.dispose]();
});

test.each(Array.from({ length: 12 }, (_, ticks) => ticks))(
  "a connection that comes %i microtasks before the breaker opens is given out or goes back",
  async (ticks) => {
    const { breaker, behind, released, arriveWith } = setUp();
    const arrival = Promise.withResolvers<void>();
    arriveWith(arrival.promise);
    const connecting = behind.connect().then(
      (client) => client.release(),
      () => undefined,
    );
    arrival.resolve();
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    breaker.open(new Error("gone"));
    await connecting;
    await expect.poll(() => released, { interval: 5 }).toEqual(["c1"]);
    breaker[Symbol.dispose]();
  },
);
