import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, shortDescribe, shortTest as test } from "../../support/lengths.ts";
import { toS16le } from "#service/engine/audio/wav-writer.ts";
import { joinSamples } from "#service/engine/audio/samples.ts";
import { Resampler } from "#service/engine/audio/resampler.ts";
import * as bundledKind from "#service/engine/kinds/ctc-transcriber.ts";
import * as harmonicNoise from "#service/engine/kinds/harmonic-noise-synthesizer.ts";
import * as offlineKind from "#service/engine/kinds/sherpa-offline-transcriber.ts";
import * as onlineKind from "#service/engine/kinds/sherpa-online-transcriber.ts";
import { readManifest } from "#service/engine/model/manifest.ts";
import type { Transcriber } from "#service/engine/model/model.ts";
import { editDistance } from "#word-errors/edit-distance.ts";
import { letters } from "#word-errors/letters.ts";
import { speakAll } from "../../support/figures/voice-figures.ts";
import { eventually } from "../../support/eventually.ts";
import { projectRoot, testModels } from "../../support/program.ts";
import {
  fixtureClip,
  speechRequest,
  startSpeechService,
  transcriptionForm,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { clipSamples } from "../../support/service/clip-samples.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";
import {
  streamingModel,
  toneModel,
  waveformModel,
  withVoiceActivity,
} from "../../support/service/waveform-model.ts";

const bundledFolder = path.join(testModels, "transcribe-1");
const RATE = 16_000;

async function heard(transcriber: Transcriber, samples: Float32Array): Promise<string> {
  const recognition = transcriber.open();
  recognition.accept(samples);
  recognition.end();
  await transcriber.advance([{ recognition }]);
  return recognition.words.map(({ text }) => text).join(" ");
}

let models: TemporaryDirectory;
let service: SpeechService;
let clip: Awaited<ReturnType<typeof fixtureClip>>;
beforeAll(async () => {
  models = await temporaryDirectory("models");
  await waveformModel(models.path, "waveform");
  await streamingModel(models.path, "streaming");
  await toneModel(models.path, "tone");
  service = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
  clip = await fixtureClip();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

describe("a published recognition model", () => {
  longTest("hears what the bundled one hears, within 1 % of the letters", async () => {
    const text = await readFile(
      path.join(projectRoot, "service/training/corpus/held_out_treebank_sentences.txt"),
      "utf8",
    );
    const sentences = text.split("\n").slice(0, 50);
    const folder = path.join(testModels, "synth-v1");
    const synthesizer = await harmonicNoise.load(folder, await readManifest(folder));
    const speaker = { kind: "built-in", name: synthesizer.voices[0]!.name } as const;
    const spoken = await speakAll(synthesizer, speaker, sentences);
    const recordings = spoken.map((samples) => {
      const resampler = new Resampler(synthesizer.sampleRate, RATE);
      return joinSamples([resampler.push(samples), resampler.end()]);
    });
    const wrongLetters = async (transcriber: Transcriber): Promise<number> => {
      let wrong = 0;
      for (const [at, samples] of recordings.entries()) {
        const wanted = Array.from(letters(sentences[at]!));
        wrong += editDistance(wanted, Array.from(letters(await heard(transcriber, samples))));
      }
      return wrong;
    };
    const manifest = await readManifest(bundledFolder);
    // The runtime takes the likeliest letters; so does the bundled engine without its letter model.
    const { letters: _letterModel, ...files } = manifest.files;
    const ours = await wrongLetters(await bundledKind.load(bundledFolder, { ...manifest, files }));
    const all = sentences.reduce((sum, sentence) => sum + letters(sentence).length, 0);
    expect(all).toBeGreaterThan(1500);
    for (const [id, kind] of [
      ["waveform", offlineKind],
      ["streaming", onlineKind],
    ] as const) {
      const published = path.join(models.path, id);
      const theirs = await wrongLetters(await kind.load(published, await readManifest(published)));
      expect(Math.abs(theirs - ours) / all).toBeLessThan(0.01);
    }
  });

  test.each(["transcribe-1", "streaming"])(
    "%s transcribes a file, with the times of words",
    async (model) => {
      const answer = await service.call("/v1/audio/transcriptions", {
        method: "POST",
        body: transcriptionForm(clip.wav, {
          model,
          response_format: "verbose_json",
          "timestamp_granularities[]": "word",
        }),
      });
      expect(answer.status).toBe(200);
      const { text, words } = (await answer.json()) as {
        readonly text: string;
        readonly words: readonly { readonly word: string; readonly start: number }[];
      };
      expect(letters(text)).toBe(letters(clip.text));
      expect(words.map(({ start }) => start)).toEqual(
        words.map(({ start }) => start).toSorted((one, other) => one - other),
      );
      expect(words[0]?.start).toBeCloseTo(0.5, 0);
    },
  );

  test.each(["transcribe-1", "streaming"])(
    "%s transcribes a live stream, with partials",
    async (model) => {
      using stream = await openStream(service.url, { credential: service.key, query: { model } });
      await stream.message("session.started");
      for (const samples of await clipSamples()) stream.socket.send(toS16le(samples));
      stream.say({ type: "end" });
      const final = await stream.message("transcript.final");
      expect(letters(String(final["text"]))).toBe(letters(clip.text));
      expect(await stream.message("transcript.partial")).toMatchObject({
        text: expect.any(String),
      });
    },
  );
});

describe("a published model that hears speech while it is spoken", () => {
  longTest("tells words before the speaker pauses, and settles them at each pause", async () => {
    using stream = await openStream(service.url, {
      credential: service.key,
      query: { model: "streaming" },
    });
    await stream.message("session.started");
    const pieces = await clipSamples();
    for (const samples of pieces.slice(0, 8)) stream.socket.send(toS16le(samples));
    // Four seconds of it have been spoken, without a pause.
    const partial = await stream.message("transcript.partial");
    expect(letters(clip.text)).toContain(letters(String(partial["text"])).slice(0, -1));
    expect(stream.messages.some(({ type }) => type === "transcript.segment")).toBe(false);
    for (const samples of pieces.slice(8)) stream.socket.send(toS16le(samples));
    stream.socket.send(toS16le(new Float32Array(2 * RATE)));
    // It has not been said that the speaker is done.
    const segment = await stream.message("transcript.segment");
    expect(letters(String(segment["text"]))).toBe(letters(clip.text));
  });

  longTest("hears sixteen streams at once as it hears one", async () => {
    const folder = path.join(models.path, "streaming");
    const transcriber = await onlineKind.load(folder, await readManifest(folder));
    const pieces = await clipSamples();
    const alone = await heard(transcriber, joinSamples([...pieces]));
    expect(letters(alone)).toBe(letters(clip.text));
    const open = Array.from({ length: 17 }, () => transcriber.open());
    const onTheWay = { everySeconds: 0.5, heard: () => undefined };
    // Each is half a second behind the one before.
    for (let turn = 0; turn < pieces.length + open.length; turn += 1) {
      for (const [late, recognition] of open.entries()) {
        const piece = pieces[turn - late];
        if (piece !== undefined) recognition.accept(piece);
        if (turn - late === pieces.length) recognition.end();
      }
      await transcriber.advance(open.map((recognition) => ({ recognition, onTheWay })));
    }
    for (const recognition of open) {
      expect(recognition.words.map(({ text }) => text).join(" ")).toBe(alone);
      expect(recognition.settledWords).toBe(recognition.words.length);
    }
  });

  longTest("gives no words for silence and noise", async () => {
    const folder = path.join(models.path, "streaming");
    const transcriber = await onlineKind.load(folder, await readManifest(folder));
    expect(await heard(transcriber, new Float32Array(5 * RATE))).toBe("");
    const noise = Float32Array.from({ length: 5 * RATE }, (_, at) => 0.1 * Math.sin(at * at));
    expect(await heard(transcriber, noise)).toBe("");
  });

  test("refuses a rate that its form does not have", async () => {
    const folder = await streamingModel(models.path, "eight", { architecture: "t-one-ctc" });
    await expect(onlineKind.load(folder, await readManifest(folder))).rejects.toThrow(
      'model.json: sample_rate is 16000, but "t-one-ctc" hears 8000',
    );
    await rm(folder, { recursive: true });
  });
});

test.each([
  ["offline", waveformModel, offlineKind],
  ["online", streamingModel, onlineKind],
])("an %s model hears what its detector of speech lets through", async (_title, make, kind) => {
  await using detecting = await temporaryDirectory("models");
  const folder = await withVoiceActivity(await make(detecting.path, "detecting"));
  const transcriber = await kind.load(folder, await readManifest(folder));
  const spoken = joinSamples([...(await clipSamples())]);
  expect(letters(await heard(transcriber, spoken))).toBe(letters(clip.text));
  // The detector of the tests asks for a loudness that nothing has here.
  expect(
    await heard(
      transcriber,
      spoken.map((sample) => sample / 100),
    ),
  ).toBe("");
});

shortDescribe("a published voice", () => {
  /** Times a second that a tone goes up through zero. */
  const hertzOf = (samples: Int16Array) =>
    (samples.filter((sample, at) => sample >= 0 && (samples[at - 1] ?? 0) < 0).length * RATE) /
    samples.length;
  const text = "merhaba dünya";
  const speak = (fields: Readonly<Record<string, unknown>>) =>
    service.call(
      "/v1/audio/speech",
      speechRequest({
        model: "tone",
        input: text,
        response_format: "pcm",
        sample_rate: RATE,
        ...fields,
      }),
    );

  test.each([
    ["ayla", 1, 150],
    ["bora", 1, 250],
    ["bora", 2, 250],
  ])("%s speaks at speed %i, as its speaker does", async (voice, speed, hertz) => {
    const answer = await speak({ voice, speed });
    expect(answer.status).toBe(200);
    const bytes = await answer.arrayBuffer();
    const samples = new Int16Array(bytes);
    expect(hertzOf(samples) / hertz).toBeCloseTo(1, 1);
    // A letter takes 50 ms, and the sentence gets its mark.
    expect(samples.length / RATE).toBeCloseTo((0.05 * (text.length + 1)) / speed, 1);
  });

  test("speaks a leading (…) like any other text", async () => {
    const bytes = async (input: string) =>
      (await (await speak({ voice: "ayla", input })).arrayBuffer()).byteLength;
    expect(await bytes("(fısıldayarak) merhaba")).toBeGreaterThan(await bytes("merhaba"));
  });

  test("does not design voices nor follow instructions, and says so", async () => {
    for (const fields of [
      { voice: "ayla", instructions: "whisper" },
      { voice_description: "old man" },
    ]) {
      const answer = await speak(fields);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: "unsupported_field" } });
    }
  });
});

