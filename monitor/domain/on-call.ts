/** Limits on who stands in for whom: how many times at once, how long, how far ahead, and how many days of shifts are listed. */
export const ON_CALL_LIMITS = { overrides: 200, days: 31, aheadDays: 366, listedDays: 28 } as const;
