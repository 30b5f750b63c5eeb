import type messages from "#languages/en/status-page/messages.json";
import type subscribe from "#languages/en/status-page/subscribe.json";
import type subscription from "#languages/en/status-page/subscription.json";
import type { TextsOf } from "#web-kit/language/texts.ts";
import { useReader } from "../reader/reader.ts";
import { textsIn } from "../texts/texts.ts";

/** The texts of subscribing and of message pages; other pages do not load them. */
export interface SubscribeTexts {
  readonly messages: TextsOf<typeof messages>;
  readonly subscribe: TextsOf<typeof subscribe>;
  readonly subscription: TextsOf<typeof subscription>;
}

export const SUBSCRIBE_TEXTS = textsIn<SubscribeTexts>(
  import.meta.glob("/languages/*/status-page/{messages,subscribe,subscription}.json", {
    eager: true,
    import: "default",
  }),
);

export function useSubscribeTexts<Part extends keyof SubscribeTexts>(
  part: Part,
): SubscribeTexts[Part] {
  return SUBSCRIBE_TEXTS[useReader().language][part];
}
