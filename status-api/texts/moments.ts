import { type TextMoment, withMoments } from "#monitor/domain/text-moments.ts";
import { clockIn } from "#web-kit/language/clock.ts";
import { type Language, LANGUAGES } from "#web-kit/language/languages.ts";
import { sinceIn } from "#web-kit/language/since.ts";

/** Formats a time in a time zone and in UTC, e.g. `21 Nov 2026, 09:00 GMT+3 (06:00 UTC)`. */
export function momentInWords(atMs: number, language: Language, timeZone: string): string {
  const local = partsOf(atMs, language, timeZone);
  const utc = partsOf(atMs, language, "UTC");
  if (local.date === utc.date && local.clock === utc.clock) return `${utc.date} ${utc.clock} UTC`;
  const inUtc = local.date === utc.date ? utc.clock : `${utc.date} ${utc.clock}`;
  return `${local.date} ${local.clock} ${local.zone} (${inUtc} UTC)`;
}

/** Formats a time of day in a time zone, e.g. `09:00`. */
export function clockInWords(atMs: number, language: Language, timeZone: string): string {
  return partsOf(atMs, language, timeZone).clock;
}

/**
 * Renders the times in a text of `saidMs` without their zone, which is named where that time itself is shown above the text.
 */
export function renderText(
  text: string,
  saidMs: number,
  language: Language,
  timeZone: string,
): string {
  return withMoments(text, (moment) => inSentence(moment, saidMs, language, timeZone));
}

/** Renders the times in a text of `saidMs` for documents, in UTC and with that zone's name. */
export function renderTextInUtc(text: string, saidMs: number, language: Language): string {
  return withMoments(text, (moment) => inSentence(moment, saidMs, language, "UTC", " UTC"));
}

/** Formats a time inside a sentence; with its date only where that differs from the date of `saidMs`. */
function inSentence(
  { form, atMs }: TextMoment,
  saidMs: number,
  language: Language,
  timeZone: string,
  zoneName = "",
): string {
  const { date, clock } = partsOf(atMs, language, timeZone);
  const isSameDay = date === partsOf(saidMs, language, timeZone).date;
  const time = `${isSameDay ? "" : `${date} `}${clock}${zoneName}`;
  return form === "since" ? sinceIn(language, time) : time;
}

function partsOf(atMs: number, language: Language, timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(LANGUAGES[language].locale, { timeZone, ...options });
  const zone = format({ timeZoneName: "short" })
    .formatToParts(atMs)
    .find(({ type }) => type === "timeZoneName");
  return {
    date: format({ day: "numeric", month: "short", year: "numeric" }).format(atMs),
    clock: clockIn(
      language,
      format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(atMs),
    ),
    zone: zone?.value ?? timeZone,
  };
}
