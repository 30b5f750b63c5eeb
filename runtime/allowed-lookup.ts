import type { LookupAddress } from "node:dns";
import { lookup as lookUpAddresses } from "node:dns/promises";
import { mayConnectTo, type AddressPolicy } from "./public-url.ts";

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: Resolve = (hostname) => lookUpAddresses(hostname, { all: true });

/** A host name resolved to no address that may be connected to. */
export class AddressNotAllowed extends Error {
  override readonly name = "AddressNotAllowed";
}

/**
 * Returns a resolver, for use at connection time, that yields only allowed addresses; it throws `AddressNotAllowed` if there
 * are none.
 */
export function allowedLookup(policy: AddressPolicy, resolve: Resolve): Resolve {
  return async (hostname) => {
    const allowed = (await resolve(hostname)).filter(({ address }) =>
      mayConnectTo(address, policy),
    );
    if (allowed.length === 0) throw new AddressNotAllowed(`${hostname} has no allowed address`);
    return allowed;
  };
}
