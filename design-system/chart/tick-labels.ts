const dayMs = 86_400_000;

/** Where and in which language a chart is read. */
export interface ChartLocale {
  /** BCP 47, e.g. `tr-TR`. */
  readonly locale: string;
  /** IANA name, e.g. `Europe/Istanbul`. */
  readonly timeZone: string;
}

/** Writes the ticks of a time axis: times within days, the day where one begins, days alone when ticks are days apart. */
export function tickLabels(
  ticksMs: readonly number[],
  apartMs: number,
  { locale, timeZone }: ChartLocale,
): string[] {
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone });
  const time = new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  return ticksMs.map((atMs) => {
    const clock = time.format(atMs);
    return apartMs >= dayMs || clock === "00:00" ? day.format(atMs) : clock;
  });
}
