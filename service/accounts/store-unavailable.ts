import { within } from "#migrations/within.ts";

/** What accounts have stored cannot be reached; it is worth while to try again. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly store: Store;

  constructor(store: Store, cause: unknown) {
    super(`the store of ${store} does not answer`, { cause });
    this.store = store;
  }
}

/** What is stored. */
export type Store = "accounts" | "usage" | "pronunciations" | "voices" | "repeats";

const ANSWER_TIMEOUT_MS = 10_000;

/** Settles as `work` does on a store; rejects with StoreUnavailable when its database is away or too slow. */
export async function reaching<Value>(store: Store, work: Promise<Value>): Promise<Value> {
  try {
    return await within(ANSWER_TIMEOUT_MS, work);
  } catch (error) {
    throw isAway(error) ? new StoreUnavailable(store, error) : error;
  }
}

/** SQLSTATE classes of a server that cannot serve: connections, resources, operators, its system. */
const AWAY = /^(?:08|53|57|58)/;

function isAway(error: unknown): boolean {
  // A name with several addresses, of which none answers.
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error) || error instanceof TypeError) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return true;
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) return AWAY.test(code);
  // The drivers give a connection that ended, or a database that was closed, no code and no class of its own.
  return error.constructor === Error;
}
