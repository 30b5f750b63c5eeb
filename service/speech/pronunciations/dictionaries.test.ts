import { describe, expect, test } from "vitest";
import { StoreUnavailable } from "../../accounts/store-unavailable.ts";
import { Dictionaries } from "./dictionaries.ts";
import type { PronunciationStore } from "./pronunciation-store.ts";
import type { PronunciationRule } from "./pronunciation.ts";

const rule = (word: string): PronunciationRule =>
  ({ word, alias: `${word} dedi`, caseSensitive: false, wordBoundaries: true }) as const;

/** Dictionaries of a store that may be away, and what was read of it. */
function opened() {
  const reads: string[] = [];
  const state = { version: 1, isAway: false, nowMs: 0, words: ["Ali"] };
  const reach = (what: string) => {
    if (state.isAway) throw new StoreUnavailable("pronunciations", undefined);
    reads.push(what);
  };
  const store = {
    async version() {
      reach("version");
      return state.version;
    },
    async dictionary(accountId: string) {
      reach(`dictionary ${accountId}`);
      return { version: state.version, entries: state.words.map(rule) };
    },
    async findAll(accountId: string, ids: readonly string[]) {
      reach(`find ${accountId} ${ids.join()}`);
      return ids.map(rule);
    },
  };
  const dictionaries = new Dictionaries(store as unknown as PronunciationStore, () => state.nowMs);
  const wordsOf = async (...of: Parameters<typeof dictionaries.rulesFor>) => {
    const index = await dictionaries.rulesFor(...of);
    return index.find("Ali, Bora ve Can").map(({ rule: { word } }) => word);
  };
  return { dictionaries, wordsOf, state, reads };
}

describe("the dictionary of an account", () => {
  test("is read again only when its version has changed", async () => {
    const { wordsOf, state, reads } = opened();
    expect(await wordsOf("acct_1", undefined)).toEqual(["Ali"]);
    expect(await wordsOf("acct_1", undefined)).toEqual(["Ali"]);
    expect(reads).toEqual(["dictionary acct_1", "version"]);
    Object.assign(state, { version: 2, words: ["Bora"] });
    expect(await wordsOf("acct_1", undefined)).toEqual(["Bora"]);
    expect(reads.slice(2)).toEqual(["version", "dictionary acct_1"]);
  });

  test("is used for fifteen minutes while the store is away", async () => {
    const { wordsOf, state } = opened();
    await wordsOf("acct_1", undefined);
    state.isAway = true;
    state.nowMs = 15 * 60_000 - 1;
    expect(await wordsOf("acct_1", undefined)).toEqual(["Ali"]);
    state.nowMs = 15 * 60_000;
    await expect(wordsOf("acct_1", undefined)).rejects.toThrow(StoreUnavailable);
    await expect(wordsOf("acct_2", undefined)).rejects.toThrow(StoreUnavailable);
  });

  test("is forgotten when a thousand others were used after it", async () => {
    const { wordsOf, reads } = opened();
    for (let account = 0; account < 1_000; account += 1)
      await wordsOf(`acct_${account}`, undefined);
    reads.length = 0;
    await wordsOf("acct_0", undefined);
    expect(reads).toEqual(["version"]);
    await wordsOf("acct_more", undefined);
    reads.length = 0;
    // The first one was used again, and so the second one had not been for the longest time.
    await wordsOf("acct_0", undefined);
    await wordsOf("acct_2", undefined);
    await wordsOf("acct_1", undefined);
    expect(reads).toEqual(["version", "version", "dictionary acct_1"]);
  });
});

describe("the pronunciations that a request names", () => {
  test("are those of the account, and its own beside them", async () => {
    const { wordsOf, reads } = opened();
    const requested = { ids: ["Bora"], own: [rule("Can")] };
    expect(await wordsOf("acct_1", requested)).toEqual(["Bora", "Can"]);
    expect(reads).toEqual(["find acct_1 Bora"]);
  });

  test("are its own alone without an account, which has no dictionary", async () => {
    const { dictionaries, wordsOf, reads } = opened();
    expect(await wordsOf(undefined, { ids: [], own: [rule("Can")] })).toEqual(["Can"]);
    expect(await wordsOf(undefined, undefined)).toEqual([]);
    await expect(dictionaries.rulesFor(undefined, { ids: ["a"], own: [] })).rejects.toThrow(
      expect.objectContaining({ param: "pronunciations" }),
    );
    expect(reads).toEqual([]);
  });
});
