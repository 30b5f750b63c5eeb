import { createServer, type IncomingMessage, type Server, type ServerOptions } from "node:http";
import type { FastifyServerFactory } from "fastify";
import type { Connections } from "./connections.ts";

/** From the first byte of a connection, or of the next request on it. */
const HEAD_MS = 20_000;
/** A form, or JSON, of at most a megabyte. */
const SMALL_BODY_MS = 20_000;
/** A slow line may take this long to send 100 MB. */
const UPLOAD_MS = 15 * 60_000;
const CHECK_EVERY_MS = 5_000;

/** Makes servers of Fastify whose connections are bounded; `takesUploads` where recordings are sent. */
export function httpServers(
  connections: Connections,
  { takesUploads }: { readonly takesUploads: boolean },
): FastifyServerFactory<Server> {
  const bodyMs = (request: IncomingMessage): number =>
    takesUploads && isForm(request) ? UPLOAD_MS : SMALL_BODY_MS;
  return (handler, options) => {
    const given = options.http as ServerOptions | undefined;
    const server = createServer(
      {
        ...given,
        shouldUpgradeCallback: (request) =>
          given?.shouldUpgradeCallback?.(request) === true && connections.upgrade(request),
        headersTimeout: HEAD_MS,
        requestTimeout: takesUploads ? UPLOAD_MS : HEAD_MS + SMALL_BODY_MS,
        keepAliveTimeout: options.keepAliveTimeout as number,
        connectionsCheckingInterval: CHECK_EVERY_MS,
      },
      handler,
    );
    connections.watch(server, bodyMs);
    return server;
  };
}

/** Says whether a body has parts, as files have that are sent. */
function isForm({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.toLowerCase().startsWith("multipart/form-data") === true;
}
