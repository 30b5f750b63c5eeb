import { CircuitBreaker } from "#database/circuit-breaker.ts";
import { within } from "#database/within.ts";
import type { Count, LimitStore, Place, Taking } from "./limit-store.ts";
import type { MemoryLimitStore } from "./memory-limit-store.ts";

/** A store of limits that others share and that may be away. */
export interface SharedLimitStore extends LimitStore {
  /** Rejects, or takes for ever, while it is away. */
  ping(): Promise<void>;
}

/** A shared store that takes longer than this counts as away. */
const PATIENCE_MS = 1_000;

/**
 * Limits in a shared store and, while that is away, in this process alone: what is counted there is noted here too.
 *
 * When the shared store is back it is told the places that this process holds, and those that it gave back meanwhile.
 */
export class FallbackLimitStore implements LimitStore {
  readonly placeLifetimeMs: number;
  readonly #shared: SharedLimitStore;
  readonly #local: MemoryLimitStore;
  readonly #breaker: CircuitBreaker;
  /** Places that were given back and that the shared store may still hold, by id, the oldest first. */
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

  get isDegraded(): boolean {
    return this.#breaker.isOpen;
  }

  async count(name: string, limit: number, windowMs: number, events: 0 | 1): Promise<Count> {
    const count = await this.#ask((shared) => shared.count(name, limit, windowMs, events));
    if (count?.allowed === false) return count;
    const localCount = await this.#local.count(name, limit, windowMs, events);
    return count ?? localCount;
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

  /** Finds out how things are before the first request does. */
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
      return await within(PATIENCE_MS, question(this.#shared));
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

  /** The shared store holds no place for longer that nobody keeps. */
  #forgetExpired(): void {
    for (const [id, { atMs }] of this.#givenBack) {
      if (performance.now() - atMs <= this.placeLifetimeMs) return;
      this.#givenBack.delete(id);
    }
  }

  async #meetAgain(): Promise<void> {
    await within(PATIENCE_MS, this.#shared.ping());
    await within(PATIENCE_MS, this.#giveBack());
    await within(PATIENCE_MS, this.#shared.keep(this.#local.places()));
  }
}
