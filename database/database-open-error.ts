import { Fault } from "#runtime/fault.ts";

/** Why a database could not be opened. */
const CODES = [
  /** Another process holds the embedded directory; the message has its pid. */
  "database_locked",
  /** The embedded directory cannot be made or written. */
  "directory_unwritable",
  /** The embedded database does not start with the contents of the directory. */
  "embedded_unusable",
  /** The URL is not a PostgreSQL URL. */
  "url_invalid",
  /** The PostgreSQL server does not answer, or refuses the login. */
  "server_unreachable",
  /** The role can log in, but lacks rights on the tables. */
  "rights_missing",
  /** The server answers, but its schema could not be brought up to date. */
  "migration_failed",
] as const;

type DatabaseOpenErrorCode = (typeof CODES)[number];

export function isOpenErrorCode(code: unknown): code is DatabaseOpenErrorCode {
  return (CODES as readonly unknown[]).includes(code);
}

/** Thrown when a database could not be opened; `message` is one line for the person who started the program. */
export class DatabaseOpenError extends Fault {
  override readonly name = "DatabaseOpenError";
  readonly code: DatabaseOpenErrorCode;

  constructor(code: DatabaseOpenErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
