/**
 * Measures the engine on one core: `npm run bench:engine`, with `-- --clips DIR` on recordings of people too, read as `npm run
 * bench:people` reads them. Linux, because it reads what processes use from /proc.
 */

import path from "node:path";
import { parseArgs } from "node:util";
import { loadTranscriber } from "#service/engine/kinds/kinds.ts";
import * as harmonicNoise from "#service/engine/kinds/harmonic-noise-synthesizer.ts";
import { readManifest } from "#service/engine/model/manifest.ts";
import { toS16le } from "#service/engine/audio/wav-writer.ts";
import { speakAll } from "../support/figures/voice-figures.ts";
import { bundledModels, testModels } from "../support/program.ts";
import { startSpeechService, type SpeechService } from "../support/service/speech-service.ts";
import { hearRecording } from "./engine/hear-recording.ts";
import { kindFigures, type KindFigures } from "./engine/published-kinds.ts";
import { longFileCost } from "./engine/memory.ts";
import { measureByProc } from "../kit/command-line.ts";
import { ProcessorTime } from "../kit/processes.ts";
import { peopleSpeech, repeated, repeatedClip, wavOf } from "./engine/recordings.ts";
import { AT_ONCE, OF_PEOPLE, sustainedStreams, type Pace } from "./engine/streams.ts";
import { modelFolder, SYNTHESIZERS, TRANSCRIBER } from "./models/measurements.ts";
import { finalTranscriptMs, firstAudioMs } from "./latency.ts";
import { describeMachine, keepToOneCore } from "../kit/one-core.ts";
import { markdownTable, median } from "../kit/table.ts";

const FILE_SECONDS = 300;
/** What the service reads of an upload at a time. */
const READ_BYTES = 64 * 1024;
const RUNS = 5;
const FIRST_AUDIOS = 15;
const STREAM_SECONDS = 4;
/** One search's figure moves by a third, since one late transcript too many ends it. */
const STREAM_SEARCHES = 3;
/** The recogniser that the product comes with, and the one of `npm run start:small`. */
const RECOGNISERS = { "bundled recogniser": bundledModels, "small recogniser": testModels };
const PEOPLE = "people";
const SENTENCES = [
  "Sabahın erken saatlerinde sahilde yürümek insanın içini ferahlatıyor.",
  "Toplantı 14:30'da, üçüncü kattaki salonda yapılacak.",
  "Çayınızı şekerli mi yoksa şekersiz mi alırsınız?",
  "Kar yağışı nedeniyle köy yolları ulaşıma kapandı.",
];

type Row = readonly [what: string, figure: string];

const { clips } = parseArgs({ options: { clips: { type: "string" } } }).values;
await measureByProc("bench:engine", () => measure(clips));

async function measure(clips: string | undefined): Promise<void> {
  const machine = describeMachine(keepToOneCore());
  const rows: Row[] = [];
  let streams = 0;
  for (const [name, models] of Object.entries(RECOGNISERS)) {
    await using service = await startSpeechService({ SPEECH_MODELS_DIR: models });
    const clip = await repeatedClip(FILE_SECONDS);
    rows.push(await filePath(service, name, clip), await finalTranscript(service, name));
    if (models === bundledModels) rows.push(...(await firstAudios(service)));
    const live = await liveStreams(name, path.join(models, TRANSCRIBER), clip, AT_ONCE);
    rows.push(live.row);
    streams = live.figure;
  }
  for (const id of SYNTHESIZERS) rows.push(await synthesisSpeed(id));
  rows.push(...(await longFile("a synthetic voice", await repeatedClip(60))));
  if (clips !== undefined) rows.push(...(await people(await peopleSpeech(clips))));
  const kinds = kindsTable(await kindFigures(streams));
  process.stdout.write(
    `${markdownTable([["", "measured"], ...rows])}\n\n${kinds}\n\nMeasured on ${machine}.\n`,
  );
}

async function people(speech: Float32Array): Promise<Row[]> {
  await using service = await startSpeechService({ SPEECH_MODELS_DIR: bundledModels });
  const file = await filePath(service, PEOPLE, repeated(speech, FILE_SECONDS));
  const live = await liveStreams(PEOPLE, modelFolder(TRANSCRIBER), speech, OF_PEOPLE);
  return [file, live.row, ...(await longFile(PEOPLE, speech))];
}

