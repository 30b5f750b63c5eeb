import { CircuitBreaker } from "#database/circuit-breaker.ts";
import { within } from "#database/within.ts";
import type { Count, LimitStore, Place, Taking } from "./limit-store.ts";
import type { MemoryLimitStore } from "./memory-limit-store.ts";

/** A limit store shared with other processes, which may be unavailable. */
export interface SharedLimitStore extends LimitStore {
  /** Rejects, or never settles, while the store is unavailable. */
  ping(): Promise<void>;
}

/** A shared store that takes longer to answer counts as unavailable. */
const TIMEOUT_MS = 1_000;

/**
 * Limits in a shared store and, while it is unavailable, in this process alone; counts are always mirrored locally.
 *
 * When the shared store is back, it is sent the places that this process holds and those that it released meanwhile.
 */
export class FallbackLimitStore implements LimitStore {
  readonly placeLifetimeMs: number;
  readonly #shared: SharedLimitStore;
  readonly #local: MemoryLimitStore;
  readonly #breaker: CircuitBreaker;
  /** Released places that the shared store may still hold, by id; oldest first. */
  readonly #givenBack = new Map<string, { readonly place: Place; readonly atMs: number }>();

  constructor(
    shared: SharedLimitStore,
    local: MemoryLimitStore,
    onChange: (isDegraded: boolean, cause: unknown) => void,
  ) {
    this.placeLifetimeMs = shared.placeLifetimeMs;
    this.#shared = shared;
    this.#local = local;
    this.#breaker = new CircuitBreaker(() => this.#meetAgain(), onChange);
  }

  get isShared(): boolean {
    return !this.isDegraded;
  }

  get isDegraded(): boolean {
    return this.#breaker.isOpen;
  }

  async count(name: string, limit: number, windowMs: number, events: 0 | 1): Promise<Count> {
    const count = await this.#ask((shared) => shared.count(name, limit, windowMs, events));
    if (count?.allowed === false) return count;
    const localCount = await this.#local.count(name, limit, windowMs, events);
    return count ?? localCount;
  }

  async uncount(name: string): Promise<void> {
    await this.#ask((shared) => shared.uncount(name));
    await this.#local.uncount(name);
  }

  async add(name: string, amount: number, lifetimeMs: number): Promise<number> {
    const sum = await this.#ask((shared) => shared.add(name, amount, lifetimeMs));
    const localSum = await this.#local.add(name, amount, lifetimeMs);
    return sum ?? localSum;
  }

  async take(place: Place, limit: number): Promise<Taking> {
    const taking = await this.#ask((shared) => shared.take(place, limit));
    if (taking === undefined) return this.#local.take(place, limit);
    if (taking.taken) await this.#local.keep([place]);
    return taking;
  }

  async keep(places: readonly Place[]): Promise<void> {
    await this.#local.keep(places);
    await this.#ask((shared) => shared.keep(places));
  }

  async free(place: Place): Promise<void> {
    await this.#local.free(place);
    this.#forgetExpired();
    this.#givenBack.set(place.id, { place, atMs: performance.now() });
    await this.#ask(() => this.#giveBack());
  }

  async running(name: string): Promise<number> {
    return (await this.#ask((shared) => shared.running(name))) ?? this.#local.running(name);
  }

  /** Checks whether the shared store is available, before the first request. */
  async begin(): Promise<void> {
    await this.#ask((shared) => shared.ping());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#breaker[Symbol.dispose]();
    await this.#shared[Symbol.asyncDispose]();
  }

  async #ask<Answer>(
    question: (shared: SharedLimitStore) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    if (this.#breaker.isOpen) return undefined;
    try {
      return await within(TIMEOUT_MS, question(this.#shared));
    } catch (error) {
      this.#breaker.open(error);
      return undefined;
    }
  }

  async #giveBack(): Promise<void> {
    await Promise.all(
      Array.from(this.#givenBack.values(), async ({ place }) => {
        await this.#shared.free(place);
        this.#givenBack.delete(place.id);
      }),
    );
  }

  /** Forgets released places that have expired in the shared store anyway. */
  #forgetExpired(): void {
    for (const [id, { atMs }] of this.#givenBack) {
      if (performance.now() - atMs <= this.placeLifetimeMs) return;
      this.#givenBack.delete(id);
    }
  }

  async #meetAgain(): Promise<void> {
    await within(TIMEOUT_MS, this.#shared.ping());
    await within(TIMEOUT_MS, this.#giveBack());
    await within(TIMEOUT_MS, this.#shared.keep(this.#local.places()));
  }
}
