import type { ErrorName } from "./errors.ts";

/** A request that cannot be fulfilled as it was made: trying again does not help. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorName;
  /** The field that is at fault. */
  readonly param: string | null;

  constructor(code: ErrorName, message: string, param: string | null = null) {
    super(message);
    this.code = code;
    this.param = param;
  }
}
