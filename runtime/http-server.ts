import { MINUTE_MS } from "#units/time.ts";
import { createServer, type IncomingMessage, type Server, type ServerOptions } from "node:http";
import type { FastifyServerFactory } from "fastify";
import type { Connections } from "./connections.ts";

/** Timeout of a request head, from the first byte of a connection or of the next request on it. */
const HEAD_MS = 20_000;
/** Timeout of the body of a form or JSON, which is at most a megabyte. */
const SMALL_BODY_MS = 20_000;
/** Timeout of an upload: a slow line may take this long to send 100 MB. */
const UPLOAD_MS = 15 * MINUTE_MS;
const CHECK_EVERY_MS = 5_000;

/**
 * Returns a factory of Fastify's servers with bounded connections; `takesUploads` gives multipart bodies the upload timeout.
 */
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

/** Returns whether a body is multipart, as file uploads are. */
function isForm({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.toLowerCase().startsWith("multipart/form-data") === true;
}
