import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TraceDetails } from "./spans.ts";
import { tracing } from "./tracing.ts";

/** Routes that are polled every few seconds and do no work. */
const LEFT_OUT: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Traces the requests of an app if tracing is on; the code that handles the end of a request has to call `endTrace`. */
export function traceRequests(app: FastifyInstance): void {
  const traces = tracing();
  if (traces === undefined) return;
  app.addHook("onRequest", (request, _reply, done) => {
    const route = routeOf(request);
    if (LEFT_OUT.has(route)) done();
    else traces.begin(request.raw, `${request.method} ${route}`, done);
  });
  // A body arrives in events of the connection, outside the async context of the request.
  app.addHook("preHandler", (request, _reply, done) => traces.resume(request.raw, done));
}

/** Ends the span of a request, with further details. */
export function endTrace(
  request: FastifyRequest,
  reply: FastifyReply,
  details: TraceDetails = {},
): void {
  const allDetails = { "http.route": routeOf(request), ...details };
  tracing()?.end(request.raw, reply.statusCode, allDetails);
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? "unmatched";
}
