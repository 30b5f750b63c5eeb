import { isDeepStrictEqual } from "node:util";
import type { FoundModel, ModelFolder } from "./model-folders.ts";

/** A model of the current set, whatever its state. */
interface Serving extends ModelFolder {
  readonly state: string;
}

/** The current models that a reload keeps, restarts or ends, and the new ones. */
export interface ReloadPlan<Model> {
  /** Models that go on serving unchanged. */
  readonly kept: readonly Model[];
  /** Models to start; until they have warmed up, the current ones with the same ids serve. */
  readonly started: readonly ModelFolder[];
  /** Models whose folders are gone. */
  readonly gone: readonly Model[];
}

/**
 * Compares the current models with those in the models folder. A model is restarted if its folder has another
 * path or another model.json, or if it could not be used; one whose folder cannot be read is kept.
 */
export function planReload<Model extends Serving>(
  serving: readonly Model[],
  found: readonly FoundModel[],
): ReloadPlan<Model> {
  const readable = found.filter((one) => "manifest" in one);
  const isSame = (model: Model, { folder, manifest }: ModelFolder) =>
    model.state !== "broken" &&
    model.folder === folder &&
    isDeepStrictEqual(model.manifest, manifest);
  const sameOf = (one: ModelFolder) => serving.find((model) => isSame(model, one));
  const ids = new Set(readable.map(({ manifest }) => manifest.id));
  const unreadable = new Set(found.filter((one) => "problem" in one).map(({ folder }) => folder));
  const missing = serving.filter(({ manifest }) => !ids.has(manifest.id));
  return {
    kept: [
      ...readable.flatMap((one) => sameOf(one) ?? []),
      ...missing.filter(({ folder }) => unreadable.has(folder)),
    ],
    started: readable.filter((one) => sameOf(one) === undefined),
    gone: missing.filter(({ folder }) => !unreadable.has(folder)),
  };
}
