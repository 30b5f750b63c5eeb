import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wavHeader } from "#service/engine/audio/wav-writer.ts";
import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { startProgram } from "../../support/program.ts";
import { accountKey } from "../../support/service/account-command.ts";
import {
  callerOf,
  fixtureClip,
  speechRequest,
  startSpeechService,
  transcriptionForm,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";
import { toneModel, waveformModel } from "../../support/service/waveform-model.ts";

const REQUESTS = 1000;
const AT_ONCE = 8;
const SWAPS = 10;

let models: TemporaryDirectory;
let data: TemporaryDirectory;
let service: SpeechService;
let call: SpeechService["call"];
beforeAll(async () => {
  models = await temporaryDirectory("models");
  data = await temporaryDataDirectory("service");
  await waveformModel(models.path, "waveform");
  await toneModel(models.path, "tone");
  service = await startSpeechService({
    SPEECH_MODELS_DIR: models.path,
    DATA_DIR: data.path,
    DRAIN_SECONDS: "1",
  });
  const limits = [
    "requests-per-minute=none",
    "concurrent-transcriptions=20",
    "concurrent-speech-requests=20",
  ];
  const key = await accountKey(data.path, "many@example.com", ...limits);
  call = callerOf({ url: service.url, key });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await data[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

/** Puts another version of a model into its place; a file that a running model has mapped is not to be overwritten. */
const newTone = async (fields: Readonly<Record<string, unknown>>) => {
  await rm(path.join(models.path, "tone"), { recursive: true });
  await toneModel(models.path, "tone", fields);
};
const newWaveform = async (fields: Readonly<Record<string, unknown>>) => {
  await rm(path.join(models.path, "waveform"), { recursive: true });
  await waveformModel(models.path, "waveform", fields);
};
const say = (fields: Readonly<Record<string, unknown>>) =>
  call(
    "/v1/audio/speech",
    speechRequest({ input: "a", voice: "ayla", response_format: "pcm", ...fields }),
  );
const serving = (task: "transcription" | "synthesis") => service.engine.defaultOf(task)!;
const ready = async () => {
  const answer = await fetch(new URL("/readyz", service.url));
  return (await answer.json()) as { readonly status: string; readonly warnings: readonly string[] };
};
const states = async () =>
  (await (await fetch(new URL("/metrics", service.url))).text())
    .split("\n")
    .filter((line) => /^service_model_state.* 1$/.test(line));

describe("models that are swapped", () => {
  test("answer a thousand requests while it is done ten times, and none fails", async () => {
    const samples = Buffer.alloc(2 * 1600);
    const wav = Buffer.concat([wavHeader(16_000), samples]);
    const statuses: number[] = [];
    let begun = 0;
    let isSwapped = false;
    const ask = async () => {
      while (begun < REQUESTS || !isSwapped) {
        begun += 1;
        const answer =
          begun % 2 === 0
            ? await say({ model: "tone" })
            : await call("/v1/audio/transcriptions", {
                method: "POST",
                body: transcriptionForm(wav),
              });
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
    };
    const clients = Promise.all(Array.from({ length: AT_ONCE }, ask));
    for (let swap = 1; swap <= SWAPS; swap += 1) {
      const due = (REQUESTS / (2 * SWAPS)) * swap;
      await eventually("requests were answered", () => statuses.length >= due);
      const former = serving("synthesis");
      await newTone({ made_with: { swap } });
      if (swap % 5 === 0) await newWaveform({ made_with: { swap } });
      const reloaded = service.reload();
      const { status, warnings } = await ready();
      expect(status).toBe("ok");
      // A database may take long to answer on a busy machine; of models nothing is wrong.
      expect(warnings.filter((warning) => !warning.includes("database"))).toEqual([]);
      await reloaded;
      expect(serving("synthesis")).not.toBe(former);
      expect(await states()).toHaveLength(2);
    }
    isSwapped = true;
    await clients;
    expect(statuses.length).toBeGreaterThanOrEqual(REQUESTS);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    await eventually("former ones ended", () => service.engine.running.length === 2);
  });

  test("end a live stream as a drain does, and speak on on an open socket", async () => {
    const credential = service.key;
    const { wav } = await fixtureClip();
    using live = await openStream(service.url, { credential });
    await live.message("session.started");
    live.socket.send(wav.subarray(44));
    await live.message("transcript.partial");
    using speech = await openStream(service.url, { credential, path: "/v1/audio/speech/stream" });
    speech.say({ type: "config", voice: "ayla", response_format: "pcm" });
    await speech.message("session.updated");
    await newTone({ made_with: { swap: "socket" }, voices: voice("ayla") });
    await newWaveform({ made_with: { swap: "socket" } });
    await service.reload();
    speech.say({ type: "text.append", text: "merhaba." });
    speech.say({ type: "text.flush" });
    await speech.message("audio.flushed");
    expect(speech.messages.map(({ type }) => type)).not.toContain("session.ending");
    await live.message("session.ending");
    expect(String((await live.message("transcript.final"))["text"])).toMatch(/merhaba/iu);
    expect(await live.closed()).toBe(1012);
  });
});

const voice = (name: string, speaker = 0) => ({
  [name]: { speaker, gender: "female", age: "young", pitch_hz: 150 },
});

test("the sample of a voice is the voice's of now", async () => {
  const sample = async (tag = "") => {
    const address = new URL("/voices/tone/ayla.mp3", service.url);
    const answer = await fetch(address, { headers: { "if-none-match": tag } });
    return { tag: answer.headers.get("etag")!, bytes: await answer.text() };
  };
  await newTone({ voices: voice("ayla", 0) });
  await service.reload();
  const former = await sample();
  expect(await sample(former.tag)).toEqual({ tag: former.tag, bytes: "" });
  await newTone({ voices: voice("ayla", 2) });
  await service.reload();
  const { tag, bytes } = await sample(former.tag);
  expect([tag, bytes]).not.toContain(former.tag);
  expect(["", former.bytes]).not.toContain(bytes);
});

describe("a models folder that is read again", () => {
  test("adds models, gives names to them, and takes them out", async () => {
    await toneModel(models.path, "second", { voices: voice("can"), default: false });
    await writeFile(path.join(models.path, "models.json"), '{"names": {"announcer": "second"}}');
    await service.reload();
    expect(await ready()).toMatchObject({ warnings: [], models: { second: "ok" } });
    expect((await say({ model: "announcer", voice: "can" })).status).toBe(200);
    const list = (await (await call("/v1/models")).json()) as {
      readonly data: readonly { readonly id: string; readonly names: readonly string[] }[];
    };
    expect(Object.fromEntries(list.data.map(({ id, names }) => [id, names]))).toEqual({
      second: ["announcer"],
      tone: expect.arrayContaining(["tts-1", "gpt-4o-mini-tts"]),
      waveform: expect.arrayContaining(["transcribe-1", "whisper-1", "gpt-4o-transcribe"]),
    });

    await rm(path.join(models.path, "models.json"));
    await rm(path.join(models.path, "second"), { recursive: true });
    await service.reload();
    const refused = await say({ model: "announcer", voice: "can" });
    expect(await refused.json()).toMatchObject({
      error: {
        code: "unknown_model",
        message: expect.stringMatching(/^The model "announcer" does not exist; there are tone, /),
      },
    });
    expect(await states()).toHaveLength(2);
  });

  test("leaves what serves where the new is wrong, and readiness says so until it is right", async () => {
    const former = serving("synthesis");
    await newTone({ voices: voice("ayla"), sample_rate: 22_050 });
    await writeFile(path.join(models.path, "models.json"), '{"names": {"announcer": "none"}}');
    await rm(path.join(models.path, "waveform/model.json"));
    await writeFile(path.join(models.path, "waveform/model.json"), "{");
    await service.reload();
    expect(await ready()).toMatchObject({
      status: "ok",
      models: { tone: "ok", waveform: "ok" },
      warnings: [
        expect.stringContaining("waveform"),
        expect.stringContaining("tone"),
        expect.stringContaining("models.json"),
      ],
    });
    expect(serving("synthesis")).toBe(former);
    expect((await say({})).status).toBe(200);

    await newTone({ voices: voice("ayla"), licence: "MIT" });
    await newWaveform({});
    await rm(path.join(models.path, "models.json"));
    await service.reload();
    expect(await ready()).toMatchObject({ status: "ok", warnings: [] });
    expect((await say({})).status).toBe(200);
  });
});

// In npm test service/log.test.ts sends one.
test.each([
  ["the service", "service/main.ts"],
  ["npm start, which tells the service", "main.ts"],
])("SIGHUP to %s has the folder read again", async (_title, entry) => {
  await using folder = await temporaryDirectory("models");
  await using own = await temporaryDataDirectory("service");
  await toneModel(folder.path, "tone");
  await using program = startProgram(entry, {
    DATA_DIR: own.path,
    SERVICE_PORT: String(await freePort()),
    STATUS_PORT: String(await freePort()),
    SPEECH_MODELS_DIR: folder.path,
  });
  await program.printed(/"model":"tone","state":"ok"/);
  await toneModel(folder.path, "other");
  program.signal("SIGHUP");
  const [line] = await program.printed(/"models":.*"warnings":\d+/);
  expect(line).toBe('"models":["other","tone"],"warnings":0');
});
