import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type english from "#languages/en/status-page/messages.json";

/** What pages say that have nothing else to show, in one language. */
export type MessageTexts = TextsOf<typeof english>;

export const TEXTS = byLanguage<MessageTexts>(
  import.meta.glob("/languages/*/status-page/messages.json", { eager: true, import: "default" }),
);
