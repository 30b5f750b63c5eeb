import type { TSchema } from "typebox";
import { ModelFolderError, readManifest, type Manifest } from "../model/manifest.ts";
import type { Model, Transcriber } from "../model/model.ts";

/** Loads the model of a checked model folder; throws ModelFolderError when the kind's own fields are wrong. */
type LoadModel = (folder: string, manifest: Manifest) => Promise<Model>;

interface Kind {
  readonly load: LoadModel;
  /** The fields of model.json that belong to this kind. */
  readonly Fields: TSchema;
}

/** Every kind of model, by the name that `kind` in model.json uses. */
export const KINDS: Readonly<Record<string, () => Promise<Kind>>> = {
  "whisper-transcriber": () => import("./whisper-transcriber.ts"),
  "ctc-transcriber": () => import("./ctc-transcriber.ts"),
  "sherpa-offline-transcriber": () => import("./sherpa-offline-transcriber.ts"),
  "sherpa-online-transcriber": () => import("./sherpa-online-transcriber.ts"),
  "sherpa-synthesizer": () => import("./sherpa-synthesizer.ts"),
  "kokoro-synthesizer": () => import("./kokoro-synthesizer.ts"),
  "harmonic-noise-synthesizer": () => import("./harmonic-noise-synthesizer.ts"),
};

/** Loads a model for transcription, whatever its kind, in this process; throws ModelFolderError. */
export async function loadTranscriber(folder: string): Promise<Transcriber> {
  const manifest = await readManifest(folder);
  const kind = await KINDS[manifest.kind]?.();
  const model = await kind?.load(folder, manifest);
  if (model?.task === "transcription") return model;
  throw new ModelFolderError(`${folder}: is no model for transcription`);
}
