import { TONE_OF_IMPACT } from "./impact.ts";
import type { Tone } from "./overall.ts";
import type { StatusEvent } from "./status-event.ts";

/** Returns the tone of a status event: of its impact while it lasts, then `monitoring`, and `operational` once resolved. */
export function toneOfStatusEvent({
  impact,
  status,
  resolvedAtMs,
}: Pick<StatusEvent<string>, "impact" | "status" | "resolvedAtMs">): Tone {
  if (resolvedAtMs !== null) return "operational";
  return status === "monitoring" ? "monitoring" : TONE_OF_IMPACT[impact];
}
