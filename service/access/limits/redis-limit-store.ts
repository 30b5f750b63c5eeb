import { once } from "node:events";
import { ClientOfflineError, createClient } from "@redis/client";
import { within } from "#database/within.ts";
import type { Count, LimitStore, Place, Taking } from "./limit-store.ts";
import { redisScripts } from "./redis-scripts.ts";

const KEY_PREFIX = "speech-limits:";
const CONNECT_TIMEOUT_MS = 2_000;
/** Name of a throwaway count: a server may answer and still refuse writes. */
const TRIAL = "trial";
const TRIAL_MS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;
const MAX_RECONNECT_MS = 1_000;

type Client = ReturnType<typeof newClient>;

/**
 * Limits in Redis or Valkey, shared by all processes that use the same server; every method rejects while it is unavailable.
 */
export class RedisLimitStore implements LimitStore {
  readonly placeLifetimeMs: number;
  readonly isShared = true;
  readonly isDegraded = false;
  readonly #client: Client;
  /** Reason of the last connection failure. */
  #fault: unknown;

  /** Starts to connect, and reconnects whenever the connection is lost. `url` begins with redis:// or rediss://. */
  constructor(url: string, placeLifetimeMs: number) {
    this.placeLifetimeMs = placeLifetimeMs;
    this.#client = newClient(url);
    // Without a listener a lost connection ends the process; the next command rejects with this error.
    this.#client.on("error", (error) => void (this.#fault = error));
    void this.#client.connect().catch(() => undefined);
  }

  async count(name: string, limit: number, windowMs: number, events: 0 | 1): Promise<Count> {
    const reply = await this.#ask((client) =>
      client.limitCount(countKey(name), limit, windowMs, events),
    );
    const [allowed = 0, counted = 0, resetMs = 0] = reply;
    return {
      allowed: allowed === 1,
      limit,
      remaining: Math.max(limit - counted, 0),
      resetSeconds: Math.ceil(resetMs / 1000),
    };
  }

  async uncount(name: string): Promise<void> {
    await this.#ask((client) => client.rPop(countKey(name)));
  }

  async add(name: string, amount: number, lifetimeMs: number): Promise<number> {
    const [sum = 0] = await this.#ask((client) =>
      client.limitAdd(sumKey(name), amount, lifetimeMs),
    );
    return sum;
  }

  async take({ name, id }: Place, limit: number): Promise<Taking> {
    const reply = await this.#ask((client) =>
      client.limitTake(placesKey(name), limit, id, this.placeLifetimeMs),
    );
    const [taken = 0, running = 0] = reply;
    return { taken: taken === 1, running };
  }

  async keep(places: readonly Place[]): Promise<void> {
    await Promise.all(
      places.map(({ name, id }) =>
        this.#ask((client) => client.limitKeep(placesKey(name), id, this.placeLifetimeMs)),
      ),
    );
  }

  async free({ name, id }: Place): Promise<void> {
    await this.#ask((client) => client.zRem(placesKey(name), id));
  }

  async running(name: string): Promise<number> {
    const [running = 0] = await this.#ask((client) => client.limitRunning(placesKey(name)));
    return running;
  }

  /** Waits for a connection and tries to count; rejects with the reason when either fails. */
  async ping(): Promise<void> {
    if (!this.#client.isReady) await once(this.#client, "ready");
    await this.count(TRIAL, 1, TRIAL_MS, 1);
  }

  async #ask<Answer>(question: (client: Client) => Promise<Answer>): Promise<Answer> {
    try {
      return await question(this.#client);
    } catch (error) {
      throw error instanceof ClientOfflineError ? (this.#fault ?? error) : error;
    }
  }

  /** Waits briefly for pending commands, so that the places freed last are released. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#client.isReady) {
      await within(CLOSE_TIMEOUT_MS, this.#client.close()).catch(() => undefined);
    }
    this.#client.destroy();
  }
}

/** A name may have a count, a sum and places, so each kind has its own Redis key. */
function countKey(name: string): string {
  return `count ${name}`;
}

function sumKey(name: string): string {
  return `sum ${name}`;
}

function placesKey(name: string): string {
  return `places ${name}`;
}

function newClient(url: string) {
  return createClient({
    url,
    scripts: redisScripts,
    keyPrefix: KEY_PREFIX,
    // A request must not wait for an unavailable server.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, MAX_RECONNECT_MS),
    },
  });
}
