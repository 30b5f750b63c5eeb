import { DAY_MS, HOUR_MS, MINUTE_MS } from "#units/time.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { Formats } from "./formats.ts";
import type { Texts } from "../texts/texts.ts";

/** Formats the distance of a moment from now in its largest unit: `5 min ago`, `in 3 h`; in hours up to two days. */
export function relativeTime(
  atMs: number,
  nowMs: number,
  texts: Pick<Texts["frame"], "ago" | "ahead" | "now" | "soon">,
  { duration }: Pick<Formats, "duration">,
): string {
  const awayMs = Math.abs(atMs - nowMs);
  const isAhead = atMs > nowMs;
  if (awayMs < MINUTE_MS) return isAhead ? texts.soon : texts.now;
  const unitMs = awayMs < HOUR_MS ? MINUTE_MS : awayMs < 2 * DAY_MS ? HOUR_MS : DAY_MS;
  const length = duration(Math.floor(awayMs / unitMs) * unitMs);
  return fill(isAhead ? texts.ahead : texts.ago, { duration: length });
}
