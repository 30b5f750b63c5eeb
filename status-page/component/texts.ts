import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type english from "#languages/en/status-page/component.json";

/** What the page of a component says, in one language. */
export type ComponentTexts = TextsOf<typeof english>;

export const TEXTS = byLanguage<ComponentTexts>(
  import.meta.glob("/languages/*/status-page/component.json", { eager: true, import: "default" }),
);
