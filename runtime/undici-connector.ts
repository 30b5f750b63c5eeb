import type { LookupAddress } from "node:dns";
import type { Socket } from "node:net";
import { callbackify } from "node:util";
import { buildConnector } from "undici";
import { connectToAny } from "./connect-to-any.ts";

interface ConnectorOptions {
  /** Timeout of lookup and connection together, and again of the TLS handshake. */
  readonly timeoutMs: number;
  /** Returns the addresses of a name; default: the system's lookup. */
  readonly resolve?: ((host: string) => Promise<readonly LookupAddress[]>) | undefined;
}

/** Returns the `connect` option of an undici `Agent` that connects to the address of a host that answers first. */
export function connectorToAny({ timeoutMs, resolve }: ConnectorOptions): buildConnector.connector {
  const secure = buildConnector({ timeout: timeoutMs });
  const connect = async (options: buildConnector.Options): Promise<Socket> => {
    const port = Number(options.port || (options.protocol === "https:" ? 443 : 80));
    // undici passes an IPv6 address in brackets, as in a URL.
    const host = options.hostname.replace(/^\[|\]$/g, "");
    const signal = AbortSignal.timeout(timeoutMs);
    const httpSocket = await connectToAny({ host, port, resolve, signal });
    if (options.protocol !== "https:") return httpSocket;
    const secured = Promise.withResolvers<Socket>();
    secure({ ...options, httpSocket }, (error, socket) => {
      if (error === null) secured.resolve(socket);
      else secured.reject(error);
    });
    return secured.promise;
  };
  const connectByCallback = callbackify(connect);
  return (options, callback) =>
    connectByCallback(options, (error, socket) =>
      error === null ? callback(null, socket) : callback(error, null),
    );
}
