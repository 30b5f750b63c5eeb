// The long tests of the other file too; see test/support/lengths.ts.
import "./faults.test.ts";
import { copyFile, cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { request } from "undici";
import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { processesOfGroup, startProgram, testModels } from "../../support/program.ts";
import { killableModels, startServiceProgram } from "../../support/service/killable-models.ts";
import { holdUpload } from "../../support/service/held-upload.ts";
import {
  fixtureClip,
  speechRequest,
  transcriptionForm,
} from "../../support/service/speech-service.ts";
import {
  speechServiceInTurn,
  type SpeechServiceInTurn,
} from "../../support/service/speech-service-in-turn.ts";
import { uploadHalf } from "../../support/service/half-upload.ts";
import { someModels } from "../../support/service/some-models.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

describe("a model process that dies", () => {
  let service: SpeechServiceInTurn;
  beforeAll(async () => {
    service = await speechServiceInTurn();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const { model, kill, speak, isOk } = killableModels(() => service);

  test("is noticed as well when it hangs: health says so, and nobody waits for it", async () => {
    const { pids } = model("synth-v2");
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      await eventually("it is hung", () => model("synth-v2").state === "hung");
      const health = await service.call("/health/synth");
      expect(await health.json()).toMatchObject({
        status: "degraded",
        models: { "synth-v1": { status: "ok" }, "synth-v2": { status: "degraded" } },
      });
      expect((await speak("synth-v2")).status).toBe(503);
      expect((await speak("synth-v1")).status).toBe(200);
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
    await isOk("synth-v2");
    expect(model("synth-v2").pids).toEqual(pids);
  });

  test("breaks the audio that it was making instead of ending it cleanly", async () => {
    const input = "Bu uzun bir cümledir ve sürer. ".repeat(100);
    const { headers, body } = speechRequest({ voice: model("synth-v2").voices[0]?.name, input });
    const answer = await request(`${service.url}/v1/audio/speech`, {
      method: "POST",
      headers: { ...(headers as Record<string, string>), authorization: `Bearer ${service.key}` },
      body: body as string,
    });
    expect(answer.statusCode).toBe(200);
    kill("synth-v2");
    await expect(answer.body.arrayBuffer()).rejects.toThrow(/terminated|closed|aborted|hang up/);
    await isOk("synth-v2");
  });

  test("refuses a recording before it is sent", async () => {
    kill("transcribe-1");
    await eventually("the end is noticed", () => model("transcribe-1").state === "restarting");
    const upload = await holdUpload(service.url, service.key);
    const answer = await upload.answer;
    upload.leave();
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "10"]);
    await isOk("transcribe-1");
  });

  test("tells a live stream to come back", async () => {
    using client = await openStream(service.url, { credential: service.key });
    await client.message("session.started");
    kill("transcribe-1");
    expect(await client.message("error")).toMatchObject({
      error: { code: "model_loading", retry_after: 10 },
    });
    expect(await client.closed()).toBe(4503);
    await isOk("transcribe-1");
  });
});

test("a broken model folder is named in one line and leaves the others serving", async () => {
  await using models = await temporaryDirectory("models");
  await using data = await temporaryDataDirectory("service");
  await symlink(path.join(testModels, "synth-v1"), path.join(models.path, "linked"));
  await mkdir(path.join(models.path, "empty"));
  await writeFile(path.join(models.path, "notes.txt"), "no model");
  await mkdir(path.join(models.path, "unreadable"));
  await writeFile(path.join(models.path, "unreadable/model.json"), "{}");
  await cp(path.join(testModels, "transcribe-1"), path.join(models.path, "damaged"), {
    recursive: true,
  });
  await copyFile(
    path.join(models.path, "damaged/model.json"),
    path.join(models.path, "damaged/acoustic.onnx"),
  );
  const port = await freePort();
  await using program = startProgram("service/main.ts", {
    DATA_DIR: data.path,
    SERVICE_PORT: String(port),
    SPEECH_MODELS_DIR: models.path,
  });
  await program.printed(/models[^"]*\/empty: has no model\.json/);
  await program.printed(/unreadable\/model\.json: must have required properties id/);
  await program.printed(/damaged\/acoustic\.onnx: does not have the sha256/);
  await program.printed(/"model":"synth-v1","state":"ok"/);
  const lines = program.output().split("\n");
  expect(lines.filter((line) => line.includes("/empty"))).toHaveLength(1);
  expect(program.output()).not.toContain("notes.txt");
  const key = (await readFile(path.join(data.path, "bootstrap-api-key"), "utf8")).trim();
  const url = `http://127.0.0.1:${port}`;
  const call = (address: string, init: RequestInit) =>
    fetch(new URL(address, url), {
      ...init,
      headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` },
    });
  const spoken = await call(
    "/v1/audio/speech",
    speechRequest({ model: "synth-v1", voice: "ayla", input: "Merhaba." }),
  );
  expect(spoken.status).toBe(200);
  const { wav } = await fixtureClip();
  const heard = await call("/v1/audio/transcriptions", {
    method: "POST",
    body: transcriptionForm(wav),
  });
  expect(heard.status).toBe(503);
  const ready = await fetch(new URL("/readyz", url));
  expect(await ready.json()).toMatchObject({
    models: { "synth-v1": "ok", "transcribe-1": "degraded" },
    warnings: ["transcribe-1", "unreadable"].map(
      (model) => `The model ${model} cannot be used; the log says why.`,
    ),
  });
});

describe("the service as a program", () => {
  let models: TemporaryDirectory;
  let noModels: TemporaryDirectory;
  beforeAll(async () => {
    models = await someModels("transcribe-1", "synth-v1");
    noModels = await someModels();
  });
  afterAll(async () => {
    await models[Symbol.asyncDispose]();
    await noModels[Symbol.asyncDispose]();
  });
  const start = (data: string, settings: Readonly<Record<string, string>> = {}) =>
    startServiceProgram(data, { SPEECH_MODELS_DIR: models.path, ...settings });

  test("drains at SIGTERM: not ready, but answering; then streams are told, and a file in work is finished", async () => {
    await using data = await temporaryDataDirectory("service");
    const { program, url } = await start(data.path, { DRAIN_SECONDS: "15" });
    await using _ = program;
    await program.printed(/"model":"transcribe-1","state":"ok"/);
    await program.printed(/"model":"synth-v1","state":"ok"/);
    const credential = (await readFile(path.join(data.path, "bootstrap-api-key"), "utf8")).trim();
    const { wav } = await fixtureClip();
    using live = await openStream(url, { credential });
    await live.message("session.started");
    live.socket.send(wav.subarray(44, 44 + 96_000));
    using realtime = await openStream(url, {
      credential,
      path: "/v1/realtime",
      query: { intent: "transcription" },
    });
    await realtime.message("session.created");
    using speech = await openStream(url, { credential, path: "/v1/audio/speech/stream" });
    await speech.message("session.started");
    speech.say({ type: "config", voice: "ayla" });
    await speech.message("session.updated");
    speech.say({ type: "text.append", text: "Bu cümle henüz bitmedi" });
    const address = new URL("/v1/audio/transcriptions", url);
    const upload = await uploadHalf(address, credential, transcriptionForm(wav));
    const ready = () => fetch(new URL("/readyz", url));
    // On a busy machine the embedded database may at first be too slow for the ping, which is a warning.
    const isWell = async () => {
      const { status, warnings } = (await (await ready()).json()) as Record<string, unknown>;
      return status === "ok" && (warnings as readonly string[]).length === 0;
    };
    await eventually("it is ready, without a warning", isWell);
    expect(await (await ready()).json()).toMatchObject({
      models: { "transcribe-1": "ok", "synth-v1": "ok" },
    });

    program.signal("SIGTERM");
    await eventually("readiness is off", async () => (await ready()).status === 503);
    const answer = await ready();
    expect(await answer.json()).toMatchObject({
      error: { code: "server_busy", message: expect.stringContaining("draining") },
    });
    expect(answer.headers.get("connection")).toBe("close");
    const spoken = await fetch(new URL("/v1/audio/speech", url), {
      ...speechRequest({ voice: "ayla", input: "Merhaba." }),
      headers: { "content-type": "application/json", authorization: `Bearer ${credential}` },
    });
    expect(spoken.status).toBe(200);
    await spoken.arrayBuffer();
    expect(live.messages.map(({ type }) => type)).not.toContain("session.ending");

    await live.message("session.ending");
    expect(await live.message("transcript.final")).toMatchObject({ duration: 3 });
    expect(await live.closed()).toBe(1012);
    await speech.message("session.ending");
    expect(await speech.message("audio.done")).toMatchObject({ characters: 22 });
    expect(speech.audio.length).toBeGreaterThan(0);
    expect(await speech.closed()).toBe(1012);
    expect(await realtime.closed()).toBe(1012);
    await expect(ready()).rejects.toThrow("fetch failed");

    // Longer than what was cut off before.
    await sleep(9_000);
    const { status, body } = await upload.finish();
    expect([status, JSON.parse(body)]).toEqual([
      200,
      expect.objectContaining({ text: expect.stringContaining("kahve") }),
    ]);
    expect(await program.ended()).toBe(0);
    expect(await processesOfGroup(program.pid)).toEqual([]);
  });

  test("refuses a file that it cannot wait for, to be sent again", async () => {
    await using data = await temporaryDataDirectory("service");
    const { program, url } = await start(data.path);
    await using _ = program;
    await program.printed(/"model":"transcribe-1","state":"ok"/);
    const credential = (await readFile(path.join(data.path, "bootstrap-api-key"), "utf8")).trim();
    const { wav } = await fixtureClip();
    const minutes = Buffer.concat([wav, ...Array.from({ length: 200 }, () => wav.subarray(44))]);
    minutes.writeUInt32LE(minutes.length - 8, 4);
    minutes.writeUInt32LE(minutes.length - 44, 40);
    const address = new URL("/v1/audio/transcriptions", url);
    const upload = await uploadHalf(address, credential, transcriptionForm(minutes));
    program.signal("SIGTERM");
    await program.printed(/"msg":"stopping"/);
    const finished = upload.finish();
    await sleep(1_100);
    program.signal("SIGTERM");
    const { status, body } = await finished;
    expect([status, JSON.parse(body)]).toMatchObject([
      503,
      { error: { code: "server_busy", message: expect.stringContaining("send it again") } },
    ]);
    expect(await program.ended()).toBe(0);
  });

  test("ends at once at a second signal, unless that is the same Ctrl-C", async () => {
    await using data = await temporaryDataDirectory("service");
    const settings = { SPEECH_MODELS_DIR: noModels.path, DRAIN_SECONDS: "300" };
    const { program, url } = await start(data.path, settings);
    await using _ = program;
    await program.printed(/Server listening/);
    const credential = (await readFile(path.join(data.path, "bootstrap-api-key"), "utf8")).trim();
    const address = new URL("/v1/audio/transcriptions", url);
    const { wav } = await fixtureClip();
    const upload = await uploadHalf(address, credential, transcriptionForm(wav));
    program.signal("SIGINT");
    await program.printed(/"drainSeconds":300/);
    program.signal("SIGINT");
    await sleep(1_100);
    expect((await fetch(new URL("/healthz", url))).status).toBe(200);
    program.signal("SIGINT");
    expect(await program.ended()).toBe(0);
    await expect(upload.finish()).rejects.toThrow(/reset|EPIPE|hang up/);
  });

  test("takes its model processes with it when it is killed", async () => {
    await using data = await temporaryDataDirectory("service");
    const { program } = await start(data.path);
    await using _ = program;
    await program.printed(/"model":"transcribe-1","state":"ok"/);
    program.signal("SIGKILL");
    await program.ended();
    await expect.poll(() => processesOfGroup(program.pid)).toEqual([]);
  });

  test("says in one line that its port is in use", async () => {
    await using data = await temporaryDataDirectory("service");
    await using other = await temporaryDataDirectory("service");
    const { program, url } = await start(data.path, { SPEECH_MODELS_DIR: noModels.path });
    await using _ = program;
    await program.printed(/Server listening/);
    const second = await start(other.path, {
      SERVICE_PORT: new URL(url).port,
      SPEECH_MODELS_DIR: noModels.path,
    });
    await using __ = second.program;
    expect(await second.program.ended()).toBe(1);
    expect(second.program.output()).toMatch(
      /SERVICE_PORT is \d+, which another program uses on .*; it takes a free port\n$/,
    );
  });
});
