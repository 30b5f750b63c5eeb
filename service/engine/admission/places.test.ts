import { expect, test } from "vitest";
import { Places } from "./places.ts";

const never = new AbortController().signal;
const short = { urgency: "short", workSeconds: 1 } as const;
const places = () =>
  new Places("The decoder", { live: 0, files: 2, long: 1, waiting: 1, deadlineSeconds: 30 });

test("a place is waited for, and had when one is left", async () => {
  const some = places();
  const first = await some.take(short, never);
  await some.take(short, never);
  let isIn = false;
  const third = some.take(short, never).then(() => {
    isIn = true;
  });
  await Promise.resolve();
  expect({ isIn, ...some.queue }).toEqual({ isIn: false, running: 2, waiting: 1 });
  first[Symbol.dispose]();
  await third;
  expect(some.queue).toEqual({ running: 2, waiting: 0 });
});

test("what finds no room is told whose places are taken", async () => {
  const some = places();
  await some.take(short, never);
  await some.take(short, never);
  const leaving = new AbortController();
  const waiting = some.take(short, leaving.signal);
  await expect(some.take(short, never)).rejects.toMatchObject({
    code: "server_busy",
    message: "The decoder has no place left.",
  });
  expect(() => some.check({ urgency: "short" })).toThrow("The decoder has no place left.");
  leaving.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  some.check({ urgency: "short" });
  expect(some.queue).toEqual({ running: 2, waiting: 0 });
});
