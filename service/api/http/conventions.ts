import { JSON_TYPE } from "#runtime/content-types.ts";
import { isServerFault } from "#runtime/server-fault.ts";
import type { Drain } from "#runtime/drain.ts";
import { REQUEST_MESSAGE } from "#runtime/log-output.ts";
import { LOGGED_ADDRESSES, type LoggedAddresses } from "#runtime/logged-address.ts";
import { givenRequestId, traceIdOf } from "#runtime/request-identity.ts";
import { endTrace, traceRequests } from "#runtime/trace-requests.ts";
import type { TraceDetails } from "#runtime/spans.ts";
import { tracing } from "#runtime/tracing.ts";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { payerOf } from "../../access/authenticate.ts";
import { ClientGone } from "./end-of-work.ts";
import type { Dialect } from "../../contract/dialect.ts";
import { dialectOf } from "../../contract/dialects/dialects.ts";
import { ApiError } from "../../contract/errors.ts";
import { parseJsonBody } from "./json-body.ts";
import { toApiError } from "./to-api-error.ts";
import type { ServiceMetrics } from "./metrics.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The code of the error that the request was answered with. */
    errorCode: string | undefined;
  }
  interface FastifyInstance {
    /** Returns what a log line has of the address of a client; undefined where it has nothing. */
    loggedAddress: (address: string) => string | undefined;
  }
  interface FastifyContextConfig {
    /** The dialect of a route that belongs to another vendor's API. */
    dialect?: Dialect;
  }
}

/**
 * How long the rest of a refused upload is still received, so that its sender reads the response and not a connection reset.
 */
const DRAIN_MS = 5_000;
const CLIENT_LEFT_STATUS = "499";
const UNMATCHED_ROUTE = "unmatched";
const REQUEST_ID_DIGITS = 24;
const POLLED_ROUTES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Returns the id by which a request is found in the logs: the one that it was sent with, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  return givenRequestId(headers) ?? newRequestId();
}

function newRequestId(): string {
  // `randomUUID` caches random bytes; generating them for each request would be a tenth of the work of a small one.
  return `req_${randomUUID().replaceAll("-", "").slice(0, REQUEST_ID_DIGITS)}`;
}

/** Answers an unknown path with a page; undefined leaves it to the error body. */
export type AnswerWithPage = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply> | undefined;

/** Sets up what all responses have in common: request id, error body, 404 and 405, log line and metrics. */
export function addConventions(
  app: FastifyInstance,
  metrics: ServiceMetrics,
  options: {
    readonly opensSocket: (request: IncomingMessage) => boolean;
    readonly notFoundPage: AnswerWithPage;
    /** Headers that are added to every response. */
    readonly headers: Readonly<Record<string, string>>;
    readonly drain: Drain;
    readonly logAddresses: LoggedAddresses;
  },
): void {
  const { opensSocket, notFoundPage, headers, drain, logAddresses } = options;
  app.decorate("loggedAddress", LOGGED_ADDRESSES[logAddresses]);
  answerExpectations(app);
  traceRequests(app);
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.decorateRequest("errorCode", undefined);
  app.decorateRequest("principal", undefined);
  app.decorateRequest("allowance", undefined);
  app.addHook("onRoute", ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-request-id", request.id).headers(headers);
    // The next request of this client should go to another process.
    if (drain.isOn) void reply.header("connection", "close");
    if (!opensSocket(request.raw)) watchEnd(request, reply, metrics);
    else {
      // Nothing else ends a connection whose upgrade to a WebSocket was refused.
      reply.raw.once("finish", () => request.raw.socket.end());
      reply.raw.once("close", () => endTrace(request, reply, traceDetails(request)));
    }
    if (request.raw.httpVersion === "1.1" && request.headers.host === undefined) {
      throw new ApiError("invalid_request", "The request has no Host header.");
    }
    if (request.url.includes("%00")) {
      throw new ApiError("invalid_request", "The address has the character U+0000 in it.");
    }
  });
  // The onRequest hooks have run; a client that they refused need not send the body.
  app.addHook("preParsing", async ({ raw }, reply) => {
    if (expectsContinue(raw)) reply.raw.writeContinue();
  });
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) => parseJsonBody(body),
  );
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ClientGone) return reply.hijack();
    const apiError = toApiError(error);
    if (isServerFault(apiError.kind.status) && levelOf(request.routeOptions.url) === "info") {
      request.log.error({ code: apiError.code, err: apiError.cause ?? error }, "request failed");
    }
    return answer(request, reply, apiError);
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ""] = request.url.split("?");
    const matching = routes.filter(({ pattern }) => pattern.test(path));
    const allowed = [...new Set(matching.flatMap(({ methods }) => methods))];
    if (allowed.length === 0) {
      return notFoundPage(request, reply) ?? answer(request, reply, notFound(request));
    }
    void reply.header("allow", allowed.join(", "));
    return answer(request, reply, new ApiError("method_not_allowed"));
  });
}

/**
 * Accepts requests with an unknown `Expect` header, as HTTP allows; Node would refuse them without a body. `100 Continue` is
 * sent only when the body is read; Node would send it at once.
 */
