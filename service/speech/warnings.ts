import type { Sent } from "../contract/schema.ts";
import { WARNINGS, type Warnings, type WarningCode } from "../contract/transcriptions.ts";

/** Returns the field `warnings` of a transcript: left out where there is nothing to warn of. */
export function warningsOf(isTurkish: boolean | undefined): {
  readonly warnings?: Sent<typeof Warnings>;
} {
  const codes: readonly WarningCode[] = isTurkish === false ? ["language_not_turkish"] : [];
  if (codes.length === 0) return {};
  return { warnings: codes.map((code) => ({ code, message: WARNINGS[code] })) };
}
