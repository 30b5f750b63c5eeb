import { setTimeout as sleep } from "node:timers/promises";
import type { Activity } from "../../contract/activities.ts";
import { ApiError } from "../../contract/errors.ts";
import { payerOf, type Principal } from "../../access/authenticate.ts";
import { QuotaExceeded } from "../../access/quota/allowance.ts";
import type { ApiServices } from "../http/services.ts";
import { toApiError } from "../http/to-api-error.ts";

const EVERY_MS = 2_000;

/** An admitted socket that can be ended with an error. */
export interface Guest {
  readonly principal: Principal;
  readonly activity: Activity;
  /** When it took its place, on the clock of `performance.now`; it may be watched much later. */
  readonly admittedAtMs: number;
  fail(error: ApiError): void;
}

/**
 * Checks every few seconds whether the keys behind open sockets are still in use and their limits unchanged. Ends sockets whose
 * key is not, and, newest first, those beyond a lowered limit.
 */
export class Rechecks implements Disposable {
  readonly #services: Pick<ApiServices, "keyCheck" | "admission">;
  /** Keyed by the key that pays. */
  readonly #guests = new Map<string, Set<Guest>>();
  readonly #stopped = new AbortController();

  constructor(services: Pick<ApiServices, "keyCheck" | "admission">) {
    this.#services = services;
    void this.#goOn();
  }

  /** Watches a socket until the returned function is called; an anonymous session has no key to check. */
  add(guest: Guest): () => void {
    const keyId = payerOf(guest.principal)?.keyId;
    if (keyId === undefined) return () => undefined;
    const guests = this.#guests.get(keyId) ?? new Set();
    this.#guests.set(keyId, guests.add(guest));
    return () => {
      guests.delete(guest);
      if (guests.size === 0 && this.#guests.get(keyId) === guests) this.#guests.delete(keyId);
    };
  }

  [Symbol.dispose](): void {
    this.#stopped.abort();
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      // While the database is unavailable all sockets go on.
      for (const [keyId, guests] of this.#guests) {
        await this.#look(keyId, guests).catch(() => undefined);
      }
      await sleep(EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  async #look(keyId: string, guests: ReadonlySet<Guest>): Promise<void> {
    const key = await this.#services.keyCheck.checkId(keyId);
    const newestFirst = [...guests].toSorted((a, b) => b.admittedAtMs - a.admittedAtMs);
    if (key === undefined) {
      for (const guest of newestFirst) {
        const isKey = guest.principal.kind === "key";
        guest.fail(new ApiError(isKey ? "invalid_api_key" : "invalid_token"));
      }
      return;
    }
    if (!newestFirst.some(({ principal }) => haveChanged(principal.limits, key.limits))) return;
    const ending = new Set<Activity>();
    for (const guest of newestFirst) {
      const { principal, activity } = guest;
      // It may have ended meanwhile, or one that ends may still hold its place.
      if (!guests.has(guest) || ending.has(activity)) continue;
      await this.#services.admission
        .goOn(withLimits(principal, key.limits), activity)
        .catch((error: unknown) => {
          // The limit store may be unavailable; then all sockets go on.
          if (!(error instanceof ApiError || error instanceof QuotaExceeded)) return;
          guest.fail(toApiError(error));
          if (guests.has(guest)) ending.add(activity);
        });
    }
  }
}

/** Returns the principal with the current limits, also for the key that pays. */
function withLimits(principal: Principal, limits: Principal["limits"]): Principal {
  if (principal.kind === "key") return { ...principal, limits };
  return { ...principal, limits, payer: principal.payer && { ...principal.payer, limits } };
}

function haveChanged(one: Principal["limits"], other: Principal["limits"]): boolean {
  return Object.entries(other).some(([name, limit]) => one[name as keyof typeof one] !== limit);
}
