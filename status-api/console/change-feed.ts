import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#migrations/status/schema.ts";
import { readRevision } from "#monitor/store/revision.ts";

const EVERY_MS = 2_000;

/** Notifies listeners when the revision of the database changes; polls the database only while there are listeners. */
export class ChangeFeed {
  readonly #db: Database;
  readonly #listeners = new Set<() => void>();
  #isAsking = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Calls `listener` after each change, until it is disposed. */
  listen(listener: () => void): Disposable {
    this.#listeners.add(listener);
    if (!this.#isAsking) void this.#ask();
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    let known: number | undefined;
    while (this.#listeners.size > 0) {
      // While the database does not answer, there is no change that could be shown.
      const number = await readRevision(this.#db).then(
        (revision) => revision.number,
        () => known,
      );
      if (known !== undefined && number !== known) {
        for (const listener of this.#listeners) listener();
      }
      known = number;
      await sleep(EVERY_MS, undefined, { ref: false });
    }
    this.#isAsking = false;
  }
}
