import { HIGHEST_PORT } from "#units/ports.ts";
import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { Type } from "typebox";

/** Limits of DNS for a name and each of its labels. */
const MAX_NAME_CHARACTERS = 253;
const MAX_LABEL_CHARACTERS = 63;

const BEGINS = /^https?:\/\/[^/]/;

/** Returns the schema of an absolute address in monitor.yaml; rejects one that no request can be sent to, with the reason. */
export const webAddress = (description: string, fallback?: string) =>
  Type.Refine(
    Type.String({
      description,
      // Variables are allowed only for editors: they are all replaced before addresses are checked.
      pattern: "^(https?://[^/]|\\$\\{)",
      ...(fallback === undefined ? {} : { default: fallback }),
    }),
    // A text that does not begin like an address is reported by the pattern.
    (text: string) => !BEGINS.test(text) || faultOfWebAddress(text) === undefined,
    (text: string) => faultOfWebAddress(text) ?? "",
  );

/** Returns the schema of a host name or an IP address in monitor.yaml; rejects an impossible one with the reason. */
export const hostName = (description: string) =>
  Type.Refine(
    Type.String({ description, pattern: "^[^\\s/]+$" }),
    (text: string) => /[\s/]|^$/.test(text) || faultOfHost(text) === undefined,
    (text: string) => faultOfHost(text) ?? "",
  );

/** Returns the schema of a name in monitor.yaml that is looked up; rejects a name that is impossible in DNS. */
export const lookedUpName = (description: string) =>
  Type.Refine(
    Type.String({ description, minLength: 1 }),
    (text: string) => text === "" || faultOfName(text) === undefined,
    (text: string) => faultOfName(text) ?? "",
  );

/** Returns the schema of an IP address with or without a port, e.g. 192.0.2.1, 192.0.2.1:53 or [2001:db8::1]:53. */
export const addressAndPort = (description: string) =>
  Type.Refine(
    Type.String({ description }),
    (text: string) => {
      const [, bracketed, plain = "", port] =
        /^(?:\[([^\]]*)\]|([^\s:]*))(?::(\d+))?$/.exec(text) ?? [];
      if (isIP(text) === 6) return true;
      const version = bracketed === undefined ? 4 : 6;
      return isIP(bracketed ?? plain) === version && (port === undefined || isPort(port));
    },
    () => "takes an address, or address:port; an IPv6 address with a port stands in brackets",
  );

/** Returns why no request can be sent to an address that begins with http:// or https://; undefined if one can. */
function faultOfWebAddress(text: string): string | undefined {
  const [, authority = "", host = "", port] =
    /^https?:\/\/([^/?#]*?@)?(\[[^\]]*\]|[^/?#:]*)(?::([^/?#]*))?/.exec(text) ?? [];
  if (authority !== "") return "has a user or a password in it, which nothing would send";
  if (port !== undefined && !isPort(port))
    return `has a port that is none: takes 1 to ${HIGHEST_PORT}`;
  const isBracketed = host.startsWith("[");
  if (isBracketed ? isIP(host.slice(1, -1)) !== 6 : !isHost(host)) {
    return `has a host that cannot be: ${JSON.stringify(host)}`;
  }
  return URL.parse(text) === null ? "is no address" : undefined;
}

function faultOfHost(text: string): string | undefined {
  if (isIP(text) !== 0) return undefined;
  if (/^\[.*\]$/.test(text) && isIP(text.slice(1, -1)) === 6) {
    return "stands in brackets; takes an IPv6 address without them";
  }
  if (/^[^:]*:\d*$/.test(text)) return "has a port in it, which is a key of its own";
  return isHost(text) ? undefined : "cannot be the name or the address of a host";
}

/** Returns whether a text is an IPv4 address, or a name that can be looked up: letters of any script, digits, `-` and `_`. */
function isHost(text: string): boolean {
  if (/[\s/?#@:\\[\]%]/.test(text)) return false;
  // URL.parse treats a host that ends in a number as an address, as browsers and resolvers do.
  const host = URL.parse(`http://${text}/`)?.hostname;
  if (host === undefined) return false;
  return fitsDns(isIP(host) === 4 ? host : domainToASCII(text));
}

function faultOfName(text: string): string | undefined {
  if (isIP(text) !== 0) return "is an address; takes a name";
  // The DNS root has no label.
  if (text === ".") return undefined;
  const isPlain = /^[\u0021-\u007e]+$/.test(text);
  return !/\s/.test(text) && fitsDns(isPlain ? text : domainToASCII(text))
    ? undefined
    : "cannot be a name in DNS";
}

function fitsDns(written: string): boolean {
  const name = written.replace(/\.$/, "");
  return (
    name.length <= MAX_NAME_CHARACTERS &&
    name.split(".").every((label) => label.length > 0 && label.length <= MAX_LABEL_CHARACTERS)
  );
}

function isPort(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= HIGHEST_PORT;
}
