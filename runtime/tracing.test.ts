import { expect, test } from "vitest";
import { ConfigError } from "./settings.ts";
import { startTracing, tracing, wantsTraces } from "./tracing.ts";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

test.each([
  [{}, false],
  [endpoint, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:4318/v1/traces" }, true],
  [{ OTEL_TRACES_EXPORTER: "otlp" }, true],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: "none" }, false],
  [{ ...endpoint, OTEL_SDK_DISABLED: "true" }, false],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, true],
])("with the settings %o traces are wanted: %s", (environment, isWanted) => {
  expect(wantsTraces(environment)).toBe(isWanted);
});

test.each([
  [{ OTEL_TRACES_EXPORTER: "zipkin" }, "OTEL_TRACES_EXPORTER"],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "OTEL_EXPORTER_OTLP_PROTOCOL"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
])("the settings %o are refused by name", (environment, name) => {
  expect(() => wantsTraces(environment)).toThrow(ConfigError);
  expect(() => wantsTraces(environment)).toThrow(name);
});

test("nothing is started where nobody asks for traces", async () => {
  await using _tracing = await startTracing("monitor", {});
  expect(tracing()).toBeUndefined();
});
