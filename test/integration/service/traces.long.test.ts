import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTracing } from "#runtime/tracing.ts";
import { startTraceCollector } from "../../support/servers/trace-collector.ts";
import { someModels } from "../../support/service/some-models.ts";
import { speechRequest, startSpeechService } from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";

const STARTING_MS = 120_000;

let collector: Awaited<ReturnType<typeof startTraceCollector>>;
beforeEach(async () => {
  collector = await startTraceCollector();
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
