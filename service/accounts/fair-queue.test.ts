import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

test("two run at a time, three wait their turn, and the sixth is refused at once", async () => {
  const few = new FairQueue(2, { ofOne: 3, ofAll: 9 }, () => new Error("busy"));
  const pieces = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const work = pieces.map(({ promise }, at) =>
    few.run("a", async () => {
      begun.push(at);
      await promise;
      return at;
    }),
  );
  await expect(few.run("a", async () => "sixth")).rejects.toThrow("busy");
  expect(begun).toEqual([0, 1]);
  pieces[1]?.reject(new Error("failed"));
  await expect(work[1]).rejects.toThrow("failed");
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of pieces) resolve();
  expect(await Promise.all(work.filter((_, at) => at !== 1))).toEqual([0, 2, 3, 4]);
  expect(await few.run("a", async () => "again")).toBe("again");
});

test("clients take turns: one that brings forty delays another by no more than a piece", async () => {
  const few = new FairQueue(1, { ofOne: 16, ofAll: 48 }, () => new Error("busy"));
  const begun: string[] = [];
  const bring = (client: string) => few.run(client, async () => void begun.push(client));
  const many = Promise.allSettled(Array.from({ length: 40 }, () => bring("many")));
  await Promise.all([bring("one"), bring("other"), bring("one")]);
  expect(begun.slice(0, 6)).toEqual(["many", "many", "one", "other", "many", "one"]);
  const refused = (await many).filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(40 - 1 - 16);
});

test("what waits is bounded for all clients together", async () => {
  const few = new FairQueue(1, { ofOne: 2, ofAll: 3 }, () => new Error("busy"));
  const outcomes = ["a", "a", "b", "c", "d"].map((client) => few.run(client, async () => client));
  expect((await Promise.allSettled(outcomes)).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
  ]);
});
