import type { Tone } from "./overall.ts";

/** The SVG path of each status's mark in its circle, for a 16 by 16 view box: statuses can be told apart without colour. */
export const STATUS_MARKS: Readonly<Record<Tone, string>> = {
  operational: "m5 8.3 2 2 4-4.6",
  degraded_performance: "M4.8 6.6 8 9.8l3.2-3.2",
  partial_outage: "M8 4.4v4.4M8 11.4v.1",
  major_outage: "m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8",
  under_maintenance: "M6.4 5.4v5.2M9.6 5.4v5.2",
  monitoring: "M3.6 8q4.4-6 8.8 0-4.4 6-8.8 0ZM8 8v.1",
  unknown: "M6.2 6.5a1.85 1.85 0 1 1 2.6 1.7c-.5.25-.8.6-.8 1.2M8 11.7v.1",
};
