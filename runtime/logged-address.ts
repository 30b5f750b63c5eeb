import { maskedAddress } from "./client-address.ts";

export type LoggedAddresses = "none" | "masked" | "full";

/** Formats a client's address for the log, by the value of LOG_ADDRESSES. */
export const LOGGED_ADDRESSES: Readonly<
  Record<LoggedAddresses, (address: string) => string | undefined>
> = {
  none: () => undefined,
  masked: maskedAddress,
  full: (address) => address,
};
