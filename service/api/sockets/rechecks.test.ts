import { afterEach, beforeEach, expect, test } from "vitest";
import { Admission } from "../../access/admission.ts";
import type { KeyCheck } from "../../access/key-check.ts";
import type { Quota } from "../../access/quota/quota.ts";
import { MemoryLimitStore } from "../../access/limits/memory-limit-store.ts";
import { RequestLimits } from "../../access/limits/request-limits.ts";
import type { KeyPrincipal } from "../../access/authenticate.ts";
import { limitsWith } from "../../accounts/account-limits.ts";
import { type Guest, Rechecks } from "./rechecks.ts";

const unlimited = { begin: async () => {}, close: () => {} };
const quota = { allowance: () => unlimited } as unknown as Quota;
const limitsOf = (concurrentStreams: number) => limitsWith({ concurrentStreams });

let limits: RequestLimits;
let concurrentStreams: number;
let rechecks: Rechecks;
let admission: Admission;

beforeEach(() => {
  concurrentStreams = 3;
  limits = new RequestLimits(new MemoryLimitStore(60_000));
  admission = new Admission(limits, quota);
  const keyCheck = { checkId: async () => ({ limits: limitsOf(concurrentStreams) }) };
  rechecks = new Rechecks({ keyCheck: keyCheck as unknown as KeyCheck, admission });
});
afterEach(async () => {
  rechecks[Symbol.dispose]();
  await limits[Symbol.asyncDispose]();
});

/** Admits a socket, which may open later; it notes that it was ended, and gives its place back. */
async function admitted(name: string, ended: string[], limit = 3) {
  const principal: KeyPrincipal = {
    kind: "key",
    keyId: "key",
    accountId: "account",
    limits: limitsOf(limit),
  };
  const visit = await admission.enter(principal, "stream");
  const admittedAtMs = performance.now();
  let leave = () => {};
  const guest: Guest = {
    principal,
    activity: "stream",
    admittedAtMs,
    fail: () => {
      ended.push(name);
      leave();
      visit[Symbol.dispose]();
    },
  };
  return () => void (leave = rechecks.add(guest));
}

test("of the sockets beyond a lowered limit the newest end, in whatever order they opened", async () => {
  const ended: string[] = [];
  const open = [];
  for (const name of ["first", "second", "third"]) open.push(await admitted(name, ended));
  // The first waited for its model longest.
  for (const start of open.toReversed()) start();
  concurrentStreams = 1;
  await expect.poll(() => ended, { timeout: 5000 }).toEqual(["third", "second"]);
});

test("one that was admitted with the lowered limit is the newest too", async () => {
  const ended: string[] = [];
  (await admitted("first", ended))();
  (await admitted("second", ended, 2))();
  concurrentStreams = 1;
  await expect.poll(() => ended, { timeout: 5000 }).toEqual(["second"]);
});
