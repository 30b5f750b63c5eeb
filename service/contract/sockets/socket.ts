import type { TSchema } from "typebox";
import type { ErrorName } from "../errors.ts";

/** The close code of a socket whose process stops. */
export const RESTART_CLOSE = 1012;

/** A conversation on a socket, for those who write clients. */
export interface SocketDescription {
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The parameters in its address, all of which may be left out. */
  readonly query: Readonly<Record<string, TSchema>>;
  readonly fromClient: Readonly<Record<string, TSchema>>;
  readonly fromService: Readonly<Record<string, TSchema>>;
  /** The name of the message that tells an error. */
  readonly errorMessage: string;
  /** Beside those that every socket has. */
  readonly errors: readonly ErrorName[];
  /** The message that tells an error whose occasion has no better words. */
  errorExample(name: ErrorName): unknown;
}
