import type { Manifest } from "../model/manifest.ts";
import type { Model } from "../model/model.ts";

/** Makes a running model of a checked model folder; throws ModelFolderError when the kind's own fields are wrong. */
type LoadModel = (folder: string, manifest: Manifest) => Promise<Model>;

/** Every kind of model, by the name that `kind` in model.json uses; each file exports `load`. */
export const KINDS: Readonly<Record<string, () => Promise<{ readonly load: LoadModel }>>> = {
  "ctc-transcriber": () => import("./ctc-transcriber.ts"),
  "sherpa-offline-transcriber": () => import("./sherpa-offline-transcriber.ts"),
  "sherpa-synthesizer": () => import("./sherpa-synthesizer.ts"),
  "harmonic-noise-synthesizer": () => import("./harmonic-noise-synthesizer.ts"),
};
