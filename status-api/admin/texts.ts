import type { LocalizedText } from "#monitor/domain/localized-text.ts";

/** What is said of a step when the person who takes it says nothing. */
export const silentTexts = {
  resolved: { en: "This incident is resolved.", tr: "Bu olay çözüldü." },
  start: { en: "The maintenance has begun.", tr: "Bakım başladı." },
  verify: {
    en: "The work is done; we are checking that everything works.",
    tr: "Çalışma bitti; her şeyin çalıştığını denetliyoruz.",
  },
  complete: { en: "The maintenance is over.", tr: "Bakım tamamlandı." },
  cancel: {
    en: "This maintenance will not take place.",
    tr: "Bu bakım yapılmayacak.",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** Says that a maintenance has other times now. */
export function newTimesText(fromMs: number, untilMs: number): LocalizedText {
  const from = minute(fromMs);
  const until = minute(untilMs);
  return {
    en: `The maintenance is now planned from ${from} to ${until} UTC.`,
    tr: `Bakımın yeni zamanı: ${from} – ${until} UTC.`,
  };
}

function minute(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace("T", " ");
}