test("what published models can do stands in the list of models and in the health documents", async () => {
  const get = async (path: string) => (await service.call(path)).json();
  expect(await get("/v1/models")).toMatchObject({
    data: [
      { id: "streaming", task: "transcription", capabilities: ["word_times"] },
      { id: "tone", task: "synthesis", capabilities: [], voices: ["ayla", "bora"] },
      { id: "waveform", task: "transcription", capabilities: ["word_times"] },
    ],
  });
  const missing_capabilities = { tone: ["designed_voices", "directed_delivery", "cloned_voices"] };
  expect(await get("/health/synth")).toMatchObject({ missing_capabilities });
  expect(await get("/readyz")).toMatchObject({ missing_capabilities });
});

longTest("the pages follow what is installed", async () => {
  const get = async (path: string) => (await service.call(path)).text();
  const guide = await get("/docs/synthesis.md?lang=en");
  expect(guide).toMatch(
    /\| `tone` \(default\) \| 16,000 Hz \| `tts-1`, .*`gpt-4o-mini-tts`.* \| built-in voices only \|/,
  );
  expect(guide).toContain('"voice": "ayla", "instructions"');
  expect(await get("/docs/transcription.md?lang=en")).toMatch(
    /\| `waveform` \(default\) \| 16,000 Hz \| .*`whisper-1`.* \| word timestamps \|/,
  );
  const quickStart = await get("/docs.md?lang=en");
  expect(quickStart).toContain('model: "tone", voice: "ayla"');
  expect(quickStart).toContain("stand for the default models here");
  const website = await get("/?lang=en");
  expect(website).not.toMatch(/data-example="(?:manner|designed|numbers|voice)"/);
  expect(website).not.toContain("Cloned and saved voices");
});

longTest(
  "a published model whose native code crashes is started again, while the others serve",
  async () => {
    const transcriber = service.engine.defaultOf("transcription")!;
    const minutes = Buffer.concat([clip.wav, ...Array<Buffer>(100).fill(clip.wav.subarray(44))]);
    minutes.writeUInt32LE(minutes.length - 8, 4);
    minutes.writeUInt32LE(minutes.length - 44, 40);
    const answer = service.call("/v1/audio/transcriptions", {
      method: "POST",
      body: transcriptionForm(minutes),
    });
    await eventually("it is at work", () => transcriber.queue.running === 1);
    for (const pid of transcriber.pids) process.kill(pid, "SIGSEGV");
    const { status, headers } = await answer;
    expect([status, headers.get("retry-after")]).toEqual([503, "10"]);
    const ready = await service.call("/readyz");
    expect(await ready.json()).toMatchObject({ models: { waveform: "degraded", tone: "ok" } });
    await eventually("it is back", () => transcriber.state === "ok");
    const again = await service.call("/v1/audio/transcriptions", {
      method: "POST",
      body: transcriptionForm(clip.wav),
    });
    expect(again.status).toBe(200);
  },
);
