import type { Way } from "#status-api/page/subscriber-content.ts";
import { byLanguage, type TextsOf } from "#web-kit/language/texts.ts";
import type english from "#languages/en/status-page/subscribe.json";

/** A channel that messages go to. */
export type Channel = Exclude<Way, "feed">;

/** What is said about subscribing, in one language. */
export type SubscribeTexts = TextsOf<typeof english>;

export const TEXTS = byLanguage<SubscribeTexts>(
  import.meta.glob("/languages/*/status-page/subscribe.json", { eager: true, import: "default" }),
);
