import { expect, test } from "vitest";
import { SpokenEnds } from "./spoken-ends.ts";

test("tells each Flush and Clear once, in their order, and nothing of what a Clear broke off", () => {
  const ends = new SpokenEnds();
  ends.flush();
  expect(ends.next()).toEqual([{ type: "Flushed", sequence_id: 0 }]);
  ends.flush();
  ends.flush();
  ends.clear();
  ends.flush();
  expect([1, 2, 3, 4, 5].map(() => ends.next())).toEqual([
    [],
    [],
    [{ type: "Cleared", sequence_id: 1 }],
    [{ type: "Flushed", sequence_id: 2 }],
    [],
  ]);
});
