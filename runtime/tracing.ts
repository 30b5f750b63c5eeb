import { AsyncLocalStorage } from "node:async_hooks";
import { type Environment, Settings } from "./settings.ts";
import type { Tracing } from "./spans.ts";

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
