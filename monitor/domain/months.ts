/** Writes the month of a moment in an IANA time zone as `2026-11`. */
export function monthIn(timeZone: string, atMs: number): string {
  return new Date(atMs + aheadMs(timeZone, atMs)).toISOString().slice(0, "2026-11".length);
}

/** Returns when a month, written as `2026-11`, begins in an IANA time zone. */
export function monthStartMs(timeZone: string, month: string): number {
  const asUtcMs = Date.parse(month);
  // The clock may be put forward or back between the two midnights.
  const nearMs = asUtcMs - aheadMs(timeZone, asUtcMs);
  return asUtcMs - aheadMs(timeZone, nearMs);
}

/** Returns the month that lies so many after this one, or before it. */
export function monthBeside(month: string, months: number): string {
  const first = new Date(Date.parse(month));
  const beside = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months);
  return new Date(beside).toISOString().slice(0, "2026-11".length);
}

export function isMonth(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the zone's clock is ahead of UTC at a moment. */
function aheadMs(timeZone: string, atMs: number): number {
  const known = formats.get(timeZone);
  const format =
    known ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  if (known === undefined) formats.set(timeZone, format);
  const parts = format.formatToParts(atMs);
  const value = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  const clockMs = Date.UTC(
    value("year"),
    value("month") - 1,
    value("day"),
    value("hour"),
    value("minute"),
    value("second"),
  );
  return clockMs - Math.floor(atMs / 1000) * 1000;
}
