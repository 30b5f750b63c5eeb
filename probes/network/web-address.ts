import { Type } from "typebox";

/** An absolute address in monitor.yaml, usually `${BASE_URL}/…`. */
export const httpAddress = (description: string) =>
  Type.String({
    description: `${description} Begins with http://, https:// or a variable such as \${BASE_URL}.`,
    // A variable is for editors alone: when addresses are checked, all are replaced.
    pattern: "^(https?://[^/]|\\$\\{)",
  });

/** A host in monitor.yaml that is connected to without a URL. */
export const hostOption = Type.String({
  description: "Name or address of the host.",
  pattern: "^[^\\s/]+$",
});

/** Its port. */
export const portOption = Type.Integer({ description: "Its port.", minimum: 1, maximum: 65_535 });

/** The same host's socket address. */
export function socketAddress(address: string): URL {
  const url = new URL(address);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}
