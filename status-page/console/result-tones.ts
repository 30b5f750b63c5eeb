import type { LocationNowView } from "#status-api/page/page-view-now.ts";

/** The tone of a run by its result. */
export const RESULT_TONES = {
  ok: "operational",
  degraded: "degraded_performance",
  failed: "major_outage",
  prober_error: "unknown",
} as const satisfies Record<LocationNowView["result"], string>;
