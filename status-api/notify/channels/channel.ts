import type { Language } from "#web-kit/language/languages.ts";
import type { Notice, SubscriberLinks } from "../messages/notice.ts";
import { maskUrl, readPublicUrl } from "#runtime/public-url.ts";
import type { Letter, SenderSettings } from "../../delivery/senders.ts";

/** A way to reach people and programs: how its addresses look, how they are confirmed, and what is sent to them. */
export interface Channel {
  /** The HTML input type for an address. */
  readonly addressType: "email" | "url";
  /**
   * How an address is confirmed: by a person who opens the link of its first message, or by the endpoint accepting that message.
   */
  readonly confirmedBy: "link" | "delivery";
  /** Whether updates of an incident within some seconds are combined into one message; otherwise each is sent at once. */
  readonly gathersUpdates: boolean;
  /** Whether its subscribers get a secret that their messages are signed with. */
  readonly isSigned: boolean;
  /** The maximum number of concurrent attempts over all of its addresses; undefined: each host has its own limit. */
  readonly atOnce?: number;
  /** Whether this installation is set up for it. */
  readonly isOffered: (settings: SenderSettings) => boolean;
  /** Returns an address in the canonical form in which it is stored; undefined for an invalid one. */
  readonly readAddress: (text: string, settings: SenderSettings) => string | undefined;
  /** Returns an address masked for logs, still recognisable to those who know it. */
  readonly maskAddress: (address: string) => string;
  /** Writes the answer to a sign-up; throws when it cannot be built. */
  readonly welcomeOf: (welcome: Welcome) => Letter;
  /** Writes what is new about an incident; throws when it cannot be built. */
  readonly updateOf: (update: IncidentMessage) => Letter;
}

/** What the channels share whose addresses are URLs. */
export const toEndpoints = {
  addressType: "url",
  confirmedBy: "delivery",
  isOffered: () => true,
  readAddress: (text, { webhooks }) => readPublicUrl(text, webhooks),
  maskAddress: maskUrl,
} as const satisfies Partial<Channel>;

/** Returns the id of a message to an endpoint about an incident. */
export function endpointMessageId({ recipient, notice }: IncidentMessage): string {
  return `msg_${recipient.id}_${notice.updates[0].id}`;
}

export interface Recipient {
  readonly id: string;
  readonly address: string;
  readonly language: Language;
  /** Ids of the components they chose; null for all. */
  readonly components: readonly string[] | null;
  /** Id of the one incident or maintenance they chose; null for all. */
  readonly incidentId: string | null;
  readonly signingSecret: string | null;
  readonly isConfirmed: boolean;
  readonly links: SubscriberLinks;
}

export interface Welcome {
  readonly recipient: Recipient;
  readonly page: Pick<Notice["page"], "id" | "url" | "identity"> & { readonly name: string };
  /** Names of the chosen components in the recipient's language; null for all. */
  readonly componentNames: readonly string[] | null;
  /** Name of the one incident or maintenance subscribed to; null for all. */
  readonly incidentName: string | null;
  /** Identifies the message; the same at each attempt. */
  readonly messageId: number;
  readonly requestedAtMs: number;
}

/** A message to one subscriber about an incident. */
export interface IncidentMessage {
  readonly recipient: Recipient;
  readonly notice: Notice;
  /** Whether it is the subscriber's first message about this incident. */
  readonly isFirst: boolean;
}
