import { MINUTE_MS } from "#units/time.ts";
import { isDatabaseAway } from "#database/database-away.ts";
import { within } from "#database/within.ts";

/** Stored data of accounts cannot be reached; a retry may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly store: Store;

  constructor(store: Store, cause: unknown) {
    super(`the store of ${store} does not answer`, { cause });
    this.store = store;
  }
}

export type Store = "accounts" | "usage" | "pronunciations" | "voices" | "jobs" | "repeats";

/** While a store cannot be reached, what was read of it at most this long ago is still used: keys, pronunciations. */
export const USED_WHILE_AWAY_MS = 15 * MINUTE_MS;

const ANSWER_TIMEOUT_MS = 10_000;

/** Settles as `work` does; rejects with StoreUnavailable when the database of the store is unavailable or too slow. */
export async function reaching<Value>(store: Store, work: Promise<Value>): Promise<Value> {
  try {
    return await within(ANSWER_TIMEOUT_MS, work);
  } catch (error) {
    throw isDatabaseAway(error) ? new StoreUnavailable(store, error) : error;
  }
}
