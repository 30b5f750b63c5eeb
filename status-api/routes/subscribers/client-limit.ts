import { signUpLimits } from "../../notify/subscriber-store.ts";
import ipaddr from "ipaddr.js";

/** Counts what each client does in any stretch of time. */
export interface ClientLimit {
  /** Counts one more, or returns after how many seconds one more is allowed. */
  take(address: string, nowMs: number): number | undefined;
}

/** Clients beyond this many, least lately seen first, are forgotten: memory stays bounded. */
const rememberedClients = 10_000;
const ipv6NetworkBits = 64;

/** Makes the limit on sign-ups of one client; an IPv6 client is its network, which gives it all addresses it likes. */
export function signUpLimit(): ClientLimit {
  const { perClient, perClientMs } = signUpLimits;
  const takenAtMs = new Map<string, number[]>();
  return {
    take(address, nowMs) {
      const client = clientOf(address);
      const recent = (takenAtMs.get(client) ?? []).filter((atMs) => nowMs - atMs < perClientMs);
      takenAtMs.delete(client);
      const [oldest = nowMs] = recent;
      const isOver = recent.length >= perClient;
      takenAtMs.set(client, isOver ? recent : [...recent, nowMs]);
      const [forgettable] = takenAtMs.keys();
      if (takenAtMs.size > rememberedClients && forgettable !== undefined) {
        takenAtMs.delete(forgettable);
      }
      return isOver ? Math.ceil((oldest + perClientMs - nowMs) / 1000) : undefined;
    },
  };
}

function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${ipv6NetworkBits}`).toString();
}
