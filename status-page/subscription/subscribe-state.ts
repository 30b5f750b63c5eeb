import type { Language } from "#web-kit/language/languages.ts";
import type { SubscriptionContent } from "#status-api/page/subscriber-content.ts";

/** What the subscription page shows. */
export type SubscribeContent = Extract<SubscriptionContent, { readonly kind: "subscribe" }>;

/** What the server hands to the script of the subscription page, as JSON: enough to make the very same elements. */
export interface SubscribeState {
  readonly content: SubscribeContent;
  /** The status page's name; left out while it is not known. */
  readonly name?: string;
  readonly language: Language;
}

/** The element by which the script knows the subscription page. */
export const subscribeRootId = "subscribe";
