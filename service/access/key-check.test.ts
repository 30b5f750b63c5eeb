import { expect, test } from "vitest";
import { KeyCheck, KeyCheckUnavailable } from "./key-check.ts";
import { hashSecret } from "../accounts/api-key.ts";
import { LIMITS } from "../contract/limits.ts";
import type { FoundKey } from "../accounts/store.ts";

function makeStore() {
  const key: FoundKey = {
    id: "key_1",
    accountId: "acct_1",
    name: "first",
    prefix: "sk_1234567",
    createdAt: new Date(0),
    lastUsedAt: null,
    revokedAt: null,
    limits: LIMITS.account,
  };
  const store = {
    away: false,
    keys: new Map([[hashSecret("sk_known"), key]]),
    lookUps: 0,
    uses: 0,
    async findKey(hash: string) {
      store.lookUps += 1;
      if (store.away) throw new Error("away");
      return store.keys.get(hash);
    },
    async findKeyById(id: string) {
      return [...store.keys.values()].find((known) => known.id === id);
    },
    async noteUse() {
      store.uses += 1;
    },
  };
  return { store, key };
}

test("a known key is looked up once in five seconds and its use noted once a minute", async () => {
  const { store, key } = makeStore();
  let nowMs = 1_000_000;
  const check = new KeyCheck(store, () => nowMs);
  for (let second = 0; second < 10; second += 1) {
    expect(await check.check("sk_known")).toEqual(key);
    nowMs += 1000;
  }
  expect(store.lookUps).toBe(2);
  expect(store.uses).toBe(1);
});

test("a revoked key stops working, an unknown one never works", async () => {
  const { store, key } = makeStore();
  let nowMs = 0;
  const check = new KeyCheck(store, () => nowMs);
  expect(await check.check("sk_known")).toEqual(key);
  expect(await check.checkId("key_1")).toEqual(key);
  expect(await check.check("sk_unknown")).toBeUndefined();
  expect(await check.checkId("key_2")).toBeUndefined();
  store.keys.set(hashSecret("sk_known"), { ...key, revokedAt: new Date() });
  nowMs += 5_000;
  expect(await check.check("sk_known")).toBeUndefined();
  expect(await check.checkId("key_1")).toBeUndefined();
});

test("with the database away, keys seen lately work and others cannot be checked", async () => {
  const { store, key } = makeStore();
  let nowMs = 0;
  const check = new KeyCheck(store, () => nowMs);
  await check.check("sk_known");
  store.away = true;
  nowMs += 14 * 60_000;
  expect(await check.check("sk_known")).toEqual(key);
  await expect(check.check("sk_other")).rejects.toThrow(KeyCheckUnavailable);
  nowMs += 60_000;
  await expect(check.check("sk_known")).rejects.toThrow(KeyCheckUnavailable);
});
