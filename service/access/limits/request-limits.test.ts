import { expect, test } from "vitest";
import { MemoryLimitStore } from "./memory-limit-store.ts";
import { RequestLimits } from "./request-limits.ts";

/** Remembers the names under which something is kept. */
class NamesKept extends MemoryLimitStore {
  readonly names: string[] = [];

  override count(name: string, ...rest: [number, number, 0 | 1]) {
    this.names.push(name);
    return super.count(name, ...rest);
  }
}

test("what somebody typed is kept as a hash, which is as short for a megabyte", async () => {
  const store = new NamesKept(60_000);
  await using limits = new RequestLimits(store);
  await limits.count("sign-in as ada@example.com", 1, 60);
  await limits.count(`sign-in as ${"a".repeat(1_000_000)}`, 1, 60);
  expect(store.names.map((name) => name.length)).toEqual([43, 43]);
  expect(store.names.join(" ")).not.toContain("ada");
  const again = await limits.count("sign-in as ada@example.com", 1, 60);
  expect(again.allowed).toBe(false);
});
