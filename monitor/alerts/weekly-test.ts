import { MINUTE_MS } from "#units/time.ts";
import { clockMs } from "../domain/zone-clock.ts";
import { DAYS, type WeeklyTest } from "./configuration.ts";

/** A status API that was down at the due time sends the test up to this much later; after that the week has no test. */
const LATEST_MINUTES = 6 * 60;
const DAY_MINUTES = 24 * 60;

/**
 * Returns the number of the week whose test is due at `nowMs`, in the local time of its time zone; undefined if none is due.
 * Weeks begin on Monday.
 */
export function dueWeek(
  { day, at, timeZone }: Omit<WeeklyTest, "receivers">,
  nowMs: number,
): number | undefined {
  const now = Math.floor(clockMs(timeZone, nowMs) / MINUTE_MS);
  // 1 January 1970 was a Thursday.
  const minutes = now + 3 * DAY_MINUTES;
  const week = Math.floor(minutes / (7 * DAY_MINUTES));
  const [hours = 0, minute = 0] = at.split(":").map(Number);
  const due = DAYS.indexOf(day) * DAY_MINUTES + hours * 60 + minute;
  const late = minutes - week * 7 * DAY_MINUTES - due;
  return late >= 0 && late < LATEST_MINUTES ? week : undefined;
}
