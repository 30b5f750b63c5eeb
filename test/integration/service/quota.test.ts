import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { QuotaExceeded } from "#service/access/quota/allowance.ts";
import { generateApiKey } from "#service/accounts/api-key.ts";
import type { Product } from "#service/contract/activities.ts";
import { LIMITS } from "#service/contract/limits.ts";
import { QuotaMonths } from "#service/access/quota/quota-months.ts";
import { Quota } from "#service/access/quota/quota.ts";
import { addUsageDays, readUsageDays } from "#service/access/quota/usage-days.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { UsageLedger } from "#service/access/quota/usage.ts";
import {
  describeWithOneDatabase,
  describeWithPostgresql,
} from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";

/** Carries out transactions, but of the first it says that nothing was heard. */
function deafOnce(db: Kysely<ServiceDatabase>): Kysely<ServiceDatabase> {
  let isDeaf = true;
  const transaction = () => ({
    async execute(work: (transaction: Transaction<ServiceDatabase>) => Promise<void>) {
      await db.transaction().execute(work);
      if (isDeaf) {
        isDeaf = false;
        throw new Error("timeout");
      }
    },
  });
  return { transaction } as unknown as Kysely<ServiceDatabase>;
}

describeWithOneDatabase("a month's quota", (empty) => {
  let database: OpenDatabase<ServiceDatabase>;
  let ledger: UsageLedger;
  let quota: Quota;
  let nowMs = Date.parse("2026-11-30T23:59:59Z");
  const fail = (error: unknown): never => {
    throw error;
  };

  beforeAll(async () => {
    database = await openServiceDatabase(await empty("service"));
    ledger = new UsageLedger(database.db, fail);
    quota = new Quota(database.db, ledger, fail, () => nowMs);
  });
  afterAll(async () => {
    quota.stop();
    await ledger.stop();
    await database.close();
  });

  async function newKey(own: { monthlyAudioSeconds?: number; monthlyCharacters?: number }) {
    const accounts = new AccountStore(database.db);
    const account = await accounts.putAccount(`${randomUUID()}@example.com`, "scrypt$");
    await accounts.addKey(account.id, generateApiKey(), "test");
    const [key] = await accounts.keysOf(account.id);
    if (key === undefined) throw new Error("the key is not there");
    return { keyId: key.id, accountId: account.id, limits: { ...LIMITS.account, ...own } };
  }

  test("what is used of a product that came after the database is booked", async () => {
    const { keyId, accountId } = await newKey({});
    const [day, product] = ["2026-11-30", "dubbing" as Product];
    const used = { keyId, product, day, requests: 1, audioSeconds: 2.5, characters: 0 };
    await addUsageDays(database.db, [{ ...used, accountId }]);
    const days = await readUsageDays(database.db, accountId, { first: day, last: day });
    expect(days).toEqual([used]);
  });

  test("what is written again since its commit was not heard of counts once", async () => {
    const { keyId, accountId, limits } = await newKey({});
    const faults: unknown[] = [];
    const deaf = deafOnce(database.db);
    const own = new UsageLedger(deaf, (error) => faults.push(error));
    const at = new Date(nowMs);
    own.add({ keyId, accountId, product: "speech", at, amount: 30, requests: 1 });
    await own.write();
    expect(faults).toHaveLength(1);
    own.add({ keyId, accountId, product: "speech", at, amount: 12, requests: 1 });
    await own.stop();
    const day = at.toISOString().slice(0, 10);
    const days = await readUsageDays(database.db, accountId, { first: day, last: day });
    expect(days).toMatchObject([{ characters: 42, requests: 2 }]);
    expect((await quota.read(accountId, limits)).characters.used).toBe(42);
  });

  test("of 100 requests at once exactly those run that fit", async () => {
    const key = await newKey({ monthlyCharacters: 1000 });
    const allowances = Array.from({ length: 100 }, () => quota.allowance(key, "speech"));
    const outcomes = await Promise.allSettled(allowances.map((allowance) => allowance.cover(30)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(33);
    const refusals = outcomes.filter(({ status }) => status === "rejected");
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ reason: expect.any(QuotaExceeded) });
    }
    expect((await quota.read(key.accountId, key.limits)).characters).toEqual({
      limit: 1000,
      used: 0,
      reserved: 990,
    });
    for (const allowance of allowances) allowance.use(30);
    allowances.forEach((allowance, index) => {
      if (outcomes[index]?.status === "fulfilled") allowance.close();
    });
    const { characters } = await quota.read(key.accountId, key.limits);
    expect(characters).toEqual({ limit: 1000, used: 990, reserved: 0 });
  });

  test("what is booked on the way is used at once, once, and as one request", async () => {
    const key = await newKey({ monthlyCharacters: 100 });
    const socket = quota.allowance(key, "speech");
    const characters = async () => (await quota.read(key.accountId, key.limits)).characters;
    await socket.cover(20);
    socket.use(20);
    socket.book();
    expect(await characters()).toEqual({ limit: 100, used: 20, reserved: 0 });
    socket.book();
    await socket.cover(50);
    expect(await characters()).toEqual({ limit: 100, used: 20, reserved: 30 });
    // What was covered and not spoken is covered anew.
    socket.book();
    expect(await characters()).toEqual({ limit: 100, used: 20, reserved: 0 });
    await socket.cover(60);
    expect(await characters()).toEqual({ limit: 100, used: 20, reserved: 40 });
    await expect(socket.cover(101)).rejects.toThrow(QuotaExceeded);
    socket.use(60);
    socket.close();
    expect(await characters()).toEqual({ limit: 100, used: 60, reserved: 0 });
    const range = { first: "2026-11-30", last: "2026-11-30" };
    expect(await ledger.read(key.accountId, range)).toMatchObject([
      { requests: 1, characters: 60 },
    ]);
  });

  test("a stream that is booked while it runs keeps what it reserved ahead, and gets all that is left", async () => {
    const key = await newKey({ monthlyAudioSeconds: 100 });
    const stream = quota.allowance(key, "stream");
    const seconds = async () => (await quota.read(key.accountId, key.limits)).audioSeconds;
    await stream.expect(60);
    stream.use(10);
    stream.bookOn();
    await expect.poll(seconds).toEqual({ limit: 100, used: 10, reserved: 60 });
    stream.use(30);
    stream.bookOn();
    await expect.poll(seconds).toEqual({ limit: 100, used: 30, reserved: 60 });
    stream.advance(65);
    await expect.poll(seconds).toEqual({ limit: 100, used: 30, reserved: 70 });
    // All that is left is reserved: it stays so until the end.
    stream.use(80);
    stream.bookOn();
    expect(await seconds()).toEqual({ limit: 100, used: 30, reserved: 70 });
    expect(stream.max).toBe(100);
    stream.advance(100);
    expect(() => stream.advance(101)).toThrow(QuotaExceeded);
    stream.use(100);
    stream.close();
    expect(await seconds()).toEqual({ limit: 100, used: 100, reserved: 0 });
    const range = { first: "2026-11-30", last: "2026-11-30" };
    expect(await ledger.read(key.accountId, range)).toMatchObject([{ requests: 1 }]);
  });

  test("what was reserved and not used is there for others", async () => {
    const key = await newKey({ monthlyCharacters: 100 });
    const failed = quota.allowance(key, "speech");
    await failed.cover(100);
    const refused = quota.allowance(key, "speech");
    await expect(refused.cover(1)).rejects.toThrow(QuotaExceeded);
    refused.close();
    failed.close();
    failed.close();
    await ledger.write();
    const next = quota.allowance(key, "speech");
    await next.cover(100);
    next.use(60);
    next.close();
    const { characters } = await quota.read(key.accountId, key.limits);
    expect(characters).toEqual({ limit: 100, used: 60, reserved: 0 });
  });

  test("a recording gets what is left, and is refused where that ends", async () => {
    const key = await newKey({ monthlyAudioSeconds: 100 });
    const other = quota.allowance(key, "transcription");
    await other.expect(70);
    const recording = quota.allowance(key, "transcription");
    await recording.expect(3600);
    recording.advance(10);
    recording.advance(30);
    expect(() => recording.advance(30.5)).toThrow(QuotaExceeded);
    await expect(quota.allowance(key, "transcription").expect(1)).rejects.toThrow(QuotaExceeded);
    other.use(69.5);
    other.close();
    recording.close();
    const { audioSeconds, characters } = await quota.read(key.accountId, key.limits);
    expect(audioSeconds).toEqual({ limit: 100, used: 69.5, reserved: 0 });
    expect(characters).toMatchObject({ used: 0 });
  });

  test("a stream reserves ahead of itself until the quota ends", async () => {
    const key = await newKey({ monthlyAudioSeconds: 150 });
    const stream = quota.allowance(key, "stream");
    await stream.expect(60);
    const reserved = async (seconds: number) =>
      (await quota.read(key.accountId, key.limits)).audioSeconds.reserved === seconds;
    stream.advance(20);
    expect(await reserved(60)).toBe(true);
    stream.advance(40);
    await eventually("another minute is reserved", () => reserved(120));
    stream.advance(100);
    await eventually("the rest is reserved", () => reserved(150));
    stream.advance(150);
    expect(() => stream.advance(150.1)).toThrow(QuotaExceeded);
    stream.use(150);
    stream.close();
    const { audioSeconds } = await quota.read(key.accountId, key.limits);
    expect(audioSeconds).toEqual({ limit: 150, used: 150, reserved: 0 });
    await expect(quota.allowance(key, "stream").begin()).rejects.toThrow(QuotaExceeded);
  });

  test("a month begins anew at midnight UTC, and a request belongs to the month it began in", async () => {
    const key = await newKey({ monthlyCharacters: 100 });
    const before = quota.allowance(key, "speech");
    await before.cover(100);
    await expect(quota.allowance(key, "speech").cover(1)).rejects.toMatchObject({
      resetsAt: new Date("2026-12-01T00:00:00Z"),
    });
    nowMs = Date.parse("2026-12-01T00:00:00Z");
    const after = quota.allowance(key, "speech");
    await after.cover(40);
    for (const allowance of [before, after]) allowance.use(40);
    for (const allowance of [before, after]) allowance.close();
    expect(await quota.read(key.accountId, key.limits)).toMatchObject({
      month: "2026-12",
      resetsAt: new Date("2027-01-01T00:00:00Z"),
      characters: { used: 40, reserved: 0 },
    });
    const days = await ledger.read(key.accountId, { first: "2026-11-01", last: "2026-12-31" });
    expect(days.map(({ day, characters }) => [day, characters])).toEqual([
      ["2026-12-01", 40],
      ["2026-11-30", 40],
    ]);
  });

  test("without a quota nothing is reserved, and what is used is counted all the same", async () => {
    const key = await newKey({ monthlyCharacters: Infinity });
    const allowance = quota.allowance(key, "speech");
    await allowance.cover(1_000_000);
    expect((await quota.read(key.accountId, key.limits)).characters.reserved).toBe(0);
    allowance.use(1_000_000);
    allowance.close();
    expect((await quota.read(key.accountId, key.limits)).characters).toEqual({
      limit: Infinity,
      used: 1_000_000,
      reserved: 0,
    });
    // A quota that comes in the middle of the month knows what was used before it.
    const limited = { ...key, limits: { ...key.limits, monthlyCharacters: 1_000_000 } };
    await expect(quota.allowance(limited, "speech").begin()).rejects.toThrow(QuotaExceeded);
  });

  test("the reservation of a process that was killed is given back when it expires", async () => {
    const key = await newKey({ monthlyCharacters: 100 });
    const months = new QuotaMonths(database.db);
    const killed = quota.allowance(key, "speech");
    const kept = quota.allowance(key, "speech");
    await killed.cover(60);
    const alive = await database.db.selectFrom("quota_reservations").select("id").execute();
    await kept.cover(40);
    await database.db
      .updateTable("quota_reservations")
      .set({ expires_at: new Date(0) })
      .where(
        "id",
        "in",
        alive.map(({ id }) => id),
      )
      .execute();
    await months.sweep();
    const reserved = async () => (await quota.read(key.accountId, key.limits)).characters.reserved;
    expect(await reserved()).toBe(40);
    // It was alive after all: what it used counts, and is not given back twice.
    killed.use(50);
    killed.close();
    expect((await quota.read(key.accountId, key.limits)).characters).toEqual({
      limit: 100,
      used: 50,
      reserved: 40,
    });
    kept.close();
    expect(await reserved()).toBe(0);
  });
});