function answerExpectations({ server }: FastifyInstance): void {
  server.on("checkContinue", (request, response) => {
    server.emit("request", request, response);
  });
  server.on("checkExpectation", (request, response) => {
    server.emit("request", request, response);
  });
}

function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === "100-continue";
}

/** Answers a request whose URL cannot be parsed, before it has a route. */
export function answerUnreadable(
  request: FastifyRequest,
  reply: FastifyReply,
  metrics: ServiceMetrics,
): void {
  watchEnd(request, reply, metrics);
  void reply.header("x-request-id", request.id);
  answer(request, reply, new ApiError("invalid_request", "The address is malformed."));
}

/** Answers bytes that are not an HTTP request, or a request that does not end in time, and closes the connection. */
export function answerGarbage(
  { code: fault }: NodeJS.ErrnoException,
  socket: Socket,
  metrics: ServiceMetrics,
): void {
  if (!socket.writable) return;
  const isLate = fault === "ERR_HTTP_REQUEST_TIMEOUT";
  const error = new ApiError(
    "invalid_request",
    isLate ? "The request did not come to its end in time." : "This is no HTTP request.",
  );
  const { code } = error;
  metrics.requests.inc({ method: "unknown", route: UNMATCHED_ROUTE, status: "400", code });
  const body = JSON.stringify({ error: error.body });
  const head = [
    "HTTP/1.1 400 Bad Request",
    `x-request-id: ${newRequestId()}`,
    `content-type: ${JSON_TYPE}`,
    "x-content-type-options: nosniff",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function answer(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  request.errorCode = error.code;
  if (!request.raw.complete) {
    // It is unknown whether the body will follow.
    if (expectsContinue(request.raw)) void reply.header("connection", "close");
    drainBriefly(request, reply);
  }
  return reply
    .status(error.kind.status)
    .headers(error.headers)
    .type(JSON_TYPE)
    .serializer(JSON.stringify)
    .send(errorBodyOf(request, error));
}

const NOTHING_THERE = "Nothing is at this address; /docs/reference lists what there is.";

function notFound({ headers, method }: FastifyRequest): ApiError {
  const dialect = dialectOf(headers);
  if (dialect === undefined) return new ApiError("not_found", NOTHING_THERE);
  const message = `This service has no counterpart of this address for ${method}; of the API of ${dialect.vendor} it has what /docs/${dialect.name} lists.`;
  return new ApiError("not_found", message);
}

/** Returns the error body in the dialect of the route or, without a route, in the one that the credential indicates. */
function errorBodyOf(request: FastifyRequest, error: ApiError): object {
  const dialect = request.is404 ? dialectOf(request.headers) : request.routeOptions.config.dialect;
  return dialect?.errorBody(error, request.id) ?? { error: error.body };
}

/**
 * Receives the rest of a request after its response, because most clients read that only after they have sent everything; a
 * request that goes on for long is cut off.
 */
function drainBriefly({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once("finish", () => {
    // A parser that has given up may still hold the stream back.
    raw.unpipe().resume();
    const timer = setTimeout(() => {
      // The connection of a complete request may already serve the next one.
      if (!raw.complete) raw.socket.destroy();
    }, DRAIN_MS);
    raw.once("close", () => clearTimeout(timer));
  });
}

function watchEnd(request: FastifyRequest, reply: FastifyReply, metrics: ServiceMetrics): void {
  const startedAtMs = performance.now();
  metrics.requestsInFlight.inc();
  reply.raw.once("close", () => {
    metrics.requestsInFlight.dec();
    const seconds = (performance.now() - startedAtMs) / 1000;
    const { method, errorCode } = request;
    const route = request.routeOptions.url ?? UNMATCHED_ROUTE;
    const status = reply.raw.writableFinished ? String(reply.statusCode) : CLIENT_LEFT_STATUS;
    metrics.requests.inc({ method, route, status, code: errorCode ?? "" });
    metrics.requestSeconds.observe({ route }, seconds);
    endTrace(request, reply, traceDetails(request));
    const ms = Math.round(seconds * 1000);
    request.log[levelOf(route)](
      { method, route, status: Number(status), code: errorCode, ms, ...whoAsks(request) },
      REQUEST_MESSAGE,
    );
  });
}

/** Returns `debug` for routes that load balancers and Prometheus request every few seconds. */
function levelOf(route: string | undefined): "debug" | "info" {
  return route !== undefined && POLLED_ROUTES.has(route) ? "debug" : "info";
}

/**
 * Returns what a log line says about who made a request: account, key id, trace and, where that is wanted, address; never the
 * key itself.
 */
export function whoAsks({ principal, raw, ip, server }: FastifyRequest) {
  const payer = principal && payerOf(principal);
  return {
    client: server.loggedAddress(ip),
    account: payer?.accountId,
    key: payer?.keyId,
    trace: tracing()?.traceIdOf(raw) ?? traceIdOf(raw.headers),
  };
}

function traceDetails(request: FastifyRequest): TraceDetails {
  const { account, key } = whoAsks(request);
  return { request_id: request.id, "error.type": request.errorCode, account, key };
}

/** Returns a pattern that matches the paths of a route. */
function patternOf(url: string): RegExp {
  const source = url
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/:[^/]+/g, "[^/]+")
    .replaceAll("*", ".*");
  return new RegExp(`^${source}$`);
}
