import { TONE_OF_IMPACT } from "./impact.ts";
import type { Tone } from "./overall.ts";
import type { StatusEvent } from "./status-event.ts";

/** The tone of a status event: that of its impact while it lasts, one of its own while it is only watched, then that of health. */
export function toneOfStatusEvent({
  impact,
  status,
  resolvedAtMs,
}: Pick<StatusEvent<string>, "impact" | "status" | "resolvedAtMs">): Tone {
  if (resolvedAtMs !== null) return "operational";
  return status === "monitoring" ? "monitoring" : TONE_OF_IMPACT[impact];
}
