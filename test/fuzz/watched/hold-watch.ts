/** What a process has been like since it was last looked at. */
export interface Look {
  /** The longest that its event loop was held by work, in milliseconds. */
  readonly holdMs: number;
  /** What it has in memory now. */
  readonly rssBytes: number;
}

export interface HoldWatch {
  look(): Promise<Look>;
}

const TICK_MS = 5;

/**
 * Watches how long the event loop of this process is held: the processor time of its thread between two ticks of a timer.
 * Time in which the machine had the thread wait for its turn does not count, as `monitorEventLoopDelay` would have it.
 */
export class OwnHoldWatch implements HoldWatch, Disposable {
  #before = process.threadCpuUsage();
  #holdMs = 0;
  readonly #timer = setInterval(() => this.#tick(), TICK_MS).unref();

  look(): Promise<Look> {
    this.#tick();
    const look = { holdMs: this.#holdMs, rssBytes: process.memoryUsage.rss() };
    this.#holdMs = 0;
    return Promise.resolve(look);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const { user, system } = process.threadCpuUsage(this.#before);
    this.#before = process.threadCpuUsage();
    this.#holdMs = Math.max(this.#holdMs, (user + system) / 1000);
  }
}
