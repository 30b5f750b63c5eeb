import { afterAll, expect, test } from "vitest";
import { MemoryLimitStore } from "../../access/limits/memory-limit-store.ts";
import { RequestLimits } from "../../access/limits/request-limits.ts";
import { LIMITS } from "../../contract/limits.ts";
import { beginSignIn } from "./attempts.ts";

const limits = new RequestLimits(new MemoryLimitStore(60_000));
afterAll(() => limits[Symbol.asyncDispose]());

async function tries(times: number, client: string, email: string) {
  const waits = [];
  for (let at = 0; at < times; at += 1) {
    waits.push((await beginSignIn({ limits }, client, email))?.waitMs);
  }
  return waits;
}

test("one client may try an address so often, and others are not held up by it", async () => {
  const { signInAttempts } = LIMITS;
  const waits = await tries(signInAttempts + 1, "198.51.100.1", "ada@example.com");
  expect(waits).toEqual([...Array.from({ length: signInAttempts }, () => 0), undefined]);
  expect(await tries(1, "198.51.100.2", "Ada@example.com")).toEqual([0]);
});

test("the wrong tries of many others slow the sign-in of an address, and never lock it out", async () => {
  const email = "bob@example.com";
  for (let client = 1; client <= 10; client += 1) {
    await tries(LIMITS.signInAttempts, `203.0.113.${client}`, email);
  }
  expect(await tries(2, "198.51.100.3", email)).toEqual([
    LIMITS.slowedSignInMs,
    LIMITS.slowedSignInMs,
  ]);
});

test("right passwords use up no tries at an address, only those of their client", async () => {
  const [client, email] = ["203.0.113.99", "cem@example.com"];
  const { signInAttempts, signInAttemptsPerAddress } = LIMITS;
  await tries(signInAttempts - 1, client, email);
  for (let at = signInAttempts - 1; at < signInAttemptsPerAddress; at += 1) {
    const attempt = await beginSignIn({ limits }, client, email);
    expect(attempt?.waitMs).toBe(0);
    await attempt?.forgive();
  }
  expect(await tries(1, client, "dilek@example.com")).toEqual([undefined]);
  expect(await tries(1, "203.0.113.100", email)).toEqual([0]);
});
