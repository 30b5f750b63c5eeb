import ipaddr from "ipaddr.js";

export interface AddressPolicy {
  /** Whether http:// and addresses of internal networks are allowed, as where everything is internal. */
  readonly allowPrivate: boolean;
}

/** Ranges of an organisation or a machine. Link-local is not among them, since metadata services are there. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set([
  "private",
  "uniqueLocal",
  "loopback",
  "carrierGradeNat",
]);

/** Addresses outside link-local that clouds serve to their own machines; never connected to, whatever the policy allows. */
const cloudInternal: ReadonlySet<string> = new Set(
  [
    "168.63.129.16", // Azure: WireServer, DNS, health of machines
    "100.100.100.200", // Alibaba: metadata
    "100.100.2.136", // Alibaba: DNS
    "100.100.2.138", // Alibaba: DNS
    "192.0.0.192", // Oracle: metadata of older machines
    "fd00:ec2::254", // AWS: metadata
    "fd00:ec2::253", // AWS: DNS
    "fd00:ec2::123", // AWS: time
    "fd00:ec2::23", // AWS: credentials of pods
    "fd20:ce::254", // Google: metadata
    "fd00:42::42", // Scaleway: metadata
    "fd00:c1::a9fe:a9fe", // Oracle: metadata
  ].map((address) => ipaddr.parse(address).toNormalizedString()),
);

/** The IPv6 range allocated to the public internet; addresses outside it are not public. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Returns the URL in normalized form, as it is stored, or undefined if requests on behalf of others must not go there: a
 * protocol other than https, credentials, a system port of another service, or an address that is not public.
 *
 * The addresses of a host name are checked again on each connection.
 */
export function readPublicUrl(text: string, policy: AddressPolicy): string | undefined {
  const url = URL.parse(text.trim());
  if (url === null) return undefined;
  const isAllowedProtocol =
    url.protocol === "https:" || (url.protocol === "http:" && policy.allowPrivate);
  if (!isAllowedProtocol || url.username !== "" || url.password !== "") return undefined;
  if (!isSanePort(url.port) || !isFineHost(url.hostname, policy)) return undefined;
  url.hash = "";
  return url.href;
}

/** Returns whether a connection may be made to `address`, an IPv4 or IPv6 address as text. */
export function mayConnectTo(address: string, { allowPrivate }: AddressPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (cloudInternal.has(parsed.toNormalizedString())) return false;
  const range = parsed.range();
  if (allowPrivate && PRIVATE_RANGES.has(range)) return true;
  if (range !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}

/**
 * Accepts ports 80 and 443, the protocol's default (an empty string in a URL), and ports that are not reserved for system
 * services.
 */
function isSanePort(port: string): boolean {
  return ["", "80", "443"].includes(port) || Number(port) > 1023;
}

function isFineHost(hostname: string, policy: AddressPolicy): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) ? mayConnectTo(host, policy) : host !== "";
}

/** Returns what a log may show of a URL whose path may be a secret. */
export function maskUrl(url: string): string {
  return `${URL.parse(url)?.origin ?? "?"}/…`;
}
