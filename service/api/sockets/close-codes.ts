import { ERRORS, type ApiError } from "../../contract/errors.ts";

const CLOSE_CODES = { base: 4000, internalError: 1011 };

/** Returns the close code after an error: 4000 plus the HTTP status, or 1011 for an error of the server. */
export function closeCodeOf({ kind: { status } }: ApiError): number {
  return status === 500 ? CLOSE_CODES.internalError : CLOSE_CODES.base + status;
}

const ERROR_CLOSE_CODES: ReadonlySet<number> = new Set(
  Object.values(ERRORS).map(({ status }) => CLOSE_CODES.base + status),
);

/** Returns the metric label of a close code; a code that a client has chosen, and that no error has, is `other`. */
export function closeLabel(code: number): string {
  const isStandard = code >= 1000 && code < 1016;
  return isStandard || ERROR_CLOSE_CODES.has(code) ? String(code) : "other";
}
