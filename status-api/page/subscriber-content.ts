import type { Subscriber } from "../notify/subscriber-store.ts";
import type { AddressTypes, ChannelName } from "../notify/channels/channels.ts";
import type { Language } from "#web-kit/language/languages.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { NamedComponent } from "./page-view-status-event.ts";
import type { RefusalCode } from "../notify/sign-up-request.ts";

/** The choices of subscribers; also the body of `/api/v2/subscribers/channels.json`. */
export interface Offer {
  readonly channels: readonly ChannelName[];
  readonly address_types: AddressTypes;
  readonly languages: readonly Language[];
  readonly components: readonly NamedComponent[];
}

/** A way to follow the page: a channel that messages go to, or feeds that are fetched. */
export type Way = ChannelName | "feed";

/** The id and the name of an incident or a maintenance. */
export interface NamedStatusEvent {
  readonly id: string;
  readonly name: LocalizedText;
}

export interface SignUpForm {
  readonly address: string;
  /** Ids; null for all. */
  readonly components: readonly string[] | null;
  /** The one incident or maintenance subscribed to; null for all. */
  readonly statusEvent: NamedStatusEvent | null;
  readonly language: Language;
}

type MessageKind = "confirmed" | "saved" | "ended" | "unknown" | "away";

/** The content of a page about subscriptions. */
export type SubscriptionContent =
  | {
      readonly kind: "subscribe";
      readonly offer: Offer;
      readonly way: Way;
      readonly form: SignUpForm;
      readonly refusal?: RefusalCode;
    }
  | { readonly kind: "signedUp"; readonly channel: ChannelName; readonly address: string }
  | {
      readonly kind: "confirm";
      readonly address: string;
      /** The names of the chosen components; null for all. */
      readonly components: readonly LocalizedText[] | null;
      /** The name of the one incident or maintenance subscribed to; null for all. */
      readonly statusEvent: LocalizedText | null;
      readonly action: string;
    }
  | { readonly kind: "unsubscribe"; readonly address: string; readonly action: string }
  | {
      readonly kind: "manage";
      readonly subscription: Pick<
        Subscriber,
        "address" | "components" | "language" | "signingSecret"
      >;
      readonly components: readonly NamedComponent[];
      readonly statusEvent: LocalizedText | null;
      readonly action: string;
      /** The path of the page that ends the subscription. */
      readonly unsubscribe: string;
      readonly isNoneChosen: boolean;
    }
  | { readonly kind: MessageKind };
