import { expect, test } from "vitest";
import { MemoryLimitStore } from "../access/limits/memory-limit-store.ts";
import { RequestLimits } from "../access/limits/request-limits.ts";
import { ReplicaStanding } from "./replica-standing.ts";

/** Stands for a server that several processes ask. */
class SharedStore extends MemoryLimitStore {
  override readonly isShared = true;
}

test("a replica leaves its work to others while these are well", async () => {
  await using limits = new RequestLimits(new SharedStore(30_000));
  const [one, other] = [new ReplicaStanding(limits), new ReplicaStanding(limits)];
  expect(await one.leavesToOthers(true)).toBe(false);
  expect(await one.leavesToOthers(true)).toBe(false);
  expect(await other.leavesToOthers(true)).toBe(false);
  expect(await one.leavesToOthers(false)).toBe(true);
  // Both hang: either does what it can.
  expect(await other.leavesToOthers(false)).toBe(false);
  expect(await one.leavesToOthers(false)).toBe(false);
  expect(await other.leavesToOthers(true)).toBe(false);
  expect(await one.leavesToOthers(false)).toBe(true);
  expect(await one.leavesToOthers(true)).toBe(false);
  await other.leave();
  expect(await one.leavesToOthers(false)).toBe(false);
});

test("a replica that knows no other does what it can", async () => {
  await using limits = new RequestLimits(new MemoryLimitStore(30_000));
  const [one, other] = [new ReplicaStanding(limits), new ReplicaStanding(limits)];
  expect(await other.leavesToOthers(true)).toBe(false);
  expect(await one.leavesToOthers(false)).toBe(false);
});
