/** Measures the kinds that run published models, each on a model of the tests in its form, beside the bundled models. */

import { toS16le } from "#service/engine/audio/wav-writer.ts";
import * as offline from "#service/engine/kinds/sherpa-offline-transcriber.ts";
import * as online from "#service/engine/kinds/sherpa-online-transcriber.ts";
import { readManifest } from "#service/engine/model/manifest.ts";
import type { ModelPool } from "#service/engine/pool/pool.ts";
import { someModels } from "../../support/service/some-models.ts";
import { startSpeechService, type SpeechService } from "../../support/service/speech-service.ts";
import { streamingModel, toneModel, waveformModel } from "../../support/service/waveform-model.ts";
import { finalTranscriptMs, firstAudioMs } from "../latency.ts";
import { SYNTHESIZERS, TRANSCRIBER } from "../models/measurements.ts";
import { median } from "../../kit/table.ts";
import { hearRecording } from "./hear-recording.ts";
import { ProcessorTime, residentBytes } from "../../kit/processes.ts";
import { repeatedClip, wavOf } from "./recordings.ts";
import { AT_ONCE, sustainedStreams } from "./streams.ts";

const FORMS = {
  "sherpa-offline-transcriber": { id: "waveform", make: waveformModel, kind: offline },
  "sherpa-online-transcriber": { id: "streaming", make: streamingModel, kind: online },
};
const VOICE = "tone";
const FILE_SECONDS = 60;
const STREAM_SECONDS = 4;
const RUNS = 3;
const FIRST_AUDIOS = 15;
/** One search, and a coarse one: each of its steps takes as long as people speak. */
const SEARCH = { first: 8, precision: 4 };

/** What one model did; what its task has not is left out. */
export interface KindFigures {
  readonly model: string;
  readonly fileTimes?: number;
  readonly finalMs?: number;
  readonly streams?: number;
  readonly firstMs?: number;
  /** Memory of its process before it had any work, pages that it shares included. */
  readonly idleBytes: number;
}

/** Returns figures of the bundled models and of each kind for published ones; `bundledStreams` was measured before. */
export async function kindFigures(bundledStreams: number): Promise<readonly KindFigures[]> {
  await using models = await someModels(TRANSCRIBER, ...SYNTHESIZERS);
  const streams = new Map([[TRANSCRIBER, bundledStreams]]);
  const names = new Map<string, string>();
  for (const [name, { id, make, kind }] of Object.entries(FORMS)) {
    const folder = await make(models.path, id, { default: false });
    const transcriber = await kind.load(folder, await readManifest(folder));
    streams.set(id, await sustainedStreams(transcriber, await repeatedClip(60), AT_ONCE, SEARCH));
    names.set(id, name);
  }
  await toneModel(models.path, VOICE, { default: false });
  names.set(VOICE, "sherpa-synthesizer");
  await using service = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
  const figures: KindFigures[] = [];
  for (const pool of service.engine.models) {
    figures.push({ model: names.get(pool.id) ?? pool.id, idleBytes: await idleBytes(pool) });
  }
  for (const [at, pool] of service.engine.models.entries()) {
    const streamsOf = streams.get(pool.id);
    const work =
      streamsOf === undefined
        ? await speaking(service, pool)
        : { ...(await hearing(service, pool)), streams: streamsOf };
    figures[at] = { ...figures[at]!, ...work };
  }
  return figures;
}

async function idleBytes({ pids }: ModelPool): Promise<number> {
  const each = await Promise.all(pids.map(residentBytes));
  return each.reduce((sum, bytes) => sum + bytes, 0);
}

async function hearing(service: SpeechService, model: ModelPool) {
  const { engine } = service;
  const bytes = wavOf(await repeatedClip(FILE_SECONDS));
  const recording = {
    bytes: bytes.length,
    read: async function* () {
      yield bytes;
    },
  };
  const processor = new ProcessorTime(() => [...model.pids, ...engine.decoder.pids]);
  const hear = () => hearRecording(service, recording, model);
  await hear();
  const seconds = await medianOf(RUNS, () => processor.of(hear));
  const pcm = Buffer.from(toS16le(await repeatedClip(STREAM_SECONDS)));
  const finalMs = await medianOf(RUNS, () => finalTranscriptMs(service, pcm, model.id));
  return { fileTimes: FILE_SECONDS / seconds, finalMs };
}

async function speaking(service: SpeechService, { id, voices }: ModelPool) {
  const voice = voices[0]?.name ?? "";
  return { firstMs: await medianOf(FIRST_AUDIOS, () => firstAudioMs(service, id, voice)) };
}

async function medianOf(runs: number, measureOnce: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let run = 0; run < runs; run += 1) figures.push(await measureOnce());
  return median(figures);
}
