import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type english from "../texts/en/subscription.json";

/** What the pages behind mailed links say, in one language. */
export type SubscriptionTexts = TextsOf<typeof english>;

export const TEXTS = byLanguage<SubscriptionTexts>(
  import.meta.glob("../texts/*/subscription.json", { eager: true, import: "default" }),
);
