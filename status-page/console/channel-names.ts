import { useSubscribeTexts } from "../subscribe/texts.ts";

/** Returns what tells the name of a channel of subscribers, as the page where people subscribe has it. */
export function useChannelName(): (channel: string) => string {
  const channels: Readonly<Record<string, { readonly name: string }>> =
    useSubscribeTexts("subscribe").channels;
  return (channel) => channels[channel]?.name ?? channel;
}
