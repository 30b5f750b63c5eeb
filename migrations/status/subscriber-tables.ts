import type { Generated } from "kysely";
import type { Json } from "./schema.ts";

/** People and programs that asked to be told of incidents. */
export interface SubscriberTable {
  id: string;
  /** Name of the way in which they are notified, as `email`. */
  channel: string;
  /** An e-mail address, or the URL that is called. */
  address: string;
  /** Of the monitor's languages. */
  language: string;
  /** Ids of the components they want to hear of; null for all. */
  components: Json<string[] | null> | null;
  /** The one incident or maintenance they want to hear of; null for all. */
  incident_id: string | null;
  /** Confirms, changes and ends the subscription: whoever has it may. */
  token: string;
  /** What a webhook's messages are signed with; null for other channels. */
  signing_secret: string | null;
  created_at: Date;
  /** When the address was confirmed; until then only the confirmation message is sent. */
  confirmed_at: Date | null;
  ended_at: Date | null;
  ended_why: "unsubscribed" | "undeliverable" | "removed" | null;
  /** Since when no message reached them, for a fault of theirs; null while messages do. */
  failing_since: Date | null;
}

/** Messages to subscribers: one per subscriber and update, kept after delivery so that none is sent twice. */
export interface OutboxTable {
  id: Generated<number>;
  subscriber_id: string;
  /** Null for the message that asks to confirm the subscription. */
  incident_update_id: string | null;
  queued_at: Date;
  /** When it is to be tried, for the first time or again; while it is tried, when its process counts as dead. */
  due_at: Date;
  attempts: Generated<number>;
  delivered_at: Date | null;
  given_up_at: Date | null;
  last_error: string | null;
  /** The message that tells this update too; fixed when that one was first tried, null for one on its own. */
  carried_by: number | null;
}
