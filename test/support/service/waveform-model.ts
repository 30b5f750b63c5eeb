import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { projectRoot } from "../program.ts";

const TONE = path.join(projectRoot, "fixtures/models/tone-vits");
const WHISPER = path.join(projectRoot, "fixtures/models/random-whisper");
const WAVEFORM = path.join(projectRoot, "fixtures/models/waveform-ctc");
const STREAMING = path.join(projectRoot, "fixtures/models/streaming-ctc");
const LOUD = path.join(projectRoot, "fixtures/models/voice-activity/v5.onnx");
const VOICES = path.join(projectRoot, "fixtures/models/speaker-embeddings/model.onnx");
const WEIGHTS = path.join(projectRoot, "service/small-models/transcribe-1/acoustic.onnx");

/**
 * Makes a model folder of the bundled recogniser in the form of a published one, which sherpa-onnx runs; `fields` replace those of its
 * model.json.
 */
export function waveformModel(
  modelsFolder: string,
  id: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return recogniserFolder(modelsFolder, id, WAVEFORM, {
    kind: "sherpa-offline-transcriber",
    default: true,
    architecture: "omnilingual-ctc",
    ...fields,
  });
}

/** Makes one in the form of a published model that hears speech while it is spoken. */
export function streamingModel(
  modelsFolder: string,
  id: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return recogniserFolder(modelsFolder, id, STREAMING, {
    kind: "sherpa-online-transcriber",
    architecture: "nemo-ctc",
    feature_bands: 64,
    ...fields,
  });
}

/** The graph names places in the weights of the bundled network, which lie beside it. */
async function recogniserFolder(
  modelsFolder: string,
  id: string,
  graph: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const folder = path.join(modelsFolder, id);
  await mkdir(folder, { recursive: true });
  const files = { model: "model.onnx", tokens: "tokens.txt", weights: "acoustic.onnx" };
  for (const name of [files.model, files.tokens]) {
    await copyFile(path.join(graph, name), path.join(folder, name));
  }
  await copyFile(WEIGHTS, path.join(folder, files.weights));
  await describeModel(folder, {
    id,
    task: "transcription",
    sample_rate: 16_000,
    capabilities: ["word_times"],
    files,
    licence: "Apache-2.0",
    ...fields,
  });
  return folder;
}

/** Has a recogniser's folder name a detector in Silero's form, which takes what is loud for speech. */
export async function withVoiceActivity(folder: string): Promise<string> {
  await copyFile(LOUD, path.join(folder, "silero.onnx"));
  return await withFile(folder, {
    files: { voice_activity: "silero.onnx" },
    voice_activity: { least_pause_seconds: 0.5 },
  });
}

/** Has a recogniser's folder name a network that tells the bundled voices apart. */
export async function withSpeakers(folder: string): Promise<string> {
  await copyFile(VOICES, path.join(folder, "speakers.onnx"));
  return await withFile(folder, {
    files: { speaker_embeddings: "speakers.onnx" },
    speaker_embeddings: { least_likeness: 0.4 },
    capabilities: ["word_times", "speakers"],
  });
}

async function withFile(
  folder: string,
  { files, ...fields }: { readonly files: object } & Readonly<Record<string, unknown>>,
): Promise<string> {
  const source = await readFile(path.join(folder, "model.json"), "utf8");
  const manifest = JSON.parse(source) as { readonly files: Readonly<Record<string, string>> };
  await describeModel(folder, { ...manifest, ...fields, files: { ...manifest.files, ...files } });
  return folder;
}

/** Makes a model folder of Whisper's shape with random weights; `fields` replace those of its model.json. */
export async function whisperModel(
  modelsFolder: string,
  id: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const folder = path.join(modelsFolder, id);
  await mkdir(folder, { recursive: true });
  const files = { encoder: "encoder.onnx", decoder: "decoder.onnx", tokens: "tokens.txt" };
  for (const name of Object.values(files)) {
    await copyFile(path.join(WHISPER, name), path.join(folder, name));
  }
  await describeModel(folder, {
    id,
    kind: "sherpa-offline-transcriber",
    task: "transcription",
    sample_rate: 16_000,
    architecture: "whisper",
    files,
    licence: "Apache-2.0",
    ...fields,
  });
  return folder;
}

/** Has a model of Whisper's shape take everything for German: the first of its languages is the likeliest to it. */
export async function withGermanFirst(folder: string): Promise<string> {
  const file = path.join(folder, "encoder.onnx");
  const graph = await readFile(file, "latin1");
  await writeFile(file, graph.replace("tr,en,de,ar", "de,en,tr,ar"), "latin1");
  return await withFile(folder, { files: {} });
}

/** Makes a model folder of three speakers that hum, in the form of MMS's voices; `fields` replace those of its model.json. */
export async function toneModel(
  modelsFolder: string,
  id: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const folder = path.join(modelsFolder, id);
  await mkdir(folder, { recursive: true });
  const files = { model: "model.onnx", tokens: "tokens.txt" };
  for (const name of Object.values(files)) {
    await copyFile(path.join(TONE, name), path.join(folder, name));
  }
  const voice = { gender: "female", age: "young" };
  await describeModel(folder, {
    id,
    kind: "sherpa-synthesizer",
    task: "synthesis",
    sample_rate: 16_000,
    default: true,
    files,
    voices: {
      ayla: { ...voice, speaker: 0, pitch_hz: 150 },
      bora: { ...voice, speaker: 2, pitch_hz: 250 },
    },
    licence: "Apache-2.0",
    ...fields,
  });
  return folder;
}

/** Writes model.json with the checksums of the files as they are. */
export async function describeModel(
  folder: string,
  fields: { readonly files: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const sha256: Record<string, string> = {};
  for (const name of Object.values(fields.files)) {
    const bytes = await readFile(path.join(folder, name));
    sha256[name] = createHash("sha256").update(bytes).digest("hex");
  }
  const manifest = { made_with: {}, measured: {}, ...fields, sha256 };
  await writeFile(path.join(folder, "model.json"), JSON.stringify(manifest));
}
