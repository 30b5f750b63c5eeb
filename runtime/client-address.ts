import ipaddr from "ipaddr.js";

const IPV6_NETWORK_BITS = 64;

/** Names the client behind an address: an IPv6 client is its network, which gives it all addresses it likes. */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_NETWORK_BITS}`).toString();
}

/** What Fastify takes as `trustProxy`: where nobody is believed it need not look at each request who sent it. */
export function trustProxyOption(proxies: readonly string[]): string[] | false {
  return proxies.length > 0 && [...proxies];
}
