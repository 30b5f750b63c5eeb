import type { SenderSettings } from "../../delivery/senders.ts";
import type { Channel } from "./channel.ts";
import { email } from "./email.ts";
import { slack } from "./slack.ts";
import { webhook } from "./webhook.ts";

/** Every channel by its name, in the order in which they are offered. */
export const channels = { email, webhook, slack } as const satisfies Record<string, Channel>;

export type ChannelName = keyof typeof channels;

/** The HTML input type for addresses, by channel. */
export type AddressTypes = Readonly<Partial<Record<ChannelName, Channel["addressType"]>>>;

export const channelNames = Object.keys(channels) as readonly ChannelName[];

export function isChannelName(name: unknown): name is ChannelName {
  return typeof name === "string" && Object.hasOwn(channels, name);
}

/** Returns the channel of a stored subscriber; throws where this version does not know it any more. */
export function channelNamed(name: string): Channel {
  if (isChannelName(name)) return channels[name];
  throw new Error(`there is no channel ${name}`);
}

/** Returns the channels that `settings` allow, and the HTML input type for the addresses of each. */
export function offeredChannels(settings: SenderSettings) {
  const offered = channelNames.filter((name) => channels[name].isOffered(settings));
  const addressTypes = offered.map((name) => [name, channels[name].addressType]);
  return { channels: offered, address_types: Object.fromEntries(addressTypes) as AddressTypes };
}

/** Returns the channels for which `holds` is true; for conditions in SQL. */
export function channelsThat(holds: (channel: Channel) => boolean): readonly ChannelName[] {
  return channelNames.filter((name) => holds(channels[name]));
}
