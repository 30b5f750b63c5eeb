import type { ModelState } from "./process/lifecycle.ts";

/** Hears what happens in the engine, for logs, metrics and whoever started the service. */
export interface EngineObserver {
  modelState(modelId: string, state: ModelState): void;
  /** A model process ended by itself and is started again after `restartInMs`. */
  processEnded(modelId: string, how: string, restartInMs: number): void;
  /** Something beside the model folders is left out; the message is one line. */
  strayFolder(message: string): void;
  /** A model folder cannot be used; the message is one line. */
  modelBroken(modelId: string, message: string): void;
  /** Work was admitted after `waitedSeconds`. */
  admitted(modelId: string, waitedSeconds: number): void;
  refused(modelId: string, code: string): void;
  /** `units` of work, seconds of audio or characters of text, took a model `computeSeconds`. */
  computed(modelId: string, units: number, computeSeconds: number): void;
}
