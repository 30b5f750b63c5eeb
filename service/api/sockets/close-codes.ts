import { ERRORS, type ApiError } from "../../contract/errors.ts";

const CLOSE_CODES = { base: 4000, internalError: 1011 };

/** The code that a socket is closed with after an error: 4000 and the HTTP status, 1011 for a fault of the server. */
export function closeCodeOf({ kind: { status } }: ApiError): number {
  return status === 500 ? CLOSE_CODES.internalError : CLOSE_CODES.base + status;
}

const ERROR_CLOSE_CODES: ReadonlySet<number> = new Set(
  Object.values(ERRORS).map(({ status }) => CLOSE_CODES.base + status),
);

/** A close code as metrics name it: of those that clients may choose freely, such as no error has are `other`. */
export function closeLabel(code: number): string {
  const isStandard = code >= 1000 && code < 1016;
  return isStandard || ERROR_CLOSE_CODES.has(code) ? String(code) : "other";
}
