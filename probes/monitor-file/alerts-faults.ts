import type { QuietHours } from "#monitor/alerts/configuration.ts";
import type { Place } from "#schema-reader/fault.ts";
import type { LocatedDocument } from "./located-document.ts";

/** Hours as they are written. */
interface WrittenHours {
  readonly from: string;
  readonly to: string;
  readonly time_zone?: string;
}

/** Returns hours by the clock of their zone, or of the page's; null where none are written. */
export function quietHoursOf(
  written: WrittenHours | undefined,
  pageTimeZone: string,
): QuietHours | null {
  if (written === undefined) return null;
  const { from, to, time_zone } = written;
  return { from, to, timeZone: time_zone ?? pageTimeZone };
}

export function refuseHours(
  located: LocatedDocument,
  { from, to, time_zone }: WrittenHours,
  place: Place,
): void {
  if (from === to) {
    throw located.errorAt([...place, "to"], `got "${to}"; takes another time than from`);
  }
  refuseTimeZone(located, [...place, "time_zone"], time_zone);
}

export function refuseTimeZone(
  located: LocatedDocument,
  place: Place,
  timeZone: string | undefined,
): void {
  try {
    if (timeZone !== undefined) new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    const message = `got "${timeZone}"; takes an IANA name, e.g. Europe/Istanbul`;
    throw located.errorAt(place, message);
  }
}

export function refuseUnknown(
  located: LocatedDocument,
  place: Place,
  id: string,
  allowed: readonly string[],
): void {
  if (allowed.includes(id)) return;
  throw located.errorAt(place, `got "${id}"; allowed: ${allowed.join(", ")}`);
}

export function refuseTwice(
  located: LocatedDocument,
  ids: readonly string[],
  placeOf: (index: number) => Place,
): void {
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) !== index) {
      throw located.errorAt([...placeOf(index), "id"], `"${id}" is there twice`);
    }
  }
}
