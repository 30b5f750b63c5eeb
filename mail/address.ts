import { domainToASCII } from "node:url";

/** RFC 5321, 4.5.3.1. */
const MAX_ADDRESS_CHARACTERS = 254;
const MAX_LOCAL_PART_CHARACTERS = 64;

/** A local part without quoting, which is not used in practice, and without anything that could end a header or a path. */
const LOCAL_PART = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/**
 * Returns an e-mail address in the form in which it is stored, or undefined if the text is not an address.
 *
 * All in lower case: no mail system today distinguishes `A@` from `a@`, so a limit per address must not either.
 */
export function readEmailAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const local = address.slice(0, Math.max(0, at));
  const host = domainToASCII(address.slice(at + 1));
  const stored = `${local}@${host}`;
  const isFine =
    stored.length <= MAX_ADDRESS_CHARACTERS &&
    local.length <= MAX_LOCAL_PART_CHARACTERS &&
    LOCAL_PART.test(local) &&
    DOMAIN.test(host);
  return isFine ? stored : undefined;
}
