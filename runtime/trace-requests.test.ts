import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { endTrace, traceRequests } from "./trace-requests.ts";
import { startTracing, tracing } from "./tracing.ts";

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly { readonly name: string; readonly traceId: string }[];
    }[];
  }[];
}

const sent: Sent[] = [];
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    sent.push(body as Sent);
    response.end("{}");
  });
});
beforeAll(async () => {
  await once(collector.listen(0, "127.0.0.1"), "listening");
  const { port } = collector.address() as AddressInfo;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  collector.closeAllConnections();
  collector.close();
});

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
  const spans = sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  expect(spans.map(({ name }) => name)).toEqual(["POST /things/:id", "POST unmatched"]);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(
    new Set(["4bf92f3577b34da6a3ce929d0e0e4736"]),
  );
});

test("nothing is traced where nobody asked for it", async () => {
  const before = sent.length;
  await requested("/things/7");
  expect(tracing()).toBeUndefined();
  expect(sent).toHaveLength(before);
});
