import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type english from "#languages/en/status-page/incidents.json";

/** What is said of incidents and maintenance, in one language. */
export type StoryTexts = TextsOf<typeof english>;

export const TEXTS = byLanguage<StoryTexts>(
  import.meta.glob("/languages/*/status-page/incidents.json", { eager: true, import: "default" }),
);
