import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type english from "#languages/en/status-page/subscription.json";

/** What the pages behind mailed links say, in one language. */
export type SubscriptionTexts = TextsOf<typeof english>;

export const TEXTS = byLanguage<SubscriptionTexts>(
  import.meta.glob("/languages/*/status-page/subscription.json", {
    eager: true,
    import: "default",
  }),
);
