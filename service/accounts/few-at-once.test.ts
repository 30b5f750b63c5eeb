import { expect, test } from "vitest";
import { FewAtOnce } from "./few-at-once.ts";

test("two run at a time, three wait their turn, and the sixth is refused at once", async () => {
  const few = new FewAtOnce(2, 3, () => new Error("busy"));
  const pieces = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const work = pieces.map(({ promise }, at) =>
    few.run(async () => {
      begun.push(at);
      await promise;
      return at;
    }),
  );
  await expect(few.run(async () => "sixth")).rejects.toThrow("busy");
  expect(begun).toEqual([0, 1]);
  pieces[1]?.reject(new Error("failed"));
  await expect(work[1]).rejects.toThrow("failed");
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of pieces) resolve();
  expect(await Promise.all(work.filter((_, at) => at !== 1))).toEqual([0, 2, 3, 4]);
  expect(await few.run(async () => "again")).toBe("again");
});
