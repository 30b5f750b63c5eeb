import type { IncomingHttpHeaders } from "node:http";
import type { TSchema } from "typebox";
import type { ApiError } from "./errors.ts";

/** The API of another vendor, whose clients find here what it has a counterpart for. */
export interface Dialect {
  readonly name: string;
  /** As people call the vendor. */
  readonly vendor: string;
  /** The header by which a request shows that it speaks the dialect, for readers. */
  readonly header: string;
  /** Says whether a request shows by its credential that it speaks the dialect. */
  isSpokenBy(headers: IncomingHttpHeaders): boolean;
  /** The body of a refusal, as the vendor's clients read it. */
  errorBody(error: ApiError, requestId: string): object;
  readonly ErrorAnswer: TSchema;
}
