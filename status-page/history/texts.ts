import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type english from "#languages/en/status-page/history.json";

/** What the pages of months say, in one language. */
export type HistoryTexts = TextsOf<typeof english>;

export const TEXTS = byLanguage<HistoryTexts>(
  import.meta.glob("/languages/*/status-page/history.json", { eager: true, import: "default" }),
);
