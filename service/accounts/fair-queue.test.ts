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

test("where there is no room, who has most waiting loses its last piece to who has less", async () => {
  const few = new FairQueue(1, { ofOne: 4, ofAll: 8 }, () => new Error("busy"));
  const held = Promise.withResolvers<void>();
  const bring = (client: string) => few.run(client, () => held.promise.then(() => client));
  const first = bring("a");
  const many = ["a", "b"].map((client) => Array.from({ length: 4 }, () => bring(client)));
  const refused = many.flat().map((one) => one.catch((error: Error) => error.message));
  const owner = [bring("owner"), bring("owner")];
  const third = bring("owner").catch((error: Error) => error.message);
  const other = bring("other");
  held.resolve();
  expect(await Promise.all([...owner, third, other])).toEqual(["owner", "owner", "busy", "other"]);
  expect(await first).toBe("a");
  expect((await Promise.all(refused)).filter((one) => one === "busy")).toHaveLength(3);
});
