import { once } from "node:events";
import { createServer, IncomingMessage } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openTelemetry } from "./open-telemetry.ts";

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
}
interface Attribute {
  readonly key: string;
  readonly value: Value;
}
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number };
}

let spans: SentSpan[];
let resources: Readonly<Record<string, unknown>>[];

const plain = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );

/** A collector of traces. */
const collector = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
  const { resourceSpans } = JSON.parse(body) as {
    readonly resourceSpans: readonly {
      readonly resource: { readonly attributes: readonly Attribute[] };
      readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
    }[];
  };
  for (const { resource, scopeSpans } of resourceSpans) {
    resources.push(plain(resource.attributes));
    spans.push(...scopeSpans.flatMap((scope) => scope.spans));
  }
  response.end("{}");
});
beforeAll(() => once(collector.listen(0, "127.0.0.1"), "listening"));
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

beforeEach(() => {
  [spans, resources] = [[], []];
  const { port } = collector.address() as AddressInfo;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
});
afterEach(() => void vi.unstubAllEnvs());

function requestWith(headers: Readonly<Record<string, string>> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = "GET";
  request.headers = headers;
  return request;
}

const SERVER = 2;
const ERROR = 2;

test("a request is a span, and the work that was done for it is within it", async () => {
  vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=test");
  const traces = openTelemetry("monitor");
  const request = requestWith();
  let begun = 0;
  traces.begin(request, "GET /page", () => {
    begun += 1;
    traces.did("query", 250, { rows: 3, error: undefined });
  });
  traces.did("outside", 1, {});
  traces.resume(request, () => traces.did("later", 0, {}));
  traces.resume(requestWith(), () => {
    begun += 1;
    traces.did("unknown", 1, {});
  });
  traces.end(request, 200, { "http.route": "/page", user: undefined });
  traces.end(requestWith(), 200, {});
  const id = traces.traceIdOf(request);
  expect(traces.traceIdOf(requestWith())).toBeUndefined();
  await traces[Symbol.asyncDispose]();

  expect(begun).toBe(2);
  expect(spans.map(({ name }) => name)).toEqual(["query", "later", "GET /page"]);
  const [query, later, page] = spans;
  expect(page).toMatchObject({ traceId: id, kind: SERVER, status: { code: 0 } });
  expect(plain(page?.attributes ?? [])).toEqual({
    "http.request.method": "GET",
    "http.route": "/page",
    "http.response.status_code": 200,
  });
  expect(page?.parentSpanId ?? "").toBe("");
  expect(query).toMatchObject({ traceId: id, parentSpanId: page?.spanId });
  expect(plain(query?.attributes ?? [])).toEqual({ rows: 3 });
  const tookNs = BigInt(query?.endTimeUnixNano ?? 0) - BigInt(query?.startTimeUnixNano ?? 0);
  expect(tookNs).toBe(250_000_000n);
  expect(later?.parentSpanId).toBe(page?.spanId);
  expect(resources).toMatchObject([
    { "service.name": "monitor", "deployment.environment": "test" },
  ]);
});

test("a request is a part of its caller's trace, and a failure where the server is at fault", async () => {
  vi.stubEnv("OTEL_SERVICE_NAME", "own name");
  const traces = openTelemetry("monitor");
  const [traceId, spanId] = ["a".repeat(32), "b".repeat(16)];
  for (const status of [499, 500]) {
    const request = requestWith({ traceparent: `00-${traceId}-${spanId}-01` });
    traces.begin(request, `GET ${status}`, () => {});
    expect(traces.traceIdOf(request)).toBe(traceId);
    traces.end(request, status, {});
  }
  await traces[Symbol.asyncDispose]();
  expect(spans).toMatchObject([
    { name: "GET 499", traceId, parentSpanId: spanId, status: { code: 0 } },
    { name: "GET 500", traceId, parentSpanId: spanId, status: { code: ERROR } },
  ]);
  expect(resources).toMatchObject([{ "service.name": "own name" }]);
});
