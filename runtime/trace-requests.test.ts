import Fastify from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTraceCollector } from "../test/support/servers/trace-collector.ts";
import { endTrace, traceRequests } from "./trace-requests.ts";
import { startTracing, tracing } from "./tracing.ts";

let collector: Awaited<ReturnType<typeof startTraceCollector>>;
beforeAll(async () => {
  collector = await startTraceCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await collector[Symbol.asyncDispose]();
});

const spansSent = () =>
  collector.resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));

/** An app with a route, which requests are made of while tracing is on or off. */
async function requested(...paths: readonly string[]): Promise<void> {
  const app = Fastify();
  traceRequests(app);
  app.addHook("onResponse", (request, reply, done) => {
    endTrace(request, reply);
    done();
  });
  app.get("/healthz", () => "ok");
  app.post("/things/:id", () => "ok");
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  for (const path of paths) {
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    await app.inject({ method: path === "/healthz" ? "GET" : "POST", url: path, headers });
  }
  await app.close();
}

test("requests are traced by their route as a part of their caller's trace, but for those of machines", async () => {
  {
    await using _tracing = await startTracing("program");
    await requested("/healthz", "/things/7", "/none");
  }
  const spans = spansSent();
  expect(spans.map(({ name }) => name)).toEqual(["POST /things/:id", "POST unmatched"]);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(
    new Set(["4bf92f3577b34da6a3ce929d0e0e4736"]),
  );
});

test("nothing is traced where nobody asked for it", async () => {
  const before = spansSent();
  await requested("/things/7");
  expect(tracing()).toBeUndefined();
  expect(spansSent()).toEqual(before);
});
