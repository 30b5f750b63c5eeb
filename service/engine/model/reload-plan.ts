import { isDeepStrictEqual } from "node:util";
import type { FoundModel, ModelFolder } from "./model-folders.ts";

/** A model that serves, or would. */
interface Serving extends ModelFolder {
  readonly state: string;
}

/** What becomes of the models that serve, and what is new. */
export interface ReloadPlan<Model> {
  /** They serve on as they are. */
  readonly kept: readonly Model[];
  /** They are started; the one with the same id, where there is one, serves until they are warm. */
  readonly started: readonly ModelFolder[];
  /** Their folders are gone. */
  readonly gone: readonly Model[];
}

/**
 * Compares models with what was found in their folder. A model whose folder has another place or another model.json is started anew, and so is one that
 * could not be used; one whose folder cannot be read is kept.
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
