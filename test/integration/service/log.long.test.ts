import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import { freePort } from "../../support/free-port.ts";
import { processesOfGroup, startProgram, type Program } from "../../support/program.ts";
import {
  fixtureClip,
  speechRequest,
  transcriptionForm,
} from "../../support/service/speech-service.ts";
import { someModels } from "../../support/service/some-models.ts";
import { openStream } from "../../support/service/stream-client.ts";
import type { TemporaryDirectory } from "../../support/temporary-directory.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;
const VOICE = "ayla";
const MODELS = ["transcribe-1", "synth-v2"];

/** Everything that was sent and is nobody's business, by what it was. */
const secrets = new Map<string, string>();

/** A Turkish word that occurs nowhere else, to be looked for in the log. */
function secret(what: string): string {
  const letters = [...randomBytes(8)].map((byte) => "abcdeghiklmnoprstuvyz"[byte % 21]).join("");
  secrets.set(what, letters);
  return letters;
}

const secretKey = (what: string) => `sk_${secret(what)}${"x".repeat(24)}`;

describe("the log of a service at its lowest level", { timeout: STARTING_MS }, () => {
  let data: TemporaryDirectory;
  let models: TemporaryDirectory;
  let program: Program;
  let url: string;
  let key: string;
  let wav: Buffer;

  beforeAll(async () => {
    data = await temporaryDataDirectory("service");
    models = await someModels(...MODELS);
    wav = (await fixtureClip()).wav;
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    program = startProgram("service/main.ts", {
      DATA_DIR: data.path,
      SERVICE_PORT: String(port),
      SPEECH_MODELS_DIR: models.path,
      LOG_LEVEL: "trace",
      LOG_ADDRESSES: "masked",
    });
    for (const model of MODELS) {
      await program.printed(new RegExp(`"model":"${model}","state":"ok"`), STARTING_MS);
    }
    key = (await readFile(path.join(data.path, "bootstrap-api-key"), "utf8")).trim();
    secrets.set("the key", key);
  }, STARTING_MS);
  afterAll(async () => {
    await program[Symbol.asyncDispose]();
    await models[Symbol.asyncDispose]();
    await data[Symbol.asyncDispose]();
  });

  const call = async (address: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, ...(init.headers as object) };
    const answer = await fetch(new URL(address, url), { ...init, headers });
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, id: answer.headers.get("x-request-id"), body };
  };
  const invalidJson = (what: string) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `{"input": "${secret(what)}", ${secret(`${what}, unquoted`)}`,
  });
  const socket = (address: string, options: Partial<Parameters<typeof openStream>[1]> = {}) =>
    openStream(url, { path: address, credential: key, ...options });

  test("has a line with its id for every request", async () => {
    const { id } = await call("/v1/models");
    expect(id).toMatch(/^req_/);
    await program.printed(new RegExp(`"reqId":"${id}".*"route":"/v1/models","status":200`));
    const garbled = await call("/v1/audio/speech", invalidJson("a text that is no JSON"));
    await program.printed(new RegExp(`"reqId":"${garbled.id}".*"code":"invalid_json"`));
  });

  test("tells of a folder of models that is read again at SIGHUP", async () => {
    const names = path.join(models.path, "models.json");
    await writeFile(names, '{"names": {"announcer": "none"}}');
    program.signal("SIGHUP");
    await program.printed(/"models":\[[^\]]+\],"warnings":1/);
    await rm(names);
    program.signal("SIGHUP");
    const read = /"warnings":1[^]+("models":\[[^\]]+\]),"warnings":0/;
    const [, said] = await program.printed(read);
    expect(said).toBe('"models":["synth-v2","transcribe-1"]');
  });

  test("names account and key of a request, and keeps the id and the trace that it came with", async () => {
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const headers = {
      "x-request-id": "balancer-0123456789",
      traceparent: `00-${trace}-00f067aa0ba902b7-01`,
    };
    const { id } = await call("/v1/models", { headers });
    expect(id).toBe("balancer-0123456789");
    await program.printed(
      new RegExp(
        `"reqId":"${id}".*"route":"/v1/models","status":200,.*"client":"127\\.0\\.0\\.0/24","account":"acct_\\w+","key":"key_\\w+","trace":"${trace}"`,
      ),
    );
    const unfit = await call("/v1/models", { headers: { "x-request-id": "two words" } });
    expect(unfit.id).toMatch(/^req_/);
    using stream = await socket("/v1/audio/stream");
    stream.say({ type: "end" });
    await stream.message("transcript.final");
    await program.printed(/"method":"WS".*"account":"acct_\w+","key":"key_\w+"/);
  });

  test("has what balancers and Prometheus ask among what is looked at seldom", async () => {
    for (const path of ["/readyz", "/healthz", "/metrics"]) {
      const { id } = await call(path);
      const line = new RegExp(`^.*"reqId":"${id}".*"route":"${path}".*$`, "m");
      const [text] = await program.printed(line);
      expect(JSON.parse(text)).toMatchObject({ level: 20, status: 200 });
    }
  });

  test("credentials are sent in every place", async () => {
    const { body } = await call("/v1/sessions", { method: "POST" });
    const { token } = JSON.parse(body.toString()) as { token: string };
    secrets.set("a session token", token);
    const wrong = secretKey("a wrong key");
    for (const headers of [
      { authorization: `Bearer ${wrong}` },
      { authorization: "", "x-api-key": secretKey("a wrong x-api-key") },
      { authorization: `Basic ${secret("a scheme that is not known")}` },
      { cookie: `dashboard_session=${secret("a cookie")}` },
    ]) {
      await call("/v1/models", { headers });
    }
    await call(`/v1/models?api_key=${secretKey("a key in an address")}`);
    await call(`/v1/nothing/${secret("an address")}?token=${token}`);
    await call(`/v1/audio/stream?token=${token}`);
    await call("/%zz", { headers: { referer: secret("an address that cannot be read") } });
    const form = new URLSearchParams({
      email: `${secret("an e-mail")}@example.com`,
      password: secret("a password"),
    });
    await call("/dashboard/sign-in", { method: "POST", body: form });
    for (const options of [
      { credential: secretKey("a key of a socket") },
      { credential: "", subprotocols: ["bearer", secretKey("a subprotocol")] },
      {
        credential: "",
        subprotocols: ["realtime", `openai-insecure-api-key.${secretKey("another subprotocol")}`],
      },
      { credential: "", query: { token: `st_${secret("a token in an address")}.1.2` } },
    ]) {
      using refused = await socket("/v1/audio/stream", options);
      expect(await refused.closed()).toBe(4401);
    }
    using known = await socket("/v1/audio/stream", { credential: "", query: { token } });
    await known.message("session.started");
  });

  test("texts, recordings and dictionaries are sent, rightly and wrongly", async () => {
    const prompt = `${secret("a prompt")} Ankara`;
    const heard = await call("/v1/audio/transcriptions", {
      method: "POST",
      body: transcriptionForm(wav, { model: "transcribe-1", prompt }),
    });
    const transcript = (JSON.parse(heard.body.toString()) as { text: string }).text;
    for (const word of transcript.split(/\s+/).filter((one) => one.length > 6)) {
      secrets.set(`a word of the transcript, ${word}`, word);
    }
    secrets.set("audio in base64", wav.subarray(4000, 4030).toString("base64"));
    const json = { voice: VOICE };
    const recording = { reference_audio: wav.toString("base64"), consent: true };
    const requests: readonly [number, string, Readonly<Record<string, unknown>>, string?][] = [
      [200, "/v1/audio/speech", { ...json, input: secret("an input"), instructions: "fısıltıyla" }],
      [400, "/v1/audio/speech", { ...json, input: `${secret("a long input")} `.repeat(700) }],
      [
        400,
        "/v1/audio/speech",
        { ...json, input: "a", instructions: `(${secret("instructions")})` },
      ],
      [400, "/v1/audio/speech", { input: "a", voice_description: `(${secret("a description")})` }],
      [200, "/v1/audio/speech", { input: "Merhaba.", voice_description: secret("odd words") }],
      [400, "/v1/audio/speech", { input: "a", voice: secret("a voice") }],
      [400, "/v1/audio/speech", { input: "a", model: secret("a model") }],
      [400, "/v1/audio/speech", { input: "a", reference_audio: secret("no recording") }],
      [201, "/v1/voices", { ...recording, name: secret("a name"), description: secret("a note") }],
      [400, "/v1/voices", { ...recording, name: { nested: secret("a wrong name") } }],
      [201, "/v1/pronunciations", { word: secret("a word"), alias: secret("an alias") }],
      [
        400,
        "/v1/pronunciations",
        { word: secret("a word in IPA"), ipa: `?${secret("wrong IPA")}` },
      ],
      [200, "/v1/pronunciations/preview", { input: secret("a preview") }],
      [404, "/v1/voices/voice_none", { name: secret("another name") }, "PATCH"],
      [404, "/v1/pronunciations/pron_none", { alias: secret("another alias") }, "PATCH"],
    ];
    for (const [status, address, fields, method = "POST"] of requests) {
      const answer = await call(address, { ...speechRequest(fields), method });
      expect([address, fields, answer.status]).toEqual([address, fields, status]);
    }
    const entry = { word: secret("a word twice"), alias: "b" };
    for (let time = 0; time < 2; time += 1) await call("/v1/pronunciations", speechRequest(entry));
    for (const address of ["/v1/voices", "/v1/pronunciations", "/v1/pronunciations/preview"]) {
      await call(address, invalidJson(`no JSON for ${address}`));
    }
    await call(`/v1/voices?after=${secret("a cursor")}`);
    await call("/v1/audio/speech", {
      ...speechRequest({ ...json, input: "Merhaba." }),
      headers: { "content-type": "application/json", "idempotency-key": secret("a repeat") },
    });
    const named = new FormData();
    named.append("model", secret("a transcription model"));
    named.append("file", new Blob([secret("an upload")]), `${secret("a file name")}.wav`);
    await call("/v1/audio/transcriptions", { method: "POST", body: named });
    await call("/v1/audio/transcriptions", {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=a" },
      body: `--a\r\ncontent-disposition: form-data; name="${secret("a broken form")}`,
    });
    const line = connect(Number(new URL(url).port), "127.0.0.1");
    line.end(`GARBAGE ${secret("no HTTP")}\r\n\r\n`);
    await text(line);
  });

  test("sockets are told secrets, in JSON and in what is none", async () => {
    const query = { prompt: secret("a prompt in an address") };
    using stream = await socket("/v1/audio/stream", { query });
    stream.say({ type: "config", prompt: secret("a prompt of a config") });
    stream.socket.send(wav.subarray(44));
    stream.say({ type: "end" });
    await stream.message("transcript.final");
    for (const address of [
      "/v1/audio/stream",
      "/v1/audio/speech/stream",
      "/v1/realtime?intent=transcription",
    ]) {
      using broken = await socket(address.split("?")[0] ?? "", {
        query: { intent: "transcription" },
      });
      broken.socket.send(`{"type": "${secret(`no JSON on ${address}`)}`);
      broken.socket.send(JSON.stringify({ type: secret(`a type on ${address}`) }));
      await broken.message("error");
    }
    using speech = await socket("/v1/audio/speech/stream");
    speech.say({ type: "config", voice: VOICE });
    speech.say({ type: "text.append", text: `${secret("a text of a socket")}.` });
    speech.say({ type: "end" });
    await speech.message("audio.done");
    using realtime = await socket("/v1/realtime", { query: { intent: "transcription" } });
    const transcription = { model: "whisper-1", prompt: secret("a realtime prompt") };
    realtime.say({
      type: "session.update",
      session: { type: "transcription", audio: { input: { transcription } } },
    });
    expect(await realtime.message("session.updated")).toMatchObject({ session: expect.anything() });
  });

  test("a model process dies over a text, and a client leaves one", async () => {
    const children = await processesOfGroup(program.pid);
    const leaving = new AbortController();
    const long = speechRequest({
      voice: VOICE,
      input: `${secret("a text left")} bir. `.repeat(200),
    });
    const left = call("/v1/audio/speech", { ...long, signal: leaving.signal }).catch(() => "left");
    const spoken = call("/v1/audio/speech", {
      ...speechRequest({ voice: VOICE, input: `${secret("a last text")} iki. `.repeat(200) }),
    }).catch(() => "broken");
    using stream = await socket("/v1/audio/stream");
    await stream.message("session.started");
    const models = children.filter((line) => line.includes("engine/process/child.ts"));
    expect(models).toHaveLength(MODELS.length);
    leaving.abort();
    for (const line of models) process.kill(Number(line.split(" ")[0]), "SIGKILL");
    expect(await stream.closed()).toBe(4503);
    await Promise.all([left, spoken]);
    await program.printed(/"code":"model_loading","err":\{.*"msg":"stream failed"/);
  });

  test("and nothing of it is written", async () => {
    program.signal("SIGTERM");
    await program.ended();
    const output = program.output();
    expect(secrets.size).toBeGreaterThan(50);
    const written = [...secrets].filter(([, value]) =>
      output.toLowerCase().includes(value.toLowerCase()),
    );
    expect(written).toEqual([]);
    expect(output, "no request was answered twice").not.toContain("FST_ERR_REP_ALREADY_SENT");
    const lines = output.trim().split("\n");
    expect(lines.length).toBeGreaterThan(60);
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });
});
