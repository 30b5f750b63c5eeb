import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const IPV6_NETWORK_BITS = 64;
/** The largest network that one subscriber line gets: 65,536 networks of 64 bits. */
const IPV6_SITE_BITS = 48;
const IPV4_MASK_BITS = 24;
/** Addresses that cannot be parsed all count as one client, since the sender can choose what is in them. */
const NOBODY = "unknown";

/**
 * The address of a client as a connection has it: undefined once the client has reset the connection, whatever the types of Node
 * and Fastify say of a request's.
 */
type ClientAddress = string | undefined;

/** Returns the client behind an address: an IPv6 client is its /64 network, in which it can use any address. */
export function clientOf(address: ClientAddress): string {
  return networkOf(address, IPV6_NETWORK_BITS);
}

/**
 * Returns the subscriber line of a client: as `clientOf`, but the /48 of an IPv6 address, since a line may have many networks.
 */
export function siteOf(address: ClientAddress): string {
  return networkOf(address, IPV6_SITE_BITS);
}

/** Returns the network of an address, which has many clients: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function maskedAddress(address: ClientAddress): string {
  const parsed = parsedFrom(address);
  if (parsed === undefined) return NOBODY;
  const isIpv4 = parsed.kind() === "ipv4";
  const bits = isIpv4 ? IPV4_MASK_BITS : IPV6_SITE_BITS;
  const range = `${parsed.toString()}/${bits}`;
  const network = (isIpv4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(range);
  return `${network.toString()}/${bits}`;
}

function networkOf(address: ClientAddress, ipv6Bits: number): string {
  const parsed = parsedFrom(address);
  if (parsed === undefined) return address === "" ? address : NOBODY;
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${ipv6Bits}`).toString();
}

/** Parses an address as proxies report it, possibly with a port or in brackets; returns undefined if it is not an address. */
function parsedFrom(text: ClientAddress): Address | undefined {
  if (text === undefined) return undefined;
  const [, inBrackets, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim()) ?? [];
  const address = inBrackets ?? plain ?? text.trim();
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

/** Returns Fastify's `trustProxy` option: false without proxies, so that Fastify need not check the sender of each request. */
export function trustProxyOption(
  proxies: readonly string[],
): ((address: ClientAddress) => boolean) | false {
  if (proxies.length === 0) return false;
  const ranges = proxies.map((proxy) =>
    ipaddr.parseCIDR(proxy.includes("/") ? proxy : `${proxy}/${proxy.includes(":") ? 128 : 32}`),
  );
  return (text) => {
    const address = parsedFrom(text);
    return ranges.some(
      ([range, bits]) => address?.kind() === range.kind() && address.match(range, bits),
    );
  };
}
