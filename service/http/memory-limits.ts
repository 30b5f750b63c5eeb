import type { Count, Lease, RequestLimits } from "./request-limits.ts";

interface Window {
  readonly endsAtMs: number;
  count: number;
}

const SWEEP_EVERY_MS = 60_000;

/** Limits in the memory of this process: windows that begin with their first event, and leases. */
export class MemoryLimits implements RequestLimits {
  readonly isDegraded = false;
  readonly #nowMs: () => number;
  readonly #windows = new Map<string, Window>();
  readonly #leases = new Map<string, number>();
  #sweptAtMs: number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#sweptAtMs = nowMs();
  }

  async count(name: string, limit: number, windowSeconds: number): Promise<Count> {
    const nowMs = this.#nowMs();
    this.#sweep(nowMs);
    let window = this.#windows.get(name);
    if (window === undefined || window.endsAtMs <= nowMs) {
      window = { endsAtMs: nowMs + windowSeconds * 1000, count: 0 };
      this.#windows.set(name, window);
    }
    window.count += 1;
    return {
      allowed: window.count <= limit,
      limit,
      remaining: Math.max(limit - window.count, 0),
      resetSeconds: Math.ceil(Math.round(window.endsAtMs - nowMs) / 1000),
    };
  }

  async lease(name: string, limit: number): Promise<Lease | undefined> {
    const taken = this.#leases.get(name) ?? 0;
    if (taken >= limit) return undefined;
    this.#leases.set(name, taken + 1);
    let held = true;
    return {
      release: () => {
        if (held) this.#giveBack(name);
        held = false;
      },
    };
  }

  #giveBack(name: string): void {
    const left = (this.#leases.get(name) ?? 1) - 1;
    if (left === 0) this.#leases.delete(name);
    else this.#leases.set(name, left);
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < SWEEP_EVERY_MS) return;
    this.#sweptAtMs = nowMs;
    for (const [name, window] of this.#windows) {
      if (window.endsAtMs <= nowMs) this.#windows.delete(name);
    }
  }
}
