import type { ModelState } from "../process/lifecycle.ts";

/** Receives the events of the engine, for logs, metrics and whoever started the service. */
export interface EngineObserver {
  modelState(modelId: string, state: ModelState): void;
  processEnded(modelId: string, how: string, restartInMs: number): void;
  /** A decoder of recordings was ended from outside, crashed or could not be started. */
  decoderDied(how: string): void;
  /** Something next to the model folders is left out; the message is one line. */
  strayFolder(message: string): void;
  /** A name refers to no model, or the names cannot be read; the message is one line. */
  namesRefused(message: string): void;
  /** The models folder cannot be reloaded; the message is one line. */
  reloadRefused(message: string): void;
  /** A model was removed; no further events of it follow. */
  modelGone(modelId: string): void;
  /** A model folder cannot be used; the message is one line. */
  modelBroken(modelId: string, message: string): void;
  admitted(modelId: string, waitedSeconds: number): void;
  refused(modelId: string, code: string): void;
  /** A model spent `computeSeconds` on decoding or generating `audioSeconds` of audio. */
  computed(modelId: string, computeSeconds: number, audioSeconds: number): void;
}