describeWithPostgresql("a month's quota while the database is away", (server) => {
  test("nothing is refused, and what was used is counted when it is back", async () => {
    await using database = await openServiceDatabase({
      url: await server().createDatabase(),
      dataDirectory: "",
    });
    const faults: unknown[] = [];
    const ledger = new UsageLedger(database.db, (error) => faults.push(error));
    const quota = new Quota(database.db, ledger, (error) => faults.push(error));
    const accounts = new AccountStore(database.db);
    const account = await accounts.putAccount("ada@example.com", "scrypt$");
    const key = await accounts.addKey(account.id, generateApiKey(), "test");
    const limits = { ...LIMITS.account, monthlyCharacters: 10 };
    const holder = { keyId: key?.id ?? "", accountId: account.id, limits };

    await server().stop();
    const allowance = quota.allowance(holder, "speech");
    await allowance.begin();
    await allowance.cover(30);
    allowance.use(30);
    allowance.close();
    await ledger.write();
    expect(faults.length).toBeGreaterThanOrEqual(3);

    await server().start();
    await eventually("it is counted", async () => {
      const { characters } = await quota.read(account.id, limits);
      return characters.used === 30 && characters.reserved === 0;
    });
    await expect(quota.allowance(holder, "speech").begin()).rejects.toThrow(QuotaExceeded);
    quota.stop();
    await ledger.stop();
  });
});
