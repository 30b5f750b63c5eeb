import { MINUTE_MS } from "#units/time.ts";
import type { Count, LimitStore, Place, Taking } from "./limit-store.ts";

interface Window {
  /** Times of the counted events; oldest first. */
  readonly times: number[];
  lengthMs: number;
}

const SWEEP_EVERY_MS = MINUTE_MS;

export class MemoryLimitStore implements LimitStore {
  readonly placeLifetimeMs: number;
  readonly isShared: boolean = false;
  readonly isDegraded = false;
  readonly #nowMs: () => number;
  readonly #windows = new Map<string, Window>();
  /** Expiry time of each place, by name and then by id. */
  readonly #places = new Map<string, Map<string, number>>();
  readonly #sums = new Map<string, { sum: number; readonly expiresAtMs: number }>();
  #sweptAtMs: number;

  constructor(placeLifetimeMs: number, nowMs: () => number = () => performance.now()) {
    this.placeLifetimeMs = placeLifetimeMs;
    this.#nowMs = nowMs;
    this.#sweptAtMs = nowMs();
  }

  async count(name: string, limit: number, windowMs: number, events: 0 | 1): Promise<Count> {
    const nowMs = this.#nowMs();
    this.#sweep(nowMs);
    const times = this.#timesWithin(name, windowMs, nowMs);
    const allowed = times.length + events <= limit;
    if (allowed && events === 1) times.push(nowMs);
    // The event that has to leave the window before there is room for one more.
    const next = times[Math.max(times.length - limit, 0)];
    const resetMs = next === undefined ? (allowed ? 0 : windowMs) : next + windowMs - nowMs;
    return {
      allowed,
      limit,
      remaining: Math.max(limit - times.length, 0),
      resetSeconds: Math.ceil(Math.round(resetMs) / 1000),
    };
  }

  async uncount(name: string): Promise<void> {
    this.#windows.get(name)?.times.pop();
  }

  async add(name: string, amount: number, lifetimeMs: number): Promise<number> {
    const nowMs = this.#nowMs();
    this.#sweep(nowMs);
    const kept = this.#sums.get(name);
    const isKept = kept !== undefined && kept.expiresAtMs > nowMs;
    const entry = isKept ? kept : { sum: 0, expiresAtMs: nowMs + lifetimeMs };
    entry.sum += amount;
    if (entry.sum !== 0 || isKept) this.#sums.set(name, entry);
    return entry.sum;
  }

  async take({ name, id }: Place, limit: number): Promise<Taking> {
    const nowMs = this.#nowMs();
    const taken = this.#placesOf(name, nowMs);
    if (taken.size >= limit) return { taken: false, running: taken.size };
    this.#hold({ name, id }, nowMs);
    return { taken: true, running: this.#places.get(name)?.size ?? 0 };
  }

  async keep(places: readonly Place[]): Promise<void> {
    const nowMs = this.#nowMs();
    for (const place of places) this.#hold(place, nowMs);
  }

  async free({ name, id }: Place): Promise<void> {
    const taken = this.#places.get(name);
    taken?.delete(id);
    if (taken?.size === 0) this.#places.delete(name);
  }

  async running(name: string): Promise<number> {
    return this.#placesOf(name, this.#nowMs()).size;
  }

  places(): readonly Place[] {
    return [...this.#places].flatMap(([name, taken]) =>
      [...taken.keys()].map((id) => ({ name, id })),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #timesWithin(name: string, windowMs: number, nowMs: number): number[] {
    const window = this.#windows.get(name) ?? { times: [], lengthMs: windowMs };
    window.lengthMs = windowMs;
    this.#windows.set(name, window);
    const { times } = window;
    const firstWithin = times.findIndex((time) => time > nowMs - windowMs);
    times.splice(0, firstWithin === -1 ? times.length : firstWithin);
    return times;
  }

  #hold({ name, id }: Place, nowMs: number): void {
    const taken = this.#places.get(name) ?? new Map<string, number>();
    this.#places.set(name, taken.set(id, nowMs + this.placeLifetimeMs));
  }

  #placesOf(name: string, nowMs: number): ReadonlyMap<string, number> {
    const taken = this.#places.get(name) ?? new Map<string, number>();
    for (const [id, expiresAtMs] of taken) if (expiresAtMs <= nowMs) taken.delete(id);
    return taken;
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < SWEEP_EVERY_MS) return;
    this.#sweptAtMs = nowMs;
    for (const [name, { times, lengthMs }] of this.#windows) {
      if ((times.at(-1) ?? -Infinity) <= nowMs - lengthMs) this.#windows.delete(name);
    }
    for (const [name, { expiresAtMs }] of this.#sums) {
      if (expiresAtMs <= nowMs) this.#sums.delete(name);
    }
  }
}