async function filePath(
  { engine }: SpeechService,
  name: string,
  speech: Float32Array,
): Promise<Row> {
  const model = engine.models.find(({ id }) => id === TRANSCRIBER);
  if (model === undefined) throw new Error(`${TRANSCRIBER} is not there`);
  const bytes = wavOf(speech);
  const recording = {
    bytes: bytes.length,
    read: async function* () {
      for (let at = 0; at < bytes.length; at += READ_BYTES)
        yield bytes.subarray(at, at + READ_BYTES);
    },
  };
  const processor = new ProcessorTime(() => [...model.pids, ...engine.decoder.pids]);
  const hear = () => hearRecording({ engine }, recording);
  await hear();
  const whole = await medianOf(() => processor.of(hear));
  return [`file, from bytes to text, ${name}`, times(FILE_SECONDS / whole)];
}

async function finalTranscript(service: SpeechService, name: string): Promise<Row> {
  const pcm = Buffer.from(toS16le(await repeatedClip(STREAM_SECONDS)));
  const final = await medianOf(() => finalTranscriptMs(service, pcm));
  return [`final transcript after a stream's end, ${name}`, milliseconds(final)];
}

async function firstAudios(service: SpeechService): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { id, voices } of service.engine.ofTask("synthesis")) {
    const voice = voices[0]?.name ?? "";
    const first = await medianOf(() => firstAudioMs(service, id, voice), FIRST_AUDIOS);
    rows.push([`first audio of a ten-word sentence, ${id}`, milliseconds(first)]);
  }
  return rows;
}

async function liveStreams(
  name: string,
  folder: string,
  speech: Float32Array,
  pace: Pace,
): Promise<{ readonly row: Row; readonly figure: number }> {
  const transcriber = await loadTranscriber(folder);
  const counts: number[] = [];
  for (let search = 0; search < STREAM_SEARCHES; search += 1)
    counts.push(await sustainedStreams(transcriber, speech, pace));
  const figure = median(counts);
  const range = `${Math.min(...counts)} to ${Math.max(...counts)} in ${STREAM_SEARCHES} searches`;
  return {
    row: [`live streams, final transcripts in ${pace.finalMs} ms, ${name}`, `${figure} (${range})`],
    figure,
  };
}

async function synthesisSpeed(id: string): Promise<Row> {
  const folder = modelFolder(id);
  const synthesizer = await harmonicNoise.load(folder, await readManifest(folder));
  const speaker = { kind: "built-in", name: synthesizer.voices[0]?.name ?? "" } as const;
  const processor = new ProcessorTime(() => []);
  const speed = await medianOf(async () => {
    let samples = 0;
    const seconds = await processor.of(async () => {
      const spoken = await speakAll(synthesizer, speaker, SENTENCES);
      samples = spoken.reduce((sum, { length }) => sum + length, 0);
    });
    return samples / synthesizer.sampleRate / seconds;
  });
  return [`synthesis, ${id}, ${synthesizer.sampleRate / 1000} kHz`, times(speed)];
}

async function longFile(name: string, speech: Float32Array): Promise<Row[]> {
  const { idleBytes, peakBytes, seconds } = await longFileCost(speech);
  return [
    ["memory of the whole service, idle", megabytes(idleBytes)],
    [`… at most while it transcribes a file of 2 hours, ${name}`, megabytes(peakBytes)],
    ["… more than idle", megabytes(peakBytes - idleBytes)],
    [`file of 2 hours, ${name}, sent and answered`, `${seconds.toFixed(0)} s`],
  ];
}

/** The bundled models, and the kinds for published ones on the models of the tests. */
function kindsTable(figures: readonly KindFigures[]): string {
  const one = (figure: number | undefined, written: (figure: number) => string) =>
    figure === undefined ? "" : written(figure);
  const rows = figures.map(({ model, fileTimes, finalMs, streams, firstMs, idleBytes }) => [
    model,
    one(fileTimes, times),
    one(finalMs, milliseconds),
    one(streams, String),
    one(firstMs, milliseconds),
    megabytes(idleBytes),
  ]);
  const heading = ["", "file", "final transcript", "live streams", "first audio", "idle"];
  return markdownTable([heading, ...rows]);
}

async function medianOf(measureOnce: () => Promise<number>, runs = RUNS): Promise<number> {
  const figures: number[] = [];
  for (let run = 0; run < runs; run += 1) figures.push(await measureOnce());
  return median(figures);
}

function times(figure: number): string {
  return `${figure.toFixed(0)} × real time`;
}

function milliseconds(figure: number): string {
  return `${figure.toFixed(0)} ms`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
