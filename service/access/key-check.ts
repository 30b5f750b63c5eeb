import { hashSecret } from "../accounts/api-key.ts";
import { within } from "#database/within.ts";
import { type AccountStore, type FoundKey, LAST_USED_EVERY_MS } from "../accounts/store.ts";
import { USED_WHILE_AWAY_MS } from "../accounts/store-unavailable.ts";

/** The database of keys does not answer, and the key was not checked recently. */
export class KeyCheckUnavailable extends Error {
  override readonly name = "KeyCheckUnavailable";
}

/** Cache lifetime: a revoked key stops working, and a changed limit applies, after at most this time. */
const FRESH_MS = 5_000;
const LOOKUP_TIMEOUT_MS = 2_000;
const MAX_REMEMBERED = 10_000;

interface Remembered {
  readonly key: FoundKey;
  readonly checkedAtMs: number;
  notedAtMs: number;
}

type Find = () => Promise<FoundKey | undefined>;

/** Checks API keys against the database, with a short cache that bridges outages. */
export class KeyCheck {
  readonly #store: Pick<AccountStore, "findKey" | "findKeyById" | "noteUse">;
  readonly #nowMs: () => number;
  /** Keyed by the secret's hash or the key's id; oldest first. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(
    store: Pick<AccountStore, "findKey" | "findKeyById" | "noteUse">,
    nowMs: () => number = Date.now,
  ) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  /** Returns the key of a secret, or undefined when there is none or it was revoked; throws KeyCheckUnavailable. */
  async check(secret: string): Promise<FoundKey | undefined> {
    const hash = hashSecret(secret);
    return this.#check(hash, () => this.#store.findKey(hash));
  }

  /** Like `check`, by the key's id. */
  async checkId(id: string): Promise<FoundKey | undefined> {
    return this.#check(id, () => this.#store.findKeyById(id));
  }

  async #check(name: string, find: Find): Promise<FoundKey | undefined> {
    const known = this.#remembered.get(name);
    if (known !== undefined && this.#nowMs() - known.checkedAtMs < FRESH_MS) {
      this.#noteUse(known);
      return known.key;
    }
    const key = await this.#lookUp(name, find, known);
    if (key === undefined || key.revokedAt !== null) {
      this.#remembered.delete(name);
      return undefined;
    }
    return key;
  }

  async #lookUp(
    name: string,
    find: Find,
    known: Remembered | undefined,
  ): Promise<FoundKey | undefined> {
    try {
      const key = await within(LOOKUP_TIMEOUT_MS, find());
      if (key !== undefined) this.#remember(name, key, known?.notedAtMs ?? 0);
      return key;
    } catch (error) {
      if (known !== undefined && this.#nowMs() - known.checkedAtMs < USED_WHILE_AWAY_MS)
        return known.key;
      throw new KeyCheckUnavailable("the keys cannot be checked", { cause: error });
    }
  }

  #remember(name: string, key: FoundKey, notedAtMs: number): void {
    const remembered = { key, checkedAtMs: this.#nowMs(), notedAtMs };
    this.#remembered.delete(name);
    this.#remembered.set(name, remembered);
    this.#noteUse(remembered);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MAX_REMEMBERED && oldest !== undefined) {
      this.#remembered.delete(oldest);
    }
  }

  #noteUse(remembered: Remembered): void {
    const nowMs = this.#nowMs();
    if (remembered.key.revokedAt !== null || nowMs - remembered.notedAtMs < LAST_USED_EVERY_MS)
      return;
    remembered.notedAtMs = nowMs;
    // Recording the last use is best effort; a failure must not fail the request.
    this.#store.noteUse(remembered.key.id, new Date(nowMs)).catch(() => undefined);
  }
}
