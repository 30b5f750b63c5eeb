import { WEEK_MS } from "#units/time.ts";
import type { ComponentOverride } from "#migrations/status/schema.ts";
import { CHECK_IMPACTS } from "./component-status.ts";

export type { ComponentOverride };

/** The statuses that a person may set: not `unknown`, and not maintenance, which is scheduled instead. */
export const OVERRIDE_STATUSES = [
  "operational",
  ...CHECK_IMPACTS,
] as const satisfies readonly ComponentOverride["status"][];

/** The maximum duration of an override, so that none is forgotten for longer. */
export const MAX_OVERRIDE_MS = WEEK_MS;

/** Returns the override if it is in effect at `nowMs`; null once it has ended. */
export function overrideAt(
  override: ComponentOverride | null,
  nowMs: number,
): ComponentOverride | null {
  return override !== null && nowMs < override.untilMs ? override : null;
}
