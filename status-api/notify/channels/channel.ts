import type { Language } from "#web-kit/language/languages.ts";
import type { Notice, SubscriberLinks } from "../messages/notice.ts";
import type { MailSender } from "#mail/sender.ts";
import type { MailSettings } from "#mail/settings.ts";
import type { AddressPolicy } from "#runtime/public-url.ts";
import type { SendResult } from "../sending/send-result.ts";
import type { WebhookSender } from "../sending/webhook.ts";

/** A way to reach people and programs: how its addresses look, how they are confirmed, and what is sent to them. */
export interface Channel {
  /** The type of the input that takes an address, as HTML names it. */
  readonly addressType: "email" | "url";
  /**
   * How an address is confirmed: by a person who opens the link of its first message, or by the endpoint accepting that message.
   */
  readonly confirmedBy: "link" | "delivery";
  /** Whether updates of an incident within some seconds become one message; else each is sent at once, alone. */
  readonly gathersUpdates: boolean;
  /** Whether its subscribers get a secret that their messages are signed with. */
  readonly isSigned: boolean;
  /** How many messages are under way to all of its addresses together; undefined: the limit is that of each host. */
  readonly atOnce?: number;
  /** Whether this installation is set up for it. */
  readonly isOffered: (settings: ChannelSettings) => boolean;
  /** Returns an address in the one form in which it is stored, or undefined for what is none. */
  readonly readAddress: (text: string, settings: ChannelSettings) => string | undefined;
  /** Returns what a log may show of an address: enough for those who know it. */
  readonly maskAddress: (address: string) => string;
  /** Sends the answer to a sign-up; rejects when it cannot be written. */
  readonly sendWelcome: (welcome: Welcome, senders: Senders) => Promise<SendResult>;
  /** Sends what is new about an incident; rejects when it cannot be written. */
  readonly sendUpdate: (update: IncidentMessage, senders: Senders) => Promise<SendResult>;
}

export interface ChannelSettings {
  /** Undefined without a mail server. */
  readonly mail: MailSettings | undefined;
  readonly webhooks: AddressPolicy;
}

export interface Senders {
  /** Undefined without a mail server. */
  readonly mail: MailSender | undefined;
  readonly webhooks: WebhookSender;
  readonly nowMs: number;
  /** After it nothing is waited for. */
  readonly stop: AbortSignal;
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
  /** Name of the one incident or maintenance that is told; null for all. */
  readonly incidentName: string | null;
  /** Names the message, the same at each attempt. */
  readonly messageId: number;
  readonly askedAtMs: number;
}

/** What one subscriber is told of an incident. */
export interface IncidentMessage {
  readonly recipient: Recipient;
  readonly notice: Notice;
  /** Whether it is the first that the subscriber is told of this incident. */
  readonly isFirst: boolean;
}
