import { describe, expect, test } from "vitest";
import { allowanceAfter, type Allowance } from "./allowance.ts";

/** Returns an allowance of at most 100, and the calls of it, as `call:amount`. */
function recorded() {
  const calls: string[] = [];
  const allowance: Allowance = {
    max: 100,
    begin: async () => void calls.push("begin"),
    cover: async (amount) => void calls.push(`cover:${amount}`),
    expect: async (amount) => void calls.push(`expect:${amount}`),
    advance: (amount) => void calls.push(`advance:${amount}`),
    use: (amount) => void calls.push(`use:${amount}`),
    book: () => void calls.push("book"),
    bookOn: () => void calls.push("bookOn"),
    close: () => void calls.push("close"),
  };
  return { calls, allowance };
}

describe("the allowance of later work", () => {
  test("has what is left of the first one", () => {
    expect(allowanceAfter(recorded().allowance, 30).max).toBe(70);
    expect(allowanceAfter({ ...recorded().allowance, max: Infinity }, 30).max).toBe(Infinity);
  });

  test("counts on from what was used before", async () => {
    const { calls, allowance } = recorded();
    const after = allowanceAfter(allowance, 30);
    await after.begin();
    await after.cover(5);
    await after.expect(6);
    after.advance(7);
    after.use(8);
    after.book();
    after.bookOn();
    after.close();
    expect(calls).toEqual([
      "begin",
      "cover:35",
      "expect:36",
      "advance:37",
      "use:38",
      "book",
      "bookOn",
      "close",
    ]);
  });

  test("takes everything back where nothing was used after all", () => {
    const { calls, allowance } = recorded();
    allowanceAfter(allowance, 30).use(undefined);
    expect(calls).toEqual(["use:undefined"]);
  });
});
