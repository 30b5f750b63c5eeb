import { toneOfImpact } from "./impact.ts";
import type { Tone } from "./overall.ts";
import type { Story } from "./story.ts";

/** The tone of a story: that of its impact while it lasts, one of its own while it is only watched, then that of health. */
export function toneOfStory({
  impact,
  status,
  resolvedAtMs,
}: Pick<Story<string>, "impact" | "status" | "resolvedAtMs">): Tone {
  if (resolvedAtMs !== null) return "operational";
  return status === "monitoring" ? "monitoring" : toneOfImpact[impact];
}
