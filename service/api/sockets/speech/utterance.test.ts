import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Utterance } from "./utterance.ts";

const text = (of: string) => ({ text: of, characters: of.length });

/** Reads the texts of an utterance as they arrive. */
function reading(utterance: Utterance) {
  const read: string[] = [];
  const done = (async () => {
    for await (const one of utterance.texts()) read.push(one.text);
  })();
  return { read, done };
}

test("an utterance yields its texts as they arrive, until it is finished", async () => {
  const utterance = new Utterance();
  utterance.add(text("Bir"));
  const { read, done } = reading(utterance);
  await nextTurn();
  expect(read).toEqual(["Bir"]);
  utterance.add(text("iki"));
  utterance.add(text("üç"));
  await nextTurn();
  expect(read).toEqual(["Bir", "iki", "üç"]);
  utterance.add(text("dört"));
  utterance.finish();
  await done;
  expect(read).toEqual(["Bir", "iki", "üç", "dört"]);
});

test("an utterance that was finished before anybody read it is read whole", async () => {
  const utterance = new Utterance();
  utterance.add(text("Bir"));
  utterance.finish();
  const { read, done } = reading(utterance);
  await done;
  expect(read).toEqual(["Bir"]);
});

test("an utterance that is cut says no more, not even what waits", async () => {
  const utterance = new Utterance();
  const { read, done } = reading(utterance);
  const failed = done.catch((error: unknown) => error);
  await nextTurn();
  utterance.add(text("Bir"));
  utterance.cut();
  expect(await failed).toBe(utterance.signal.reason);
  expect(utterance.signal.aborted).toBe(true);
  expect(read).toEqual([]);
});

test("an utterance that is cut while nothing comes ends", async () => {
  const utterance = new Utterance();
  const failed = reading(utterance).done.catch((error: unknown) => error);
  await nextTurn();
  utterance.cut();
  expect(await failed).toBe(utterance.signal.reason);
});
