import { HIGHEST_PORT } from "#units/ports.ts";
import { Type } from "typebox";
import { hostName, webAddress } from "#monitor/domain/web-address.ts";

/** An absolute address in monitor.yaml, usually `${BASE_URL}/…`. */
export const httpAddress = (description: string) =>
  webAddress(`${description} Begins with http://, https:// or a variable such as \${BASE_URL}.`);

/** A host in monitor.yaml that is connected to without a URL. */
export const hostOption = hostName("Name or address of the host.");

/** Its port. */
export const portOption = Type.Integer({
  description: "Its port.",
  minimum: 1,
  maximum: HIGHEST_PORT,
});

/** Returns the ws or wss URL of an http or https address. */
export function socketAddress(address: string): URL {
  const url = new URL(address);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}
