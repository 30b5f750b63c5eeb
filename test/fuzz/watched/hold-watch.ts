import { closeSync, existsSync, openSync, readSync } from "node:fs";

/** Measurements of a process since the last look. */
export interface Look {
  /** The longest that its event loop was held by what it computed, in milliseconds. */
  readonly computedMs: number;
  /** The same with what it waited for meanwhile: a file, a lock, another of its threads. */
  readonly heldMs: number;
  /** What it has in memory now. */
  readonly rssBytes: number;
}

export interface HoldWatch {
  look(): Promise<Look>;
}

const TICK_MS = 5;

/** Of this thread: nanoseconds that it ran, nanoseconds that it waited for a processor, and its turns; on Linux. */
const SCHEDULING = "/proc/thread-self/schedstat";

/**
 * Watches how long the event loop of this process is held, from one tick of a timer to the next.
 *
 * `monitorEventLoopDelay` cannot tell a hold from a machine on which others have the processors, which is why processor time is
 * counted, and of the clock's time only that in which the thread was not waiting for its turn.
 */
export class OwnHoldWatch implements HoldWatch, Disposable {
  readonly #turns = new Turns();
  readonly #timer = setInterval(() => this.#tick(), TICK_MS).unref();
  #cpu = process.threadCpuUsage();
  #ownMs = this.#turns.ownMs();
  #computedMs = 0;
  #heldMs = 0;

  look(): Promise<Look> {
    this.#tick();
    const look = {
      computedMs: this.#computedMs,
      heldMs: this.#heldMs,
      rssBytes: process.memoryUsage.rss(),
    };
    this.#computedMs = 0;
    this.#heldMs = 0;
    return Promise.resolve(look);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#turns[Symbol.dispose]();
  }

  #tick(): void {
    const { user, system } = process.threadCpuUsage(this.#cpu);
    this.#cpu = process.threadCpuUsage();
    this.#computedMs = Math.max(this.#computedMs, (user + system) / 1000);
    const ownMs = this.#turns.ownMs();
    this.#heldMs = Math.max(this.#heldMs, ownMs - this.#ownMs);
    this.#ownMs = ownMs;
  }
}

/** A clock that stands while this thread waits for a processor; elsewhere than on Linux one that does not. */
class Turns implements Disposable {
  readonly #file = existsSync(SCHEDULING) ? openSync(SCHEDULING, "r") : undefined;
  readonly #buffer = Buffer.alloc(128);

  ownMs(): number {
    const nowMs = performance.now();
    if (this.#file === undefined) return nowMs;
    const length = readSync(this.#file, this.#buffer, { position: 0 });
    const [, waitedNs] = this.#buffer.toString("latin1", 0, length).split(" ");
    return nowMs - Number(waitedNs) / 1e6;
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}
