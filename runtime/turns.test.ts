import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { madeInTurns, QueueFull, Turns } from "./turns.ts";

test("one has its turn in each round of the event loop, and who is too many is told", async () => {
  const turns = new Turns(3);
  const begun: number[] = [];
  const all = [1, 2, 3].map((at) => turns.wait().then(() => begun.push(at)));
  await expect(turns.wait()).rejects.toThrow(QueueFull);
  expect(begun).toEqual([]);
  await nextTurn();
  await nextTurn();
  expect(begun.length).toBeLessThan(3);
  await Promise.all(all);
  expect(begun).toEqual([1, 2, 3]);
  await turns.wait();
});

test("who asks before it is begun shares what is made, and a fault is told to those alone", async () => {
  let made = 0;
  const make = madeInTurns(async () => {
    made += 1;
    if (made === 2) throw new Error("once");
    return made;
  });
  expect(await Promise.all([make(), make(), make()])).toEqual([1, 1, 1]);
  await expect(Promise.all([make(), make()])).rejects.toThrow("once");
  expect(await make()).toBe(3);
});

test("turns with a pace rest for three times as long as what they spend, where that is a quarter", async () => {
  let spentMs = 0;
  const turns = new Turns(10, { share: 0.25, spentMs: () => spentMs });
  await turns.wait();
  const beganAtMs = performance.now();
  for (let turn = 0; turn < 5; turn += 1) {
    spentMs += 2;
    await turns.wait();
  }
  // A timer may fire up to a millisecond early.
  expect(performance.now() - beganAtMs).toBeGreaterThanOrEqual(5 * (6 - 1));
});
