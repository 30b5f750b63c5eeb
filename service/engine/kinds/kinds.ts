import type { TSchema } from "typebox";
import type { Manifest } from "../model/manifest.ts";
import type { Model } from "../model/model.ts";

/** Makes a running model of a checked model folder; throws ModelFolderError when the kind's own fields are wrong. */
type LoadModel = (folder: string, manifest: Manifest) => Promise<Model>;

interface Kind {
  readonly load: LoadModel;
  /** What model.json holds for this kind beside the fields of every kind. */
  readonly Fields: TSchema;
}

/** Every kind of model, by the name that `kind` in model.json uses. */
export const KINDS: Readonly<Record<string, () => Promise<Kind>>> = {
  "ctc-transcriber": () => import("./ctc-transcriber.ts"),
  "whisper-transcriber": () => import("./whisper-transcriber.ts"),
  "sherpa-offline-transcriber": () => import("./sherpa-offline-transcriber.ts"),
  "sherpa-online-transcriber": () => import("./sherpa-online-transcriber.ts"),
  "sherpa-synthesizer": () => import("./sherpa-synthesizer.ts"),
  "harmonic-noise-synthesizer": () => import("./harmonic-noise-synthesizer.ts"),
};
