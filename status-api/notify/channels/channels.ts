import type { Channel, ChannelSettings } from "./channel.ts";
import { email } from "./email.ts";
import { slack } from "./slack.ts";
import { webhook } from "./webhook.ts";

/** Every channel by its name, in the order in which they are offered. */
export const channels = { email, webhook, slack } as const satisfies Record<string, Channel>;

export type ChannelName = keyof typeof channels;

export const channelNames = Object.keys(channels) as readonly ChannelName[];

export function isChannelName(name: unknown): name is ChannelName {
  return typeof name === "string" && Object.hasOwn(channels, name);
}

/** Returns the channel that a stored subscriber has; throws where this version knows it no more. */
export function channelNamed(name: string): Channel {
  if (isChannelName(name)) return channels[name];
  throw new Error(`there is no channel ${name}`);
}

export function offeredChannels(settings: ChannelSettings): readonly ChannelName[] {
  return channelNames.filter((name) => channels[name].isOffered(settings));
}

/** Lists the channels of which `holds` is true; for conditions in SQL. */
export function channelsThat(holds: (channel: Channel) => boolean): readonly ChannelName[] {
  return channelNames.filter((name) => holds(channels[name]));
}
