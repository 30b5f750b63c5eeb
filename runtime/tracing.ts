import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { type Environment, Settings } from "./settings.ts";

/** Names what is told of a piece of work; nothing that a client sent. */
export type TraceDetails = Readonly<Record<string, string | number | undefined>>;

/** Tells a collector which requests a program answered, and what it did for each. */
export interface Tracing extends AsyncDisposable {
  /** Begins a request, as a part of its caller's trace where it came with one; what `goOn` does belongs to it. */
  begin(request: IncomingMessage, name: string, goOn: () => void): void;
  /** Goes on with a request that was begun, where what was awaited has lost it. */
  resume(request: IncomingMessage, goOn: () => void): void;
  /** Ends a request that was begun. */
  end(request: IncomingMessage, statusCode: number, details: TraceDetails): void;
  /** Tells of work that has just ended and took so long; it belongs to the request it was done for, and without one nothing is told. */
  did(work: string, tookMs: number, details: TraceDetails): void;
  /** The id of the trace that a request is a part of. */
  traceIdOf(request: IncomingMessage): string | undefined;
}

let started: Tracing | undefined;

/** What was started in this process; undefined where nobody wants traces. */
export function tracing(): Tracing | undefined {
  return started;
}

/** Returns `work` so that what it tells belongs to the request that runs now, whoever calls it later. */
export function inThisTrace<Work extends (...parameters: never[]) => unknown>(work: Work): Work {
  return started === undefined ? work : AsyncLocalStorage.bind(work);
}

/** Whether the settings of OpenTelemetry ask for traces; throws ConfigError for what is not sent here. */
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

/** Starts tracing where the settings ask for it, and loads what it takes only then; disposing it sends what is left. */
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
