import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { type Environment, Settings } from "./settings.ts";

/** Attributes of a span; nothing that a client sent. */
export type TraceDetails = Readonly<Record<string, string | number | undefined>>;

/** Reports to a collector which requests a program answered, and the work done for each. */
export interface Tracing extends AsyncDisposable {
  /** Begins the span of a request, as a part of its caller's trace if it came with one; `goOn` runs in its context. */
  begin(request: IncomingMessage, name: string, goOn: () => void): void;
  /** Runs `goOn` in the context of a request that was begun, where awaiting has lost it. */
  resume(request: IncomingMessage, goOn: () => void): void;
  /** Ends the span of a request that was begun. */
  end(request: IncomingMessage, statusCode: number, details: TraceDetails): void;
  /**
   * Records a span for work that has just ended and took `tookMs`, as a part of the current request; does nothing without one.
   */
  did(work: string, tookMs: number, details: TraceDetails): void;
  /** The id of the trace that a request is a part of. */
  traceIdOf(request: IncomingMessage): string | undefined;
}

let started: Tracing | undefined;

/** Returns the tracing that was started in this process; undefined if tracing is off. */
export function tracing(): Tracing | undefined {
  return started;
}

/** Binds `work` to the trace of the current request, whoever calls it later. */
export function inThisTrace<Work extends (...parameters: never[]) => unknown>(work: Work): Work {
  return started === undefined ? work : AsyncLocalStorage.bind(work);
}

/**
 * Returns whether OpenTelemetry's settings enable traces; throws ConfigError for an exporter or protocol that is not supported.
 */
export function wantsTraces(environment: Environment): boolean {
  const read = new Settings(environment);
  const exporter = read.oneOf("OTEL_TRACES_EXPORTER", ["otlp", "none"]);
  read.oneOf("OTEL_EXPORTER_OTLP_PROTOCOL", ["http/json"]);
  read.oneOf("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", ["http/json"]);
  const endpoints = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
  const hasEndpoint = endpoints.filter((name) => read.secretUrl(name) !== undefined).length > 0;
  if (read.text("OTEL_SDK_DISABLED")?.toLowerCase() === "true") return false;
  return exporter === "otlp" || (exporter === undefined && hasEndpoint);
}

/** Starts tracing if the settings enable it, and loads its modules only then; disposing it sends the remaining spans. */
export async function startTracing(
  program: string,
  environment: Environment = process.env,
): Promise<AsyncDisposable> {
  if (wantsTraces(environment)) {
    const { openTelemetry } = await import("./open-telemetry.ts");
    started = openTelemetry(program);
  }
  return {
    async [Symbol.asyncDispose]() {
      const ending = started;
      started = undefined;
      await ending?.[Symbol.asyncDispose]();
    },
  };
}
