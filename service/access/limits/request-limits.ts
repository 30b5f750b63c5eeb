import { createHash, randomUUID } from "node:crypto";
import { FallbackLimitStore } from "./fallback-limit-store.ts";
import { MemoryLimitStore } from "./memory-limit-store.ts";
import { RedisLimitStore } from "./redis-limit-store.ts";
import type { Count, LimitStore, Place } from "./limit-store.ts";

/** Result of requesting a lease; `lease` is undefined when all are taken. */
interface Leasing {
  readonly lease: { release(): void } | undefined;
  readonly running: number;
}

const KEEPS_PER_LIFETIME = 3;

/** Counts requests and leases concurrent places; renews the held leases as long as this process lives. */
export class RequestLimits implements AsyncDisposable {
  readonly #store: LimitStore;
  readonly #held = new Set<Place>();
  readonly #heartbeat: NodeJS.Timeout;

  /** Takes ownership of the store: it is disposed of with this object. */
  constructor(store: LimitStore) {
    this.#store = store;
    const everyMs = store.placeLifetimeMs / KEEPS_PER_LIFETIME;
    this.#heartbeat = setInterval(() => void this.#keepHeld(), everyMs);
    this.#heartbeat.unref();
  }

  get isShared(): boolean {
    return this.#store.isShared;
  }

  get isDegraded(): boolean {
    return this.#store.isDegraded;
  }

  /** Counts one event; at most `limit` are allowed in any `windowSeconds`. */
  count(name: string, limit: number, windowSeconds: number): Promise<Count> {
    return this.#store.count(keyOf(name), limit, windowSeconds * 1000, 1);
  }

  /** Reads a count without counting an event. */
  look(name: string, limit: number, windowSeconds: number): Promise<Count> {
    return this.#store.count(keyOf(name), limit, windowSeconds * 1000, 0);
  }

  /** Takes back an event that was counted. */
  uncount(name: string): Promise<void> {
    return this.#store.uncount(keyOf(name));
  }

  /** Adds a whole amount to a sum that expires `lifetimeSeconds` after its creation; returns the sum. */
  add(name: string, amount: number, lifetimeSeconds: number): Promise<number> {
    return this.#store.add(keyOf(name), amount, lifetimeSeconds * 1000);
  }

  /** Takes one of `limit` leases of a name. */
  async lease(name: string, limit: number): Promise<Leasing> {
    const place = { name: keyOf(name), id: randomUUID() };
    const { taken, running } = await this.#store.take(place, limit);
    if (!taken) return { lease: undefined, running };
    this.#held.add(place);
    return { lease: { release: () => this.#release(place) }, running };
  }

  running(name: string): Promise<number> {
    return this.#store.running(keyOf(name));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.#store[Symbol.asyncDispose]();
  }

  #release(place: Place): void {
    // If the store is unavailable, the place expires there because it is not renewed.
    if (this.#held.delete(place)) this.#store.free(place).catch(() => undefined);
  }

  async #keepHeld(): Promise<void> {
    if (this.#held.size > 0) await this.#store.keep([...this.#held]).catch(() => undefined);
  }
}

/** Returns the hash of a name: short, and without the e-mail address (of any length) that a name may contain. */
function keyOf(name: string): string {
  return createHash("sha256").update(name).digest("base64url");
}

/** The places of a killed process are free again after this time. */
const PLACE_LIFETIME_MS = 24_000;

/**
 * Opens the limits of a process: in Redis or Valkey when there is a URL, else in memory.
 *
 * An unavailable server does not stop the process; `onChange` reports it.
 */
export async function openRequestLimits(
  redisUrl: string | undefined,
  onChange: (isDegraded: boolean, cause: unknown) => void,
): Promise<RequestLimits> {
  const local = new MemoryLimitStore(PLACE_LIFETIME_MS);
  if (redisUrl === undefined) return new RequestLimits(local);
  const shared = new RedisLimitStore(redisUrl, PLACE_LIFETIME_MS);
  const store = new FallbackLimitStore(shared, local, onChange);
  await store.begin();
  return new RequestLimits(store);
}
