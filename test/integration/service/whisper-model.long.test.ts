import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toS16le } from "#service/engine/audio/wav-writer.ts";
import { clipSamples } from "../../support/service/clip-samples.ts";
import {
  fixtureClip,
  startSpeechService,
  transcriptionForm,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";
import { whisperModel, withGermanFirst } from "../../support/service/waveform-model.ts";

const RATE = 16_000;
/** The runtime takes no more tokens than this from a decoder that does not end. */
const MAX_TOKENS_PER_SECOND = 6;

interface TimedText {
  readonly start: number;
  readonly end: number;
}

interface Verbose {
  readonly language: string;
  readonly duration: number;
  readonly text: string;
  readonly segments: readonly TimedText[];
  readonly words?: readonly (TimedText & { readonly word: string })[];
}

let models: TemporaryDirectory;
let service: SpeechService;
let clip: readonly Float32Array[];
let seconds: number;
beforeAll(async () => {
  models = await temporaryDirectory("models");
  await whisperModel(models.path, "whisper", { capabilities: ["word_times", "written_form"] });
  service = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
  clip = await clipSamples();
  seconds = clip.reduce((sum, { length }) => sum + length, 0) / RATE;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

async function transcribe(fields: Readonly<Record<string, string>>): Promise<Response> {
  const { wav } = await fixtureClip();
  return await service.call("/v1/audio/transcriptions", {
    method: "POST",
    body: transcriptionForm(wav, { model: "transcribe-1", language: "tr", ...fields }),
  });
}

function expectInOrder(texts: readonly TimedText[]): void {
  let before = 0;
  for (const { start, end } of texts) {
    expect(start).toBeGreaterThanOrEqual(before);
    expect(end).toBeGreaterThanOrEqual(start);
    before = start;
  }
  expect(texts.at(-1)!.end).toBeLessThanOrEqual(seconds + 0.001);
}

// Its weights are random: what it hears is not judged. Its decoder never says that a text ends.
describe("a model of Whisper's shape", () => {
  test("transcribes a file within bounds, though it never says that a text ends", async () => {
    const answer = await transcribe({
      response_format: "verbose_json",
      "timestamp_granularities[]": "word",
    });
    expect(answer.status).toBe(200);
    const { language, duration, text, segments, words: timed } = (await answer.json()) as Verbose;
    expect(language).toBe("turkish");
    expect(duration).toBeCloseTo(seconds, 2);
    const words = text.split(" ");
    expect(words.length).toBeGreaterThan(1);
    expect(words.length).toBeLessThanOrEqual(MAX_TOKENS_PER_SECOND * seconds);
    expectInOrder(segments);
    // The capitals and marks are the model's own, and words are without marks.
    expect(text).toMatch(/[a-zçğıöşü] (Ali|Ankara|Merhaba|İstanbul)\b.*,/u);
    expectInOrder(timed!);
    expect(timed!.map(({ word }) => word).join("")).not.toMatch(/[.,?]/u);
  });

  test.each(["json", "text", "srt", "vtt"])("answers in %s", async (format) => {
    const answer = await transcribe({ response_format: format });
    expect(answer.status).toBe(200);
    expect((await answer.text()).length).toBeGreaterThan(10);
  });

  test("transcribes a live stream, with partials and one final transcript", async () => {
    using stream = await openStream(service.url, {
      credential: service.key,
      query: { language: "tr" },
    });
    expect(await stream.message("session.started")).toMatchObject({ partials: "slower" });
    for (const samples of clip) stream.socket.send(toS16le(samples));
    stream.say({ type: "end" });
    const final = await stream.message("transcript.final");
    expect(final["duration"]).toBeCloseTo(seconds, 2);
    expect(String(final["text"]).split(" ").length).toBeLessThanOrEqual(
      MAX_TOKENS_PER_SECOND * seconds,
    );
    expectInOrder(final["segments"] as readonly TimedText[]);
    expect(await stream.message("transcript.partial")).toMatchObject({ text: expect.any(String) });
    expect(await stream.closed()).toBe(1000);
  });

  test("is not asked for the times of words where it does not know them", async () => {
    await using models = await temporaryDirectory("models");
    await whisperModel(models.path, "untimed");
    await using untimed = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
    const { wav } = await fixtureClip();
    const answer = await untimed.call("/v1/audio/transcriptions", {
      method: "POST",
      body: transcriptionForm(wav, {
        model: "transcribe-1",
        response_format: "verbose_json",
        "timestamp_granularities[]": "word",
      }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: {
        code: "unsupported_field",
        message: expect.stringContaining("untimed does not say when each word was spoken"),
        param: "timestamp_granularities",
      },
    });
    using stream = await openStream(untimed.url, {
      credential: untimed.key,
      query: { words: "true" },
    });
    expect(await stream.message("error")).toMatchObject({ error: { code: "unsupported_field" } });
  });

  test("says that speech is probably not Turkish, and writes it all the same", async () => {
    await using folder = await temporaryDirectory("models");
    await withGermanFirst(
      await whisperModel(folder.path, "german", { capabilities: ["written_form"] }),
    );
    await using german = await startSpeechService({ SPEECH_MODELS_DIR: folder.path });
    const { wav } = await fixtureClip();
    const verbose = async (of: Pick<SpeechService, "call">) => {
      const fields = { model: "transcribe-1", response_format: "verbose_json" };
      const body = transcriptionForm(wav, fields);
      const answer = await of.call("/v1/audio/transcriptions", { method: "POST", body });
      return (await answer.json()) as Verbose & { readonly warnings?: readonly object[] };
    };
    const heard = await verbose(german);
    expect(heard.warnings).toMatchObject([{ code: "language_not_turkish" }]);
    expect(heard.text.split(" ").length).toBeGreaterThan(1);
    const turkish = await verbose(service);
    expect(turkish).not.toHaveProperty("warnings");
  });

  test("hears nothing where nobody speaks", async () => {
    using stream = await openStream(service.url, { credential: service.key });
    await stream.message("session.started");
    stream.socket.send(Buffer.alloc(2 * RATE * 2));
    stream.say({ type: "end" });
    expect(await stream.message("transcript.final")).toMatchObject({ text: "", segments: [] });
  });
});
