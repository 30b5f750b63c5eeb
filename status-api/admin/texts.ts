/** A text by a person, in English and, where it differs, in Turkish. */
export interface PersonsText {
  readonly body: string;
  readonly body_tr: string | null;
}

/** What is said of a step when the person who takes it says nothing. */
export const silentTexts = {
  resolved: { body: "This incident is resolved.", body_tr: "Bu olay çözüldü." },
  start: { body: "The maintenance has begun.", body_tr: "Bakım başladı." },
  verify: {
    body: "The work is done; we are checking that everything works.",
    body_tr: "Çalışma bitti; her şeyin çalıştığını denetliyoruz.",
  },
  complete: { body: "The maintenance is over.", body_tr: "Bakım tamamlandı." },
  cancel: {
    body: "This maintenance will not take place.",
    body_tr: "Bu bakım yapılmayacak.",
  },
} as const satisfies Readonly<Record<string, PersonsText>>;

/** Says that a maintenance has other times now. */
export function newTimesText(fromMs: number, untilMs: number): PersonsText {
  const from = minute(fromMs);
  const until = minute(untilMs);
  return {
    body: `The maintenance is now planned from ${from} to ${until} UTC.`,
    body_tr: `Bakımın yeni zamanı: ${from} – ${until} UTC.`,
  };
}

function minute(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace("T", " ");
}
