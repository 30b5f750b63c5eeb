import { linksOf } from "../../notify/messages/notice.ts";
import type { Subscriber } from "../../notify/subscriber-store.ts";
import type { Choice, SubscriptionContent } from "../../page/subscriber-content.ts";

/** Makes the page whose button begins a subscription: opening it alone, as link scanners do, changes nothing. */
export function confirmPage(
  { address, components, token }: Subscriber,
  choices: readonly Choice[],
): SubscriptionContent {
  const chosen = choices.filter(({ id }) => components?.includes(id) ?? false);
  return {
    kind: "confirm",
    address,
    components: components === null ? null : chosen.map(({ name }) => name),
    action: linksOf("", token).confirm,
  };
}

/** Makes the page whose button ends a subscription. */
export function unsubscribePage({ address, token }: Subscriber): SubscriptionContent {
  return { kind: "unsubscribe", address, action: linksOf("", token).unsubscribe };
}

/** Makes the page on which a subscriber chooses language and components. */
export function managePage(
  { address, components, language, signingSecret, token }: Subscriber,
  choices: readonly Choice[],
  isNoneChosen = false,
): SubscriptionContent {
  const { manage, unsubscribe } = linksOf("", token);
  return {
    kind: "manage",
    subscription: { address, components, language, signingSecret },
    components: choices,
    action: manage,
    unsubscribe,
    isNoneChosen,
  };
}
