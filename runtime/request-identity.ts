import type { IncomingHttpHeaders } from "node:http";

/** Ids that proxies and clients give: long enough to be one, short enough for a line of a log. */
const REQUEST_ID = /^[\w.:-]{8,128}$/;
/** https://www.w3.org/TR/trace-context/#traceparent-header; later versions may have more after the flags. */
const TRACE_PARENT =
  /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

/** The id that a request came with, by which others know it already; undefined where there is none or it is not fit for one. */
export function givenRequestId(headers: IncomingHttpHeaders): string | undefined {
  const { "x-request-id": given } = headers;
  return typeof given === "string" && REQUEST_ID.test(given) ? given : undefined;
}

/** The id of the trace that a request is a part of, by its `traceparent`. */
export function traceIdOf(headers: IncomingHttpHeaders): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === "string" ? TRACE_PARENT.exec(traceparent)?.[1] : undefined;
}
