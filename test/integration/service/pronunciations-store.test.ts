import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { StoreUnavailable } from "#service/accounts/store-unavailable.ts";
import { Dictionaries } from "#service/speech/pronunciations/dictionaries.ts";
import { PronunciationInput } from "#service/contract/pronunciations.ts";
import { read } from "#service/contract/read.ts";
import { parsePronunciation } from "#service/speech/pronunciations/pronunciation-fields.ts";
import { PronunciationStore } from "#service/speech/pronunciations/pronunciation-store.ts";
import { pronounce } from "#service/speech/pronunciations/speakable-text.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";

describeWithOneDatabase("the pronunciations of accounts", (empty) => {
  let database: OpenDatabase<ServiceDatabase>;
  let accounts: AccountStore;
  let store: PronunciationStore;
  let number = 0;
  beforeAll(async () => {
    database = await openServiceDatabase(await empty("service"));
    accounts = new AccountStore(database.db);
    store = new PronunciationStore(database.db);
  });
  afterAll(() => database.close());

  const newAccount = async () =>
    (await accounts.putAccount(`owner${++number}@example.com`, "x")).id;
  const rule = (word: string, fields: Readonly<Record<string, unknown>> = {}) =>
    parsePronunciation(read(PronunciationInput, { word, alias: "alias", ...fields }));

  test("an entry is added, found, changed and removed", async () => {
    const account = await newAccount();
    const added = await store.add(account, rule("NATO"), 500);
    expect(added).toMatchObject({ word: "NATO", alias: "alias", caseSensitive: false });
    expect(await store.find(account, added.id)).toEqual(added);
    const changed = await store.change(account, added.id, ({ word }) =>
      parsePronunciation(read(PronunciationInput, { word, ipa: "nato", word_boundaries: false })),
    );
    expect(changed).toEqual({
      id: added.id,
      word: "NATO",
      ipa: "nato",
      caseSensitive: false,
      wordBoundaries: false,
      createdAt: added.createdAt,
      updatedAt: expect.any(Date) as Date,
    });
    expect(await store.find(account, added.id)).toEqual(changed);
    await store.remove(account, added.id);
    await expect(store.find(account, added.id)).rejects.toThrow(
      expect.objectContaining({ code: "unknown_pronunciation" }),
    );
  });

  test("another account's entry is as unknown as one that never was", async () => {
    const [owner, stranger] = [await newAccount(), await newAccount()];
    const { id } = await store.add(owner, rule("NATO"), 500);
    const unknown = expect.objectContaining({ code: "unknown_pronunciation" }) as Error;
    await expect(store.find(stranger, id)).rejects.toThrow(unknown);
    await expect(store.findAll(stranger, [id])).rejects.toThrow(unknown);
    await expect(store.change(stranger, id, (current) => current)).rejects.toThrow(unknown);
    await expect(store.remove(stranger, id)).rejects.toThrow(unknown);
    expect((await store.find(owner, id)).word).toBe("NATO");
  });

  test("a word is there once, in any case; with its case it is another word", async () => {
    const account = await newAccount();
    const taken = expect.objectContaining({
      code: "invalid_pronunciations",
      param: "word",
    }) as Error;
    const first = await store.add(account, rule("ışık"), 500);
    await expect(store.add(account, rule("IŞIK"), 500)).rejects.toThrow(taken);
    const other = await store.add(account, rule("IŞIK", { case_sensitive: true }), 500);
    await expect(store.change(account, other.id, () => rule("Işık"))).rejects.toThrow(taken);
    await store.change(account, first.id, () => rule("Işık"));
    await store.add(await newAccount(), rule("ışık"), 500);
  });

  test("parallel requests cannot overrun the limit, and add a word once", async () => {
    const account = await newAccount();
    const many = Array.from({ length: 60 }, (_, at) => store.add(account, rule(`k${at % 45}`), 40));
    const outcomes = await Promise.allSettled(many);
    const codes = outcomes.map((outcome) =>
      outcome.status === "fulfilled" ? "added" : (outcome.reason as { code: string }).code,
    );
    expect(codes.filter((code) => code === "added")).toHaveLength(40);
    expect(new Set(codes)).toEqual(
      new Set(["added", "pronunciation_limit_reached", "invalid_pronunciations"]),
    );
    const { items } = await store.list(account, { limit: 100, after: undefined, order: "asc" });
    expect(new Set(items.map(({ word }) => word)).size).toBe(40);
    const [{ id } = { id: "" }] = items;
    await store.remove(account, id);
    await store.add(account, rule("son"), 40);
  });

  test("what belongs to an addition is undone with it", async () => {
    const account = await newAccount();
    const failing = store.add(account, rule("NATO"), 500, () =>
      Promise.reject(new TypeError("no")),
    );
    await expect(failing).rejects.toThrow("no");
    expect((await store.dictionary(account)).entries).toEqual([]);
  });

  describe("lists", () => {
    test("go through all entries in either order, page by page", async () => {
      const account = await newAccount();
      const added: string[] = [];
      for (let at = 0; at < 7; at += 1)
        added.push((await store.add(account, rule(`k${at}`), 500)).id);
      const { db } = database;
      // Entries of one millisecond have an order, too.
      const createdAt = new Date("2026-11-21T10:00:00.123Z");
      await db.updateTable("pronunciations").set({ created_at: createdAt }).execute();
      const pages = async (order: "asc" | "desc") => {
        const ids: string[] = [];
        for (let after: string | undefined; ;) {
          const page = await store.list(account, { limit: 3, after, order });
          ids.push(...page.items.map(({ id }) => id));
          after = ids.at(-1);
          if (!page.hasMore) return ids;
        }
      };
      expect(await pages("asc")).toEqual(added.toSorted());
      expect(await pages("desc")).toEqual(added.toSorted().toReversed());
    });

    test("refuse to go on behind what they do not have", async () => {
      const { id } = await store.add(await newAccount(), rule("NATO"), 500);
      const stranger = await newAccount();
      await expect(store.list(stranger, { limit: 1, after: id, order: "asc" })).rejects.toThrow(
        expect.objectContaining({ code: "invalid_request", param: "after" }),
      );
    });
  });

  describe("the pronunciations for a request", () => {
    const said = async (
      dictionaries: Dictionaries,
      account: string | undefined,
      requested?: Parameters<Dictionaries["rulesFor"]>[1],
    ) => pronounce("NATO ve BM.", await dictionaries.rulesFor(account, requested)).text;

    test("are the account's dictionary as it is now, its own choice, or none", async () => {
      const account = await newAccount();
      const dictionaries = new Dictionaries(store);
      expect(await said(dictionaries, account)).toBe("NATO ve be me.");
      const nato = await store.add(account, rule("nato", { alias: "pakt" }), 500);
      expect(await said(dictionaries, account)).toBe("pakt ve be me.");
      const bm = await store.add(account, rule("BM", { alias: "milletler" }), 500);
      expect(await said(dictionaries, account)).toBe("pakt ve milletler.");
      await new PronunciationStore(database.db).remove(account, nato.id);
      expect(await said(dictionaries, account)).toBe("NATO ve milletler.");
      const own = [rule("nato", { alias: "birlik" })];
      expect(await said(dictionaries, account, { ids: [], own })).toBe("birlik ve be me.");
      const both = { ids: [bm.id], own: [...own, rule("bm", { alias: "bizimki" })] };
      expect(await said(dictionaries, account, both)).toBe("birlik ve bizimki.");
      expect(await said(dictionaries, account, { ids: [], own: [] })).toBe("NATO ve be me.");
      expect(await said(dictionaries, undefined)).toBe("NATO ve be me.");
      expect(await said(dictionaries, undefined, { ids: [], own })).toBe("birlik ve be me.");
      const unknown = expect.objectContaining({ code: "unknown_pronunciation" }) as Error;
      for (const stranger of [undefined, await newAccount()]) {
        const foreign = said(dictionaries, stranger, { ids: [bm.id], own: [] });
        await expect(foreign).rejects.toThrow(unknown);
      }
    });
  });

  test("with the database away, what was seen lately holds, and nothing else", async () => {
    await using short = await openServiceDatabase(await empty("service"));
    const { id } = await new AccountStore(short.db).putAccount("owner@example.com", "x");
    const away = new PronunciationStore(short.db);
    await away.add(id, rule("NATO", { alias: "pakt" }), 500);
    let nowMs = 0;
    const dictionaries = new Dictionaries(away, () => nowMs);
    await dictionaries.rulesFor(id, undefined);
    await short.close();
    nowMs += 14 * 60_000;
    expect((await dictionaries.rulesFor(id, undefined)).find("NATO")).toHaveLength(1);
    nowMs += 60_000;
    await expect(dictionaries.rulesFor(id, undefined)).rejects.toThrow(StoreUnavailable);
    await expect(away.add(id, rule("BM"), 500)).rejects.toThrow(StoreUnavailable);
    await expect(away.list(id, { limit: 1, after: undefined, order: "asc" })).rejects.toThrow(
      StoreUnavailable,
    );
    const own = { ids: [], own: [rule("BM")] };
    expect((await dictionaries.rulesFor(id, own)).find("BM")).toHaveLength(1);
  });
});
