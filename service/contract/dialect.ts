import type { IncomingHttpHeaders } from "node:http";
import type { TSchema } from "typebox";
import type { ApiError } from "./errors.ts";

/** The API of another vendor, as far as this service has counterparts. */
export interface Dialect {
  readonly name: string;
  /** The display name of the vendor. */
  readonly vendor: string;
  /** The request header that indicates the dialect, for the documentation. */
  readonly header: string;
  /** Returns whether a request's credential indicates the dialect. */
  isSpokenBy(headers: IncomingHttpHeaders): boolean;
  /** Returns the body of an error response in the vendor's shape. */
  errorBody(error: ApiError, requestId: string): object;
  readonly ErrorAnswer: TSchema;
}
