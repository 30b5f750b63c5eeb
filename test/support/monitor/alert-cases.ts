import type { CheckNow } from "#monitor/alerts/plan.ts";

/** A check that is down since two slots, of a component without a group. */
export const FAILING_CHECK: CheckNow = {
  checkId: "tts-health",
  componentId: "tts",
  groupId: null,
  isKnown: true,
  isInMaintenance: false,
  isConsequence: false,
  verdict: "down",
  lastResult: "failed",
  causeSinceMs: null,
  failedSlots: 2,
  impairedSlots: 2,
};
