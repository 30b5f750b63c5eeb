/**
 * Why a database could not be opened.
 *
 * - `database_locked`: another process holds the embedded directory; the message has its pid.
 * - `directory_unwritable`: the embedded directory cannot be made or written.
 * - `embedded_unusable`: the embedded database does not start on what lies in the directory.
 * - `url_invalid`: the URL is not a PostgreSQL URL.
 * - `server_unreachable`: the PostgreSQL server does not answer, or refuses the login.
 * - `migration_failed`: the server answers, but its schema could not be brought up to date.
 */
export type DatabaseOpenErrorCode =
  | "database_locked"
  | "directory_unwritable"
  | "embedded_unusable"
  | "url_invalid"
  | "server_unreachable"
  | "migration_failed";

/** A database that could not be opened; `message` is one line fit for the person who started it. */
export class DatabaseOpenError extends Error {
  readonly code: DatabaseOpenErrorCode;

  constructor(code: DatabaseOpenErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DatabaseOpenError";
    this.code = code;
  }
}
