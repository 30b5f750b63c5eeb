import type { ModelState } from "../process/lifecycle.ts";

/** Hears what happens in the engine, for logs, metrics and whoever started the service. */
export interface EngineObserver {
  modelState(modelId: string, state: ModelState): void;
  processEnded(modelId: string, how: string, restartInMs: number): void;
  /** A decoder of recordings was ended from outside, crashed or could not be started. */
  decoderDied(how: string): void;
  /** Something beside the model folders is left out; the message is one line. */
  strayFolder(message: string): void;
  /** A name leads to no model, or the names cannot be read; the message is one line. */
  namesRefused(message: string): void;
  /** The models folder cannot be read again; the message is one line. */
  reloadRefused(message: string): void;
  /** A model was taken out; nothing more comes of it. */
  modelGone(modelId: string): void;
  /** A model folder cannot be used; the message is one line. */
  modelBroken(modelId: string, message: string): void;
  admitted(modelId: string, waitedSeconds: number): void;
  refused(modelId: string, code: string): void;
  /** A model worked for `computeSeconds` on audio of `audioSeconds`, which it heard or made. */
  computed(modelId: string, computeSeconds: number, audioSeconds: number): void;
}
