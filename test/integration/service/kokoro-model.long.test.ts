import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  speechRequest,
  startSpeechService,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { kokoroModel } from "../../support/service/kokoro-model.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

const RATE = 24_000;
const TEXT = "Merhaba, Nate. Hava güzel.";

let models: TemporaryDirectory;
let service: SpeechService;
beforeAll(async () => {
  models = await temporaryDirectory("models");
  await kokoroModel(models.path, "kokoro");
  service = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

const speak = (fields: Readonly<Record<string, unknown>> = {}) =>
  service.call(
    "/v1/audio/speech",
    speechRequest({
      model: "kokoro",
      input: TEXT,
      voice: "hf_ince",
      response_format: "pcm",
      sample_rate: RATE,
      ...fields,
    }),
  );
const secondsOf = async (answer: Response) => (await answer.arrayBuffer()).byteLength / 2 / RATE;

describe("a model of Kokoro's form", () => {
  test("has its voices in the lists", async () => {
    const listed = await service.call("/v1/voices?type=builtin");
    const { data } = (await listed.json()) as { readonly data: readonly object[] };
    const common = { type: "builtin", model: "kokoro", language: "tr", age: "young" };
    expect(data).toMatchObject([
      { ...common, id: "hf_ince", gender: "female" },
      { ...common, id: "hm_kalin", gender: "male" },
    ]);
  });

  test("speaks by its name, at the asked pace, as OpenAI's voices and as pronunciations say", async () => {
    const answer = await speak();
    expect(answer.status).toBe(200);
    const seconds = await secondsOf(answer);
    expect(seconds).toBeGreaterThan(2);
    expect(await secondsOf(await speak({ speed: 0.5 }))).toBeGreaterThan(1.6 * seconds);
    expect((await speak({ voice: "onyx" })).status).toBe(200);
    const pronunciations = [{ word: "Nate", ipa: "ˈabɾakadabɾa" }];
    expect(await secondsOf(await speak({ pronunciations }))).toBeGreaterThan(seconds + 0.3);
  });

  test("tells when what is written is spoken", async () => {
    const address = "/v1/text-to-speech/hf_ince/with-timestamps?output_format=pcm_24000";
    const answer = await service.call(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model_id: "kokoro", text: TEXT }),
    });
    expect(answer.status).toBe(200);
    const { alignment } = (await answer.json()) as {
      readonly alignment: Readonly<Record<string, readonly (string | number)[]>>;
    };
    expect(alignment["characters"]?.join("")).toBe(TEXT);
    const starts = alignment["character_start_times_seconds"] as readonly number[];
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
    // "Hava" comes after the pause of the first sentence.
    expect(starts[TEXT.indexOf("Hava")]! - starts[TEXT.indexOf("ate.")]!).toBeGreaterThan(0.3);
  });

  test.each([
    ["instructions", { instructions: "fısıldayarak" }],
    ["voice_description", { voice: undefined, voice_description: "yaşlı bir dede" }],
    ["reference_audio", { reference_audio: "UklGRg==", consent: true }],
  ])("refuses %s by name", async (param, fields) => {
    const answer = await speak(fields);
    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as { readonly error: object };
    expect(error).toMatchObject({ code: "unsupported_field", param });
  });

  test("names the voices that there are", async () => {
    const answer = await speak({ voice: "hf_yok" });
    const { error } = (await answer.json()) as { readonly error: { readonly message: string } };
    expect(error.message).toBe('kokoro has no voice "hf_yok"; there are hf_ince, hm_kalin.');
  });

  test("sends each sentence that comes on a socket as it is made", async () => {
    using client = await openStream(service.url, {
      path: "/v1/audio/speech/stream",
      credential: service.key,
    });
    client.say({ type: "config", model: "kokoro", voice: "hm_kalin" });
    client.say({ type: "text.append", text: TEXT });
    client.say({ type: "end" });
    expect(await client.message("audio.done")).toMatchObject({ characters: TEXT.length });
    expect(client.audio.length).toBeGreaterThan(1);
  });

  test("has a sample of each voice", async () => {
    const answer = await fetch(new URL("/voices/kokoro/hm_kalin.mp3", service.url));
    expect(answer.headers.get("content-type")).toBe("audio/mpeg");
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(5000);
  });
});
