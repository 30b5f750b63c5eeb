import { setTimeout as sleep } from "node:timers/promises";

/** Something that was acknowledged, and how it is looked up again. */
export interface Written {
  /** As `key`. */
  readonly kind: string;
  readonly name: string;
  /** Number of times that it is stored now. */
  count(): Promise<number>;
}

/** What became of everything that was acknowledged. */
export interface Audit {
  readonly acknowledged: number;
  /** As `key laptop`. */
  readonly lost: readonly string[];
  readonly double: readonly string[];
}

const LOOK_AGAIN_MS = 1000;

/** Everything that was acknowledged. */
export class Ledger {
  readonly #all: Written[] = [];
  #looked = 0;

  acknowledge(written: Written): void {
    this.#all.push(written);
  }

  /**
   * Looks up what was acknowledged since the last time. What is not there is waited for, as messages on their way are, until nothing
   * more was found for `waitMs`: after a fault many messages wait for each other.
   */
  async audit(waitMs: number): Promise<Audit> {
    const since = this.#all.slice(this.#looked);
    this.#looked = this.#all.length;
    return lookUp(since, waitMs);
  }

  /** Looks up everything. */
  auditAll(): Promise<Audit> {
    return lookUp(this.#all, 0);
  }
}

async function lookUp(all: readonly Written[], waitMs: number): Promise<Audit> {
  let deadlineMs = performance.now() + waitMs;
  const counted = new Map<Written, number>();
  for (;;) {
    for (const written of all) {
      if ((counted.get(written) ?? 0) > 0) continue;
      const count = await written.count();
      counted.set(written, count);
      if (count > 0) deadlineMs = performance.now() + waitMs;
    }
    if ([...counted.values()].every((count) => count > 0)) break;
    if (performance.now() > deadlineMs) break;
    await sleep(LOOK_AGAIN_MS);
  }
  const named = (isSo: (count: number) => boolean) =>
    all.filter((one) => isSo(counted.get(one) ?? 0)).map(({ kind, name }) => `${kind} ${name}`);
  return {
    acknowledged: all.length,
    lost: named((count) => count < 1),
    double: named((count) => count > 1),
  };
}
