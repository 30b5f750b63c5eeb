import { unknownEntry } from "../../accounts/account-entries.ts";
import { StoreUnavailable, USED_WHILE_AWAY_MS } from "../../accounts/store-unavailable.ts";
import type { RequestedPronunciations } from "./pronunciation-fields.ts";
import type { PronunciationStore } from "./pronunciation-store.ts";
import { WordIndex } from "./word-index.ts";

interface Remembered {
  readonly version: number;
  readonly rules: WordIndex;
  readonly checkedAtMs: number;
}

const MAX_REMEMBERED = 1_000;
const NO_RULES = new WordIndex([]);

/** Finds the pronunciations for a request; caches dictionaries until their version changes. */
export class Dictionaries {
  readonly #store: PronunciationStore;
  readonly #nowMs: () => number;
  /** By account, least recently used first. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(store: PronunciationStore, nowMs: () => number = () => performance.now()) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  /**
   * Returns the pronunciations for a request of an account, or of a demo session, which has no dictionary; inline entries win
   * over those named by id. Rejects with ApiError (unknown_pronunciation) or StoreUnavailable.
   */
  async rulesFor(
    accountId: string | undefined,
    requested: RequestedPronunciations,
  ): Promise<WordIndex> {
    if (requested === undefined) return accountId === undefined ? NO_RULES : this.#all(accountId);
    const { ids, own } = requested;
    const [id] = ids;
    if (accountId !== undefined) {
      return new WordIndex([...(await this.#store.findAll(accountId, ids)), ...own]);
    }
    if (id !== undefined) throw unknownEntry("pronunciations", id, "pronunciations");
    return new WordIndex(own);
  }

  async #all(accountId: string): Promise<WordIndex> {
    const known = this.#remembered.get(accountId);
    try {
      const isFresh =
        known !== undefined && (await this.#store.version(accountId)) === known.version;
      return this.#remember(accountId, isFresh ? known : await this.#read(accountId));
    } catch (error) {
      const isKept = known !== undefined && this.#nowMs() - known.checkedAtMs < USED_WHILE_AWAY_MS;
      if (error instanceof StoreUnavailable && isKept) return known.rules;
      throw error;
    }
  }

  async #read(accountId: string): Promise<Omit<Remembered, "checkedAtMs">> {
    const { version, entries } = await this.#store.dictionary(accountId);
    return { version, rules: new WordIndex(entries) };
  }

  #remember(accountId: string, { version, rules }: Omit<Remembered, "checkedAtMs">): WordIndex {
    this.#remembered.delete(accountId);
    this.#remembered.set(accountId, { version, rules, checkedAtMs: this.#nowMs() });
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MAX_REMEMBERED) this.#remembered.delete(oldest ?? "");
    return rules;
  }
}
