import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { StoreUnavailable } from "#service/accounts/store-unavailable.ts";
import { ClaimLost, IdempotencyStore, type Claim } from "#service/api/http/idempotency-store.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";

const answer = { status: 201, body: { object: "thing", text: "ığü", none: null } };

describeWithOneDatabase("requests that may come several times", (empty) => {
  let database: OpenDatabase<ServiceDatabase>;
  let store: IdempotencyStore;
  let account: string;
  let other: string;
  beforeAll(async () => {
    database = await openServiceDatabase(await empty("service"));
    store = new IdempotencyStore(database.db);
    const accounts = new AccountStore(database.db);
    account = (await accounts.putAccount("owner@example.com", "x")).id;
    other = (await accounts.putAccount("other@example.com", "x")).id;
  });
  afterAll(() => database.close());

  async function first(key: string, by = store): Promise<Claim> {
    const claimed = await by.claim(account, key, "print");
    if (claimed.outcome !== "first") throw new Error(`the key is ${claimed.outcome}`);
    return claimed.claim;
  }

  const letExpire = (key: string) =>
    database.db
      .updateTable("repeatable_requests")
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where("key", "=", key)
      .execute();

  test("of many at once, one runs", async () => {
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => store.claim(account, "many", "print")),
    );
    const outcomes = claims.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === "first")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "running")).toHaveLength(19);
  });

  test("the others get its answer, for another request the key is taken", async () => {
    const claim = await first("answered");
    await store.keep(claim, answer);
    expect(await store.claim(account, "answered", "print")).toEqual({
      outcome: "answered",
      answer,
    });
    expect(await store.claim(account, "answered", "another")).toEqual({
      outcome: "another-request",
    });
    expect(await store.claim(other, "answered", "another")).toMatchObject({ outcome: "first" });
  });

  test("a request that came to nothing can be sent again", async () => {
    await store.release(await first("released"));
    expect(await store.claim(account, "released", "another")).toMatchObject({ outcome: "first" });
  });

  test("what is undone in its transaction is not kept", async () => {
    const claim = await first("undone");
    const work = database.db.transaction().execute(async (transaction) => {
      await store.keep(claim, answer, transaction);
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    expect(await store.claim(account, "undone", "print")).toEqual({ outcome: "running" });
  });

  test("a process that died loses its claim, and what it still does is undone", async () => {
    const dead = await first("taken over");
    await letExpire("taken over");
    await store.renew(dead);
    expect(await store.claim(account, "taken over", "print")).toEqual({ outcome: "running" });
    await letExpire("taken over");
    const heir = await first("taken over", new IdempotencyStore(database.db));
    await expect(store.keep(dead, answer)).rejects.toThrow(ClaimLost);
    await store.renew(dead);
    await store.release(dead);
    await store.keep(heir, answer);
    expect(await store.claim(account, "taken over", "print")).toMatchObject({
      outcome: "answered",
    });
  });

  test("an answer is forgotten after a day, and leaves no row", async () => {
    await store.keep(await first("old"), answer);
    await letExpire("old");
    await first("new", new IdempotencyStore(database.db));
    const rows = await database.db
      .selectFrom("repeatable_requests")
      .select(["key", sql<number>`extract(epoch from expires_at - now())`.as("seconds")])
      .where("account_id", "=", account)
      .execute();
    expect(rows.map(({ key }) => key)).not.toContain("old");
    const kept = rows.find(({ key }) => key === "answered");
    expect(kept?.seconds).toBeGreaterThan(23 * 3600);
  });

  test("without the database no key can be had", async () => {
    await using short = await openServiceDatabase(await empty("service"));
    await short.close();
    const away = new IdempotencyStore(short.db);
    await expect(away.claim(account, "away", "print")).rejects.toThrow(StoreUnavailable);
  });
});
