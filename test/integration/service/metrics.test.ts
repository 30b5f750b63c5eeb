import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, runsLong, shortTest } from "../../support/lengths.ts";
import { eventually } from "../../support/eventually.ts";
import { parseExposition, sumOf, type Sample } from "../../support/servers/exposition.ts";
import { complaintsAbout, hasPromtool, installPromtool } from "../../support/servers/promtool.ts";
import { describeWithRedis } from "../../support/databases/redis.ts";
import {
  fixtureClip,
  speechRequest,
  startSpeechService,
  transcriptionForm,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;
const BACK_MS = 120_000;
const STREAM = "/v1/audio/stream";
const REALTIME = "/v1/realtime";
const SPEECH_SOCKET = "/v1/audio/speech/stream";
const TRANSCRIPTIONS = "/v1/audio/transcriptions";
const SPEECH = "/v1/audio/speech";
const PCM_BYTES_PER_SECOND = 96_000;
const WAV_HEAD_BYTES = 44;
const CLIP_BYTES_PER_SECOND = 32_000;

let data: TemporaryDirectory;
let service: SpeechService;
let clip: Buffer;
let clipSeconds: number;
beforeAll(async () => {
  // The embedded database is one of the programs that it starts.
  data = await temporaryDirectory("data");
  service = await startSpeechService({ DATA_DIR: data.path });
  clip = (await fixtureClip()).wav;
  clipSeconds = (clip.length - WAV_HEAD_BYTES) / CLIP_BYTES_PER_SECOND;
}, STARTING_MS);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await data[Symbol.asyncDispose]();
});

const exposition = async () => (await fetch(new URL("/metrics", service.url))).text();
const scrape = async () => parseExposition(await exposition());
const voice = () => service.engine.defaultOf("synthesis")?.voices[0]?.name;
const requestsOf = (labels: Readonly<Record<string, string>>) => (samples: readonly Sample[]) =>
  sumOf(samples, "service_http_requests_total", labels);

/** Waits until a figure is as expected: an answer is counted when its last byte has left. */
async function becomes(expected: number, figure: (samples: readonly Sample[]) => number) {
  let last = Number.NaN;
  const isThere = async () => (last = figure(await scrape())) === expected;
  await eventually("the figure is as expected", isThere).catch(() => undefined);
  expect(last).toBe(expected);
}

