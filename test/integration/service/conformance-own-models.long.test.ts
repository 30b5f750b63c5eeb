import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runRow, type Subject } from "../../conformance/runner.ts";
import { TABLE } from "../../conformance/table.ts";
import { startSpeechService } from "../../support/service/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { toneModel, waveformModel } from "../../support/service/waveform-model.ts";

const STARTING_MS = 420_000;
const ROW_MS = 600_000;

const OTHER_RATE = "they speak at 16,000 Hz";
const NO_CLONING = "their voices are not cloned";
const NO_DESIGN = "their voices are not designed";
const NO_DIRECTION = "they follow no instructions";

/** Rows that ask for what the published voices cannot do, by what they ask for. */
const EXCEPTED: Readonly<Record<string, readonly string[]>> = {
  [OTHER_RATE]: [
    "speech, model: synth-v2 is the default, at 48000 Hz",
    "speech, model: synth-v2 speaks at 48000 Hz",
    "speech, model: synth-v1 speaks at 24000 Hz",
    "GET {tts_url}/health/synth: synth-v2 at 48000 Hz, default: true",
    "GET {tts_url}/health/synth: synth-v1 at 24000 Hz, default: false",
    "speech socket: text becomes audio, flush by flush",
  ],
  [NO_CLONING]: [
    "speech, reference_audio: base64 is cloned",
    "speech, reference_audio: a data URL is cloned",
    "speech, consent: with reference_audio, as a form",
    "POST /v1/voices: every field of a saved voice",
    "POST /v1/voices: the recording as audio_sample",
    "POST /v1/voices: the recording as file",
    "POST /v1/audio/speech: speaks with a saved voice",
    "GET, PATCH, DELETE /v1/voices/{id}; a deleted one is not found",
    "GET /v1/voices: saved ones page by page, built-in ones by type",
    "cloning recording: 3 seconds are taken",
    "cloning recording: 30 seconds are taken",
  ],
  [NO_DESIGN]: [
    "speech, voice_description: designs a voice",
    "voice_description: 200 characters are taken",
  ],
  [NO_DIRECTION]: [
    "speech, instructions: change how it is spoken",
    "instructions: 200 characters are taken",
  ],
};
const reasons = new Map(
  Object.entries(EXCEPTED).flatMap(([reason, titles]) => titles.map((title) => [title, reason])),
);

/** What works, works with a model; what is refused is refused before, and is seen with the bundled ones. */
const rows = TABLE.filter(
  ({ part, codes, fault, isLong }) =>
    ["fields", "endpoints", "events", "limits"].includes(part) &&
    codes.length === 0 &&
    fault === undefined &&
    !isLong,
);

const running = new AsyncDisposableStack();
let subject: Subject;
beforeAll(async () => {
  const { path: models } = running.use(await temporaryDirectory("models"));
  await waveformModel(models, "transcribe-1");
  await toneModel(models, "synth-v2");
  await toneModel(models, "synth-v1", { default: false });
  const { url, key } = running.use(await startSpeechService({ SPEECH_MODELS_DIR: models }));
  subject = {
    url,
    key,
    ttsUrl: url,
    statusUrl: undefined,
    compatModel: "whisper-1",
    faults: new Map(),
  };
}, STARTING_MS);
afterAll(() => running.disposeAsync());

describe("published models in place of the bundled ones", () => {
  const titled = (chosen: readonly (typeof rows)[number][]) =>
    chosen.map((row) => [row.title, row] as const);
  const able = rows.filter(({ title }) => !reasons.has(title));

  test.each(titled(able))(
    "%s",
    async (_title, row) => {
      const { reason, result } = await runRow(row, subject);
      expect([reason, result]).toEqual(["", "passed"]);
    },
    ROW_MS,
  );

  // An exception that is none any more has to go.
  test.each(titled(rows.filter(({ title }) => reasons.has(title))))(
    "not %s",
    async (title, row) => {
      const { result } = await runRow(row, subject);
      expect([reasons.get(title), result]).toEqual([reasons.get(title), "failed"]);
    },
    ROW_MS,
  );

  test("are excepted from rows that there are, alone", () => {
    const titles = new Set(rows.map(({ title }) => title));
    expect([...reasons.keys()].filter((title) => !titles.has(title))).toEqual([]);
  });
});
