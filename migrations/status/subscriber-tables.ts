import type { Generated } from "kysely";
import type { Json } from "./columns.ts";

/** People and programs that subscribed to incidents. */
export interface SubscriberTable {
  id: string;
  /** Name of the notification channel, e.g. `email`. */
  channel: string;
  /** An e-mail address, or the URL that is called; of a URL its origin and a digest where `sealed` has it. */
  address: string;
  /** One of the monitor's languages. */
  language: string;
  /** Ids of the components they subscribed to; null for all. */
  components: Json<string[] | null> | null;
  /** The one incident or maintenance they subscribed to; null for all. */
  incident_id: string | null;
  /** Authorizes its holder to confirm, change and end the subscription; a digest where `sealed` has it. */
  token: string;
  /** Secret that signs a webhook's messages; null for other channels, and where `sealed` has it. */
  signing_secret: string | null;
  /** Address, token and signing secret, encrypted (monitor/store/sealed-subscriber.ts); null where they are readable. */
  sealed: string | null;
  created_at: Date;
  /** When the address was confirmed; until then only the confirmation message is sent. */
  confirmed_at: Date | null;
  ended_at: Date | null;
  ended_why: "unsubscribed" | "undeliverable" | "removed" | null;
  /** Since when no message reached them through their own fault; null while messages do. */
  failing_since: Date | null;
}

/** Messages to subscribers: one per subscriber and update, kept after delivery so that none is sent twice. */
export interface OutboxTable {
  id: Generated<number>;
  subscriber_id: string;
  /** Null for the message that requests confirmation of the subscription. */
  incident_update_id: string | null;
  queued_at: Date;
  /** When it is to be tried, for the first time or again; during an attempt, when its process is considered dead. */
  due_at: Date;
  attempts: Generated<number>;
  delivered_at: Date | null;
  given_up_at: Date | null;
  last_error: string | null;
  /** The message that includes this update; set when that one was first tried, null for a message of its own. */
  carried_by: number | null;
}
