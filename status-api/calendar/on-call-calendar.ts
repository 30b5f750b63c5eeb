import ical, { ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import { fitLine } from "#monitor/domain/outside-text.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { calendarTexts } from "../texts/texts.ts";

/** How often subscribed calendar programs refresh, in seconds. */
const REFRESH_SECONDS = 900;

/** A time in which one person is on call for a rota. */
export interface CalendarShift {
  readonly rota: string;
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** The name of the person who is stood in for; null where nobody is. */
  readonly insteadOf: string | null;
}

/** Returns who is on call as an iCalendar file (RFC 5545) in one language; a shift keeps its UID while it begins at its time. */
export function onCallCalendar(
  page: { readonly id: string; readonly name: Readonly<Record<Language, string>> },
  shifts: readonly CalendarShift[],
  language: Language,
  nowMs: number,
): string {
  const texts = calendarTexts[language];
  const calendar = ical({
    name: fitLine(fill(texts.onCallName, { page: page.name[language] })),
    prodId: { company: page.id, product: "status", language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  for (const { rota, name, fromMs, toMs, insteadOf } of shifts) {
    calendar.createEvent({
      id: `on-call-${rota}-${fromMs}@${page.id}`,
      stamp: new Date(nowMs),
      start: new Date(fromMs),
      end: new Date(toMs),
      summary: fitLine(fill(texts.onCall, { name, rota })),
      ...(insteadOf !== null && {
        description: fitLine(fill(texts.insteadOf, { name: insteadOf })),
      }),
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}
