import { clientOf } from "#runtime/client-address.ts";

const MAX_CLIENTS = 10_000;

/**
 * A sliding-window rate limit per client address, kept in the memory of this process.
 *
 * Beyond `MAX_CLIENTS` the client that was counted least recently is forgotten, so that memory stays bounded.
 */
export class AddressLimit {
  readonly #max: number;
  readonly #windowMs: number;
  readonly #countedAtMs = new Map<string, readonly number[]>();

  constructor(max: number, windowMs: number) {
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Returns the seconds until the client may try again; 0 when it may now. */
  secondsToWait(address: string, nowMs: number): number {
    const recent = this.#recent(clientOf(address), nowMs);
    const [oldestMs = nowMs] = recent;
    if (recent.length < this.#max) return 0;
    return Math.max(1, Math.ceil((oldestMs + this.#windowMs - nowMs) / 1000));
  }

  count(address: string, nowMs: number): void {
    const client = clientOf(address);
    const recent = this.#recent(client, nowMs);
    this.#countedAtMs.delete(client);
    this.#countedAtMs.set(client, [...recent, nowMs]);
    const [oldest] = this.#countedAtMs.keys();
    if (this.#countedAtMs.size > MAX_CLIENTS && oldest !== undefined) {
      this.#countedAtMs.delete(oldest);
    }
  }

  #recent(client: string, nowMs: number): readonly number[] {
    // The absolute difference, so that a clock that was set back locks nobody out.
    const isRecent = (atMs: number) => Math.abs(nowMs - atMs) < this.#windowMs;
    return (this.#countedAtMs.get(client) ?? []).filter(isRecent);
  }
}
