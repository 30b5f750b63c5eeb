import type { LookupAddress } from "node:dns";
import { lookup as lookUpAddresses } from "node:dns/promises";
import { mayConnectTo, type AddressPolicy } from "./public-url.ts";

export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: Resolve = (hostname) => lookUpAddresses(hostname, { all: true });

/** A name has no address that may be connected to. */
export class AddressNotAllowed extends Error {
  override readonly name = "AddressNotAllowed";
}

/** Looks a name up for a connection that is about to be made, and hands on the allowed addresses of it. */
export function allowedLookup(policy: AddressPolicy, resolve: Resolve): Resolve {
  return async (hostname) => {
    const allowed = (await resolve(hostname)).filter(({ address }) =>
      mayConnectTo(address, policy),
    );
    if (allowed.length === 0) throw new AddressNotAllowed(`${hostname} has no allowed address`);
    return allowed;
  };
}
