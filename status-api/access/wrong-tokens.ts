import { MINUTE_MS } from "#units/time.ts";
import { AddressLimit } from "./address-limit.ts";

const WRONG_TOKENS_PER_MINUTE = 10;

/** Returns a limit on the wrong admin tokens that a client may send to one entrance: the admin API, or the console. */
export function wrongTokenLimit(): AddressLimit {
  return new AddressLimit(WRONG_TOKENS_PER_MINUTE, MINUTE_MS);
}
