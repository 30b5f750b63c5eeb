import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type english from "../texts/en/history.json";

/** What the pages of months say, in one language. */
export type HistoryTexts = TextsOf<typeof english>;

export const TEXTS = byLanguage<HistoryTexts>(
  import.meta.glob("../texts/*/history.json", { eager: true, import: "default" }),
);
