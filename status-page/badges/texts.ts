import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type english from "#languages/en/status-page/badges.json";

/** What is said about badges, in one language. */
export type BadgeTexts = TextsOf<typeof english>;

export const TEXTS = byLanguage<BadgeTexts>(
  import.meta.glob("/languages/*/status-page/badges.json", { eager: true, import: "default" }),
);
