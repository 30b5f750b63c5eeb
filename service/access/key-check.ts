import { hashSecret } from "../accounts/api-key.ts";
import { within } from "#migrations/within.ts";
import type { AccountStore, FoundKey } from "../accounts/store.ts";

/** The database that knows the keys does not answer, and the key was not seen lately. */
export class KeyCheckUnavailable extends Error {
  override readonly name = "KeyCheckUnavailable";
}

/** A revoked key stops working, and a changed limit holds, after this long at the latest. */
const FRESH_MS = 5_000;
/** With the database away, a key that was seen this lately keeps working. */
const KEPT_MS = 15 * 60_000;
const LOOKUP_TIMEOUT_MS = 2_000;
const MOST_REMEMBERED = 10_000;
const NOTE_USE_EVERY_MS = 60_000;

interface Remembered {
  readonly key: FoundKey;
  readonly checkedAtMs: number;
  notedAtMs: number;
}

/** Checks API keys against the database, with a short memory that bridges its absence. */
export class KeyCheck {
  readonly #store: Pick<AccountStore, "findKey" | "noteUse">;
  readonly #nowMs: () => number;
  /** By hash; the oldest first. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(store: Pick<AccountStore, "findKey" | "noteUse">, nowMs: () => number = Date.now) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  /** The key of a secret, or undefined when there is none or it was revoked; throws KeyCheckUnavailable. */
  async check(secret: string): Promise<FoundKey | undefined> {
    const hash = hashSecret(secret);
    const known = this.#remembered.get(hash);
    if (known !== undefined && this.#nowMs() - known.checkedAtMs < FRESH_MS) {
      this.#noteUse(known);
      return known.key;
    }
    const key = await this.#lookUp(hash, known);
    if (key === undefined || key.revokedAt !== null) {
      this.#remembered.delete(hash);
      return undefined;
    }
    return key;
  }

  async #lookUp(hash: string, known: Remembered | undefined): Promise<FoundKey | undefined> {
    try {
      const key = await within(LOOKUP_TIMEOUT_MS, this.#store.findKey(hash));
      if (key !== undefined) this.#remember(hash, key, known?.notedAtMs ?? 0);
      return key;
    } catch (error) {
      if (known !== undefined && this.#nowMs() - known.checkedAtMs < KEPT_MS) return known.key;
      throw new KeyCheckUnavailable("the keys cannot be checked", { cause: error });
    }
  }

  #remember(hash: string, key: FoundKey, notedAtMs: number): void {
    const remembered = { key, checkedAtMs: this.#nowMs(), notedAtMs };
    this.#remembered.delete(hash);
    this.#remembered.set(hash, remembered);
    this.#noteUse(remembered);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > MOST_REMEMBERED && oldest !== undefined) {
      this.#remembered.delete(oldest);
    }
  }

  #noteUse(remembered: Remembered): void {
    const nowMs = this.#nowMs();
    if (remembered.key.revokedAt !== null || nowMs - remembered.notedAtMs < NOTE_USE_EVERY_MS)
      return;
    remembered.notedAtMs = nowMs;
    // The time of last use is a courtesy: it fails no request.
    this.#store.noteUse(remembered.key.id, new Date(nowMs)).catch(() => undefined);
  }
}
