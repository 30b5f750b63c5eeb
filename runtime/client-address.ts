import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const IPV6_NETWORK_BITS = 64;
/** What a line gets at most, which is 65,536 networks. */
const IPV6_SITE_BITS = 48;
/** All whose address cannot be read are one client: what they send is theirs to choose. */
const NOBODY = "unknown";

/** Names the client behind an address: an IPv6 client is its network, which gives it all addresses it likes. */
export function clientOf(address: string): string {
  return networkOf(address, IPV6_NETWORK_BITS);
}

/** Names the line that a client is on, which may have many networks of IPv6. */
export function siteOf(address: string): string {
  return networkOf(address, IPV6_SITE_BITS);
}

function networkOf(address: string, ipv6Bits: number): string {
  const parsed = parsedFrom(address);
  if (parsed === undefined) return address === "" ? address : NOBODY;
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${ipv6Bits}`).toString();
}

/** Reads an address that a proxy tells, some with the port or in brackets; undefined for what is none. */
function parsedFrom(text: string): Address | undefined {
  const [, inBrackets, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim()) ?? [];
  const address = inBrackets ?? plain ?? text.trim();
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

/** Who believes what is said of a client: where nobody is, Fastify need not look at each request who sent it. */
export function trustProxyOption(
  proxies: readonly string[],
): ((address: string) => boolean) | false {
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
