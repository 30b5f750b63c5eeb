import type { Language } from "#web-kit/language/languages.ts";

const english = {
  title: "History",
  explanation: "Incidents and maintenance by month. Months are those of UTC.",
  months: "Months",
  none: (month: string) => `No incidents and no maintenance in ${month}.`,
  description: (month: string, page: string) =>
    `Incidents and maintenance of ${month}, by ${page}.`,
};

export type HistoryTexts = typeof english;

const turkish: HistoryTexts = {
  title: "Geçmiş",
  explanation: "Aylara göre olaylar ve bakımlar. Aylar UTC’ye göredir.",
  months: "Aylar",
  none: (month) => `${month} içinde olay da bakım da olmadı.`,
  description: (month, page) => `${month}: olaylar ve bakımlar. ${page}.`,
};

/** What the pages of months say, by language. */
export const TEXTS: Readonly<Record<Language, HistoryTexts>> = { en: english, tr: turkish };
