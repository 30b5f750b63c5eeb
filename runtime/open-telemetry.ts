import type { IncomingMessage } from "node:http";
import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { isServerFault } from "./server-fault.ts";
import type { TraceDetails, Tracing } from "./spans.ts";

/** How long an unreachable collector may delay the exit of a program. */
const LAST_SPANS_MS = 2_000;

/** Exports traces by OTLP to `OTEL_EXPORTER_OTLP_ENDPOINT`; the other settings of OpenTelemetry's exporters apply too. */
export function openTelemetry(program: string): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new TracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
    resource: resourceFromAttributes({ "service.name": program }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer(program);
  const begun = new WeakMap<IncomingMessage, { readonly span: Span; readonly within: Context }>();
  return {
    begin(request, name, goOn) {
      const caller = propagation.extract(context.active(), request.headers);
      const options = {
        kind: SpanKind.SERVER,
        attributes: { "http.request.method": request.method },
      };
      const span = tracer.startSpan(name, options, caller);
      const within = trace.setSpan(caller, span);
      begun.set(request, { span, within });
      context.with(within, goOn);
    },
    resume(request, goOn) {
      const known = begun.get(request);
      if (known === undefined) goOn();
      else context.with(known.within, goOn);
    },
    end(request, statusCode, details) {
      const span = begun.get(request)?.span;
      span?.setAttributes({ "http.response.status_code": statusCode, ...attributesOf(details) });
      if (isServerFault(statusCode)) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    did(work, tookMs, details) {
      if (trace.getActiveSpan() === undefined) return;
      const endTime = Date.now();
      const options = { startTime: endTime - tookMs, attributes: attributesOf(details) };
      tracer.startSpan(work, options).end(endTime);
    },
    traceIdOf: (request) => begun.get(request)?.span.spanContext().traceId,
    async [Symbol.asyncDispose]() {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, LAST_SPANS_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
      context.disable();
      propagation.disable();
    },
  };
}

function attributesOf(details: TraceDetails) {
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== undefined),
  ) as Record<string, string | number>;
}
