import type { TSchema } from "typebox";
import type { ErrorName } from "../errors.ts";

/** The close code of a socket whose conversation is complete. */
export const NORMAL_CLOSE = 1000;
/** The close code of a socket when the service process shuts down. */
export const RESTART_CLOSE = 1012;

/** The protocol of a WebSocket, for the API documentation. */
export interface SocketDescription {
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The query parameters of its URL, all optional. */
  readonly query: Readonly<Record<string, TSchema>>;
  readonly fromClient: Readonly<Record<string, TSchema>>;
  readonly fromService: Readonly<Record<string, TSchema>>;
  /** The name of the message that reports an error. */
  readonly errorMessage: string;
  /** Its errors, besides those of every socket. */
  readonly errors: readonly ErrorName[];
  /** Returns an example of the message that reports an error, with the error's default text. */
  errorExample(name: ErrorName): unknown;
}
