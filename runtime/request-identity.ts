import type { IncomingHttpHeaders } from "node:http";

/** Format of ids from proxies and clients: long enough to be unique, short enough for a log line. */
const REQUEST_ID = /^[\w.:-]{8,128}$/;
/** https://www.w3.org/TR/trace-context/#traceparent-header; later versions may have more after the flags. */
const TRACE_PARENT =
  /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

/** Returns the id that a request came with, by which others already know it; undefined if there is none or it is malformed. */
export function givenRequestId(headers: IncomingHttpHeaders): string | undefined {
  const { "x-request-id": given } = headers;
  return typeof given === "string" && REQUEST_ID.test(given) ? given : undefined;
}

/** Returns the id of the trace that a request belongs to, from its `traceparent`; undefined if there is none. */
export function traceIdOf(headers: IncomingHttpHeaders): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === "string" ? TRACE_PARENT.exec(traceparent)?.[1] : undefined;
}
