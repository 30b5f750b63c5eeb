/** Days of a week. */
export const WEEK_DAYS = 7;

/** Lengths of time in milliseconds; a year has 365 days. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = WEEK_DAYS * DAY_MS;
export const YEAR_MS = 365 * DAY_MS;

/** A minute in seconds. */
export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const WEEK_SECONDS = WEEK_DAYS * DAY_SECONDS;
export const YEAR_SECONDS = 365 * DAY_SECONDS;
