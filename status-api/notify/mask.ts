import type { SubscriberChannel } from "#migrations/status/schema.ts";

/** Writes an address so that a log tells whom it is about to those who know, and to nobody else. */
export function maskAddress(channel: SubscriberChannel, address: string): string {
  if (channel !== "email") return `${URL.parse(address)?.origin ?? "?"}/…`;
  const at = address.lastIndexOf("@");
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}
