import { stat } from "node:fs/promises";
import { Fault } from "#runtime/fault.ts";
import { Engine } from "../engine/engine.ts";
import { ModelFolderError, readManifest } from "../engine/model/manifest.ts";
import { NamedModels } from "../engine/model/model-names.ts";
import type { EngineObserver } from "../engine/pool/observer.ts";
import { ModelPool } from "../engine/pool/pool.ts";

/** A model in a process of its own, run as the service runs it. */
export interface RunningModel extends AsyncDisposable {
  readonly engine: Engine;
  readonly pool: ModelPool;
  /** Time from the start of its process until it was warmed up and ready. */
  readonly loadSeconds: number;
  /** Returns the seconds that the model has worked so far, by its own clock. */
  workSeconds(): number;
}

/** Loads the model of a folder and waits until it is ready; rejects with Fault. */
export async function runModel(folder: string): Promise<RunningModel> {
  const { manifest, createdAt } = await readFolder(folder);
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  let workSeconds = 0;
  const observer: EngineObserver = {
    modelState: (_, state) => {
      if (state === "ok") resolve();
    },
    modelBroken: (_, message) => reject(new Fault(message)),
    processEnded: (_, how) =>
      reject(new Fault(`${folder}: the process of the model ended while it loaded (${how})`)),
    computed: (_, seconds) => {
      workSeconds += seconds;
    },
    strayFolder: () => undefined,
    namesRefused: () => undefined,
    reloadRefused: () => undefined,
    modelGone: () => undefined,
    admitted: () => undefined,
    refused: () => undefined,
    decoderDied: () => undefined,
  };
  const pool = new ModelPool({ folder, manifest, createdAt }, 1, observer);
  const startedAtMs = performance.now();
  pool.start();
  try {
    await ready;
  } catch (error) {
    await pool.stop();
    throw error;
  }
  const loadSeconds = (performance.now() - startedAtMs) / 1000;
  const engine = new Engine(
    { models: new NamedModels([pool], {}, {}), leftOut: [], warnings: [] },
    observer,
  );
  return {
    engine,
    pool,
    loadSeconds,
    workSeconds: () => workSeconds,
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}

async function readFolder(folder: string) {
  try {
    const manifest = await readManifest(folder);
    return { manifest, createdAt: (await stat(folder)).mtime };
  } catch (error) {
    throw error instanceof ModelFolderError ? new Fault(error.message) : error;
  }
}
