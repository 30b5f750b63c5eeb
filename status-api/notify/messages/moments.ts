import { clockIn } from "#web-kit/language/clock.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { LANGUAGES } from "#web-kit/language/languages.ts";

/** Words a moment in the page's time zone and in UTC, e.g. `21 Nov 2026, 09:00 GMT+3 (06:00 UTC)`. */
export function momentInWords(atMs: number, language: Language, timeZone: string): string {
  const local = partsOf(atMs, language, timeZone);
  const utc = partsOf(atMs, language, "UTC");
  if (local.date === utc.date && local.clock === utc.clock) return `${utc.date} ${utc.clock} UTC`;
  const inUtc = local.date === utc.date ? utc.clock : `${utc.date} ${utc.clock}`;
  return `${local.date} ${local.clock} ${local.zone} (${inUtc} UTC)`;
}

function partsOf(
  atMs: number,
  language: Language,
  timeZone: string,
): { date: string; clock: string; zone: string } {
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
