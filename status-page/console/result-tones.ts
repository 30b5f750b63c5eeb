import type { LocationNowView } from "#status-api/page/page-view-console.ts";

/** What marks a run by what it found. */
export const RESULT_TONES = {
  ok: "operational",
  degraded: "degraded_performance",
  failed: "major_outage",
  prober_error: "unknown",
} as const satisfies Record<LocationNowView["result"], string>;
