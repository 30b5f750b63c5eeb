import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type TraceDetails, tracing } from "./tracing.ts";

/** What is asked every few seconds and does nothing. */
const LEFT_OUT: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Traces what an app answers, where somebody wants traces; whoever sees the end of a request says so by `endTrace`. */
export function traceRequests(app: FastifyInstance): void {
  const traces = tracing();
  if (traces === undefined) return;
  app.addHook("onRequest", (request, _reply, done) => {
    const route = routeOf(request);
    if (LEFT_OUT.has(route)) done();
    else traces.begin(request.raw, `${request.method} ${route}`, done);
  });
  // A body arrives with events of the connection, which know nothing of the request.
  app.addHook("preHandler", (request, _reply, done) => traces.resume(request.raw, done));
}

/** Ends what is told of a request, with what more there is to tell of it. */
export function endTrace(
  request: FastifyRequest,
  reply: FastifyReply,
  details: TraceDetails = {},
): void {
  const told = { "http.route": routeOf(request), ...details };
  tracing()?.end(request.raw, reply.statusCode, told);
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? "unmatched";
}
