import type { Tone } from "#monitor/domain/overall.ts";
import { STATUS_MARKS } from "#monitor/domain/status-marks.ts";
import { tokenColour } from "#web-kit/picture/token-colours.ts";

const TOKENS: Readonly<Record<Tone, string>> = {
  operational: "operational",
  monitoring: "operational",
  degraded_performance: "degraded",
  partial_outage: "partial",
  major_outage: "major",
  under_maintenance: "maintenance",
  unknown: "unknown",
};

export function colourOf(tone: Tone): string {
  return tokenColour(TOKENS[tone]);
}

/** Draws a status as a filled circle with its sign in it. */
export function markSvg(tone: Tone): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">' +
    `<circle cx="8" cy="8" r="7.5" fill="${colourOf(tone)}"/>` +
    `<path d="${STATUS_MARKS[tone]}" fill="none" stroke="${tokenColour("on-mark")}" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>` +
    "</svg>"
  );
}
