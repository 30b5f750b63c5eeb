import { isDatabaseAway } from "#database/database-away.ts";
import { within } from "#database/within.ts";

/** What accounts have stored cannot be reached; it is worth while to try again. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly store: Store;

  constructor(store: Store, cause: unknown) {
    super(`the store of ${store} does not answer`, { cause });
    this.store = store;
  }
}

export type Store = "accounts" | "usage" | "pronunciations" | "voices" | "repeats";

const ANSWER_TIMEOUT_MS = 10_000;

/** Settles as `work` does on a store; rejects with StoreUnavailable when its database is away or too slow. */
export async function reaching<Value>(store: Store, work: Promise<Value>): Promise<Value> {
  try {
    return await within(ANSWER_TIMEOUT_MS, work);
  } catch (error) {
    throw isDatabaseAway(error) ? new StoreUnavailable(store, error) : error;
  }
}
