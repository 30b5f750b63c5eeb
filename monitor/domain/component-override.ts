import type { ComponentOverride } from "#migrations/status/schema.ts";
import { CHECK_IMPACTS } from "./component-status.ts";

export type { ComponentOverride };

/** What a person may say of a component: whether nobody looks is not said, and maintenance is planned. */
export const OVERRIDE_STATUSES = [
  "operational",
  ...CHECK_IMPACTS,
] as const satisfies readonly ComponentOverride["status"][];

/** How far ahead what a person says may end: nobody forgets it for longer. */
export const MAX_OVERRIDE_MS = 7 * 24 * 60 * 60_000;

/** Returns what holds at `nowMs` of what a person said; null once it has ended. */
export function overrideAt(
  override: ComponentOverride | null,
  nowMs: number,
): ComponentOverride | null {
  return override !== null && nowMs < override.untilMs ? override : null;
}
