import type { IncomingMessage } from "node:http";
import { isServerFault } from "#runtime/server-fault.ts";
import cookie from "@fastify/cookie";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onSendHookHandler,
} from "fastify";
import { NotReachedYet } from "#database/open-database.ts";
import { trustProxyOption } from "#runtime/client-address.ts";
import type { Connections } from "#runtime/connections.ts";
import type { Drain } from "#runtime/drain.ts";
import { httpServers } from "#runtime/http-server.ts";
import { givenRequestId, traceIdOf } from "#runtime/request-identity.ts";
import { securityHeaders } from "#runtime/security-headers.ts";
import { endTrace, traceRequests } from "#runtime/trace-requests.ts";
import { tracing } from "#runtime/tracing.ts";
import { refuseUnreadable } from "./admin/admin-routes.ts";
import { answerBelow, basePathOf, withoutBasePath } from "./below-path.ts";
import type { statusApiMetrics } from "./metrics/page-metrics.ts";
import { compressPages } from "#runtime/compress-pages.ts";
import { sendError } from "./routes/errors.ts";
import { sendMessagePage, wantsDocument } from "./routes/message-page.ts";
import type { PageParts } from "./routes/page-headers.ts";
import { DatabaseAway } from "./snapshot/archive.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** By the clock of `performance.now`. */
    receivedAtMs: number;
  }
}

interface WebServerOptions {
  /** The public URL; with https:// browsers get HSTS, and with a path all addresses are below it. */
  readonly url: string | undefined;
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[] | undefined;
  readonly shown: PageParts;
  readonly metrics: ReturnType<typeof statusApiMetrics>;
  readonly drain: Drain;
  /** The connections of all servers of the process. */
  readonly connections: Connections;
  readonly logger: FastifyBaseLogger;
}

/** Only the admin API and sign-ups take bodies, and have limits of their own. */
const MAXIMUM_BODY_BYTES = 1024;

/** Creates a server without routes, with metrics and tracing of requests, draining and answers to errors. */
export async function openWebServer(options: WebServerOptions): Promise<FastifyInstance> {
  const { shown, metrics, drain, logger } = options;
  // Fastify gets no logger: with one it makes a child logger and two listeners for every request, and log lines are rare here.
  const basePath = basePathOf(options.url);
  const rewriteUrl = ({ url = "/" }: IncomingMessage): string => withoutBasePath(url, basePath);
  const rewriting = basePath === "" ? {} : { rewriteUrl };
  const app: FastifyInstance = fastify({
    ...rewriting,
    bodyLimit: MAXIMUM_BODY_BYTES,
    trustProxy: trustProxyOption(options.trustedProxies ?? []),
    // A request on a connection that is still open when the listener closes is answered like the ones before it.
    return503OnClosing: false,
    serverFactory: httpServers(options.connections, { takesUploads: false }),
    // A malformed URL reaches no route.
    frameworkErrors: (_error, request, reply) =>
      request.url.startsWith("/admin/")
        ? refuseUnreadable(reply)
        : sendError(reply, "invalid_request"),
  });
  await app.register(cookie, { hook: false });
  if (basePath !== "") answerBelow(app, basePath);
  const headers = securityHeaders(options.url);
  app.decorateRequest("receivedAtMs", 0);
  traceRequests(app);
  const count = (route: string, request: FastifyRequest, reply: FastifyReply): void => {
    const elapsedMs = performance.now() - request.receivedAtMs;
    metrics.observeRequest(route, request.method, reply.statusCode, elapsedMs);
  };
  app.addHook("onRequest", (request, reply, done) => {
    request.receivedAtMs = performance.now();
    reply.headers(headers);
    if (tracing() !== undefined) reply.raw.once("close", () => endTrace(request, reply));
    // The next request of this client must go to another process.
    if (drain.isOn) reply.header("connection", "close");
    if (request.is404) reply.raw.once("finish", () => count("unknown", request, reply));
    done();
  });
  app.addHook("onSend", compressPages);
  // Each route has its own hook with its pattern: `request.routeOptions` makes an object of twelve fields for every answer.
  app.addHook("onRoute", (route) => {
    const hook: onSendHookHandler = (request, reply, _payload, done) => {
      count(route.url, request, reply);
      done();
    };
    route.onSend = [hook, ...[route.onSend ?? []].flat()];
  });
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof DatabaseAway) {
      // Already logged where the database was opened.
      if (!(error.cause instanceof NotReachedYet)) {
        logger.warn({ err: error.cause, ...nameOf(request) }, error.message);
      }
      return wantsDocument(request)
        ? sendMessagePage(request, reply, shown, "databaseAway")
        : sendError(reply, "database_away");
    }
    const { statusCode } = error as { statusCode?: number };
    if (statusCode !== undefined && !isServerFault(statusCode))
      return sendError(reply, "invalid_request");
    logger.error({ err: error, ...nameOf(request) }, "a request could not be answered");
    return wantsDocument(request)
      ? sendMessagePage(request, reply, shown, "failed")
      : sendError(reply, "internal_error");
  });
  drain.watch(app.server);
  return app;
}

/** Answers 404 to every unknown address: a page to people, an error body to programs. */
export function answerUnknown(app: FastifyInstance, shown: PageParts): void {
  app.setNotFoundHandler(async (request, reply) =>
    wantsDocument(request)
      ? sendMessagePage(request, reply, shown, "notFound")
      : sendError(reply, "not_found"),
  );
}

/** Returns the fields of a log line about a request: its URL, and the id and the trace that it came with. */
function nameOf({ url, headers }: FastifyRequest) {
  return { url, reqId: givenRequestId(headers), trace: traceIdOf(headers) };
}
