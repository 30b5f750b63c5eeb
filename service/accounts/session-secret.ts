import { StoreUnavailable } from "./store-unavailable.ts";

/** The secret that all replicas share through the database; known once the database was reached. */
export class SessionSecret {
  #value: string | undefined;

  /** Throws StoreUnavailable until the database was reached. */
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
