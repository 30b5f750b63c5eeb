import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTracing } from "#runtime/tracing.ts";
import { someModels } from "../../support/service/some-models.ts";
import { speechRequest, startSpeechService } from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";

const STARTING_MS = 120_000;

interface Sent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Sent["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[];
  }[];
}

/** A collector that takes traces as OpenTelemetry's does, at /v1/traces. */
async function startCollector() {
  const received: Export[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.url === "/v1/traces") received.push(body as Export);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    resources: () => received.flatMap(({ resourceSpans }) => resourceSpans),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

let collector: Awaited<ReturnType<typeof startCollector>>;
beforeEach(async () => {
  collector = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await collector[Symbol.asyncDispose]();
});

test(
  "a request is told with its queries and the work of its model, as a part of its caller's trace",
  { timeout: STARTING_MS },
  async () => {
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const caller = "00f067aa0ba902b7";
    const text = "Kimse duymasın.";
    {
      await using _tracing = await startTracing("speech-service");
      await using models = await someModels("synth-v1");
      await using service = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
      const { headers, ...request } = speechRequest({ voice: "ayla", input: text });
      const answer = await service.call("/v1/audio/speech", {
        ...request,
        headers: { ...(headers as object), traceparent: `00-${trace}-${caller}-01` },
      });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      await (await service.call("/healthz")).text();
      using stream = await openStream(service.url, {
        path: "/v1/audio/speech/stream",
        credential: service.key,
      });
      await stream.message("session.started");
      stream.say({ type: "end" });
      await stream.closed();
    }
    const resources = collector.resources();
    expect(JSON.stringify(resources.map(({ resource }) => resource))).toContain("speech-service");
    const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans));
    const request = spans.find(({ name }) => name === "POST /v1/audio/speech");
    expect(request).toMatchObject({ traceId: trace, parentSpanId: caller });
    expect(spans.map(({ name }) => name)).toContain("GET /v1/audio/speech/stream");
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(new Set(parts.map(({ name }) => name))).toEqual(
      new Set(["database query", "wait for model", "model work"]),
    );
    expect(parts.every(({ traceId }) => traceId === trace)).toBe(true);
    const said = JSON.stringify(spans);
    expect(said).toContain('"synth-v1"');
    expect(said).toMatch(/"key":"key","value":\{"stringValue":"key_/);
    expect(said).not.toContain("/healthz");
    expect(said).not.toContain(text);
    expect(said).not.toContain("sk_");
  },
);
