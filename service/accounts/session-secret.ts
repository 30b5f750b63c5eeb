import { StoreUnavailable } from "./store-unavailable.ts";

/** The secret of all replicas, which lies in the database: known once that was reached. */
export class SessionSecret {
  #value: string | undefined;

  /** Throws StoreUnavailable as long as the database was not reached. */
  get value(): string {
    if (this.#value === undefined) {
      throw new StoreUnavailable("accounts", new Error("the database was not reached yet"));
    }
    return this.#value;
  }

  set value(value: string) {
    this.#value = value;
  }
}