describe("metrics of the service", { timeout: STARTING_MS }, () => {
  shortTest(
    "are shown to this machine alone without a token, and to nobody through a proxy on it",
    async () => {
      const headers = { "x-forwarded-for": "203.0.113.7" };
      const answer = await fetch(new URL("/metrics", service.url), { headers });
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(await answer.json()).toMatchObject({
        error: { code: "missing_api_key", message: expect.stringContaining("METRICS_TOKEN") },
      });
      expect(await exposition()).toContain("service_model_state");
    },
  );

  shortTest("begin with a zero for everything that a rate is taken of", async () => {
    const samples = await scrape();
    for (const model of ["transcribe-1", "synth-v1", "synth-v2"]) {
      const of = (name: string) => samples.filter((one) => one.name === name);
      const [restarts] = of("service_model_process_restarts_total").filter(
        ({ labels }) => labels["model"] === model,
      );
      expect(restarts?.value).toBe(0);
      expect(sumOf(samples, "service_model_state", { model, state: "ok" })).toBe(1);
      expect(sumOf(samples, "service_model_state", { model })).toBe(1);
      expect(sumOf(samples, "service_queue_depth", { model })).toBe(0);
    }
    expect(samples).toContainEqual({ name: "service_limits_degraded", labels: {}, value: 0 });
    expect(samples).toContainEqual({
      name: "service_usage_write_failures_total",
      labels: {},
      value: 0,
    });
  });

  shortTest(
    "tell what runs, what is asked just now, and the memory of the programs that it started",
    async () => {
      const samples = await scrape();
      expect(sumOf(samples, "service_build_info")).toBe(1);
      // The one that reads the metrics.
      expect(sumOf(samples, "service_http_requests_in_flight")).toBe(1);
      expect(sumOf(samples, "service_database_up")).toBe(1);
      for (const kind of ["model", "decoder", "database"]) {
        const bytes = sumOf(samples, "service_child_resident_memory_bytes", { kind });
        expect({ kind, bytes }).toEqual({ kind, bytes: expect.toSatisfy((value) => value > 20e6) });
      }
    },
  );

  shortTest("tell of a transcription: its answer, audio, work, wait and speed", async () => {
    const form = { method: "POST", body: transcriptionForm(clip) };
    expect((await service.call(TRANSCRIPTIONS, form)).status).toBe(200);
    const labels = { method: "POST", route: TRANSCRIPTIONS, status: "200", code: "" };
    await becomes(1, requestsOf(labels));
    const samples = await scrape();
    const model = "transcribe-1";
    const audio = { product: "transcription", direction: "in" };
    expect(sumOf(samples, "service_audio_seconds_total", audio)).toBeCloseTo(clipSeconds, 1);
    const heard = sumOf(samples, "service_inference_audio_seconds_total", { model });
    expect(heard).toBeCloseTo(clipSeconds, 0);
    const worked = sumOf(samples, "service_inference_seconds_total", { model });
    expect(worked).toBeGreaterThan(0);
    expect(sumOf(samples, "service_real_time_factor_count", { model })).toBeGreaterThan(0);
    expect(sumOf(samples, "service_queue_wait_seconds_count", { model })).toBe(1);
    const took = { route: TRANSCRIPTIONS };
    expect(sumOf(samples, "service_http_request_duration_seconds_count", took)).toBe(1);
  });

  shortTest("tell of a synthesis: its audio and how soon the first of it was there", async () => {
    const format = { response_format: "pcm", sample_rate: 48_000 };
    const fields = { input: "Merhaba dünya.", voice: voice(), ...format };
    const answer = await service.call(SPEECH, speechRequest(fields));
    const seconds = (await answer.arrayBuffer()).byteLength / PCM_BYTES_PER_SECOND;
    await becomes(1, requestsOf({ method: "POST", route: SPEECH, status: "200", code: "" }));
    const samples = await scrape();
    const model = "synth-v2";
    const audio = { product: "speech", direction: "out" };
    expect(sumOf(samples, "service_audio_seconds_total", audio)).toBeCloseTo(seconds, 2);
    expect(sumOf(samples, "service_first_audio_seconds_count", { model })).toBe(1);
    expect(sumOf(samples, "service_first_audio_seconds_sum", { model })).toBeGreaterThan(0);
    const made = sumOf(samples, "service_inference_audio_seconds_total", { model });
    expect(made).toBeCloseTo(seconds, 2);
    expect(sumOf(samples, "service_inference_seconds_total", { model })).toBeGreaterThan(0);
    expect(sumOf(samples, "service_real_time_factor_count", { model })).toBe(1);
  });

  shortTest("tell of a live stream while it is open and when it closed", async () => {
    using client = await openStream(service.url, { credential: service.key });
    await client.message("session.started");
    expect(sumOf(await scrape(), "service_open_sockets", { route: STREAM })).toBe(1);
    expect(sumOf(await scrape(), "service_queue_depth", { stage: "running" })).toBe(1);
    client.socket.send(clip.subarray(WAV_HEAD_BYTES));
    const sent = { product: "stream", direction: "in" };
    await eventually("its audio is counted as it comes", async () => {
      const seconds = sumOf(await scrape(), "service_audio_seconds_total", sent);
      return Math.abs(seconds - clipSeconds) < 0.1;
    });
    client.say({ type: "end" });
    await client.message("transcript.final");
    expect(await client.closed()).toBe(1000);
    await becomes(1, requestsOf({ method: "WS", route: STREAM, status: "1000", code: "" }));
    const samples = await scrape();
    expect(sumOf(samples, "service_open_sockets", { route: STREAM })).toBe(0);
    expect(sumOf(samples, "service_audio_seconds_total", sent)).toBeCloseTo(clipSeconds, 1);
  });

  shortTest(
    "tell of the other sockets by their routes, and not of what clients make up",
    async () => {
      using speech = await openStream(service.url, {
        path: SPEECH_SOCKET,
        credential: service.key,
      });
      const query = { intent: "transcription" };
      using realtime = await openStream(service.url, {
        path: REALTIME,
        query,
        credential: service.key,
      });
      await realtime.message("session.created");
      const before = await scrape();
      expect(sumOf(before, "service_open_sockets", { route: SPEECH_SOCKET })).toBe(1);
      expect(sumOf(before, "service_open_sockets", { route: REALTIME })).toBe(1);
      speech.say({ type: "config", voice: voice() });
      speech.say({ type: "text.append", text: "Merhaba dünya." });
      speech.say({ type: "end" });
      const { seconds } = await speech.message("audio.done");
      const spoken = (samples: readonly Sample[]) =>
        sumOf(samples, "service_audio_seconds_total", { product: "speech" });
      expect(spoken(await scrape()) - spoken(before)).toBeCloseTo(Number(seconds), 2);
      const firstAudio = (samples: readonly Sample[]) =>
        sumOf(samples, "service_first_audio_seconds_count");
      expect(firstAudio(await scrape()) - firstAudio(before)).toBe(1);
      realtime.socket.close(4_321);
      await once(realtime.socket, "close");
      await becomes(1, requestsOf({ method: "WS", route: REALTIME, status: "other", code: "" }));
      await becomes(
        1,
        requestsOf({ method: "WS", route: SPEECH_SOCKET, status: "1000", code: "" }),
      );
    },
  );

  shortTest("tell of refusals by their code, wherever they come from", async () => {
    await fetch(new URL("/v1/models", service.url));
    await becomes(1, requestsOf({ route: "/v1/models", status: "401", code: "missing_api_key" }));
    await service.call("/v1/voices/voice_made-up");
    const voices = { route: "/v1/voices/:id", status: "404", code: "unknown_voice" };
    await becomes(1, requestsOf(voices));
    await service.call("/v1/nothing/like/this");
    await becomes(1, requestsOf({ route: "unmatched", status: "404", code: "not_found" }));
    await fetch(new URL("/%zz", service.url));
    const unreadable = { method: "GET", route: "unmatched", status: "400" };
    await becomes(1, requestsOf({ ...unreadable, code: "invalid_request" }));
    const line = connect(Number(new URL(service.url).port), "127.0.0.1");
    line.end("GARBAGE\r\n\r\n");
    await once(line.resume(), "close");
    await becomes(1, requestsOf({ method: "unknown", status: "400", code: "invalid_request" }));
    using client = await openStream(service.url, { credential: "sk_unknown" });
    expect(await client.closed()).toBe(4401);
    const refused = { method: "WS", route: STREAM, status: "4401", code: "invalid_api_key" };
    await becomes(1, requestsOf(refused));
  });

  longTest(
    "tell of a model process that was killed, and of who was refused meanwhile",
    async () => {
      const model = "synth-v1";
      const pool = service.engine.models.find(({ id }) => id === model);
      for (const pid of pool?.pids ?? []) process.kill(pid, "SIGKILL");
      const restarts = (samples: readonly Sample[]) =>
        sumOf(samples, "service_model_process_restarts_total", { model });
      await eventually("its end is noticed", () => pool?.state === "restarting");
      const fields = { model, input: "Merhaba.", voice: pool?.voices[0]?.name };
      const [during, answer] = await Promise.all([
        scrape(),
        service.call(SPEECH, speechRequest(fields)),
      ]);
      expect(sumOf(during, "service_model_state", { model, state: "restarting" })).toBe(1);
      expect(restarts(during)).toBe(1);
      expect(answer.status).toBe(503);
      const loading = { model, code: "model_loading" };
      expect(sumOf(await scrape(), "service_queue_refused_total", loading)).toBe(1);
      await becomes(1, requestsOf({ route: SPEECH, status: "503", code: "model_loading" }));
      await eventually("it is back", () => pool?.state === "ok", BACK_MS);
      expect(sumOf(await scrape(), "service_model_state", { model, state: "ok" })).toBe(1);
      expect(restarts(await scrape())).toBe(1);
    },
  );

  shortTest("have no label that grows with what clients send", async () => {
    const labels = (await scrape()).flatMap((sample) => Object.entries(sample.labels));
    const values = labels.filter(([name]) => name !== "commit").map(([, value]) => value);
    for (const sent of ["voice_", "made-up", "sk_", "like/this", "4321"]) {
      expect(values.filter((value) => value.includes(sent))).toEqual([]);
    }
    const names = new Set(labels.map(([name]) => name));
    const bounded = [
      "code",
      "commit",
      "direction",
      "method",
      "model",
      "product",
      "route",
      "stage",
      "state",
    ];
    const ofTheRuntime = ["kind", "le", "major", "minor", "patch", "space", "type", "version"];
    expect([...names].filter((name) => !bounded.includes(name)).sort()).toEqual(
      [...ofTheRuntime, "status"].filter((name) => names.has(name)).sort(),
    );
  });

  const mayRun = hasPromtool();
  shortTest.skipIf(!mayRun && process.env["CI"] !== "true")(
    `are as Prometheus likes them${mayRun ? "" : ` (to run it: ${installPromtool})`}`,
    async () => expect(await complaintsAbout(await exposition())).toBe(""),
  );
});

if (runsLong)
  describeWithRedis("the metric of degraded limits", (server) => {
    longTest("is 1 while Redis is away", async () => {
      await using models = await temporaryDirectory("no-models");
      await using counting = await startSpeechService({
        SPEECH_MODELS_DIR: models.path,
        REDIS_URL: server().url,
      });
      const degraded = async () => {
        const text = await (await fetch(new URL("/metrics", counting.url))).text();
        return sumOf(parseExposition(text), "service_limits_degraded");
      };
      expect(await degraded()).toBe(0);
      await server().kill();
      // Whoever counts next finds out.
      await counting.call("/v1/voices");
      expect(await degraded()).toBe(1);
      await server().start();
      await eventually("they are shared again", async () => (await degraded()) === 0);
    });
  });
