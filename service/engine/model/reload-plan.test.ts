import { expect, test } from "vitest";
import type { Manifest } from "./manifest.ts";
import type { FoundModel } from "./model-folders.ts";
import { planReload } from "./reload-plan.ts";

const found = (id: string, sha256 = "1", folder = `/models/${id}`) => ({
  name: id,
  folder,
  createdAt: new Date(0),
  manifest: { id, sha256: { model: sha256 } } as unknown as Manifest,
});
const serving = (id: string, state = "ok") => ({ ...found(id), state });
const problem = (id: string) => ({ name: id, folder: `/models/${id}`, problem: "no" });

/** The ids that are kept, started and gone. */
function planned(now: readonly ReturnType<typeof serving>[], next: readonly FoundModel[]) {
  const { kept, started, gone } = planReload(now, next);
  const ids = (models: readonly { readonly manifest: Manifest }[]) =>
    models.map(({ manifest }) => manifest.id);
  return { kept: ids(kept), started: ids(started), gone: ids(gone) };
}

test.each([
  ["nothing changed", [serving("a")], [found("a")], [["a"], [], []]],
  ["a folder is new", [serving("a")], [found("a"), found("b")], [["a"], ["b"], []]],
  ["its files are others", [serving("a")], [found("a", "2")], [[], ["a"], []]],
  ["it lies elsewhere", [serving("a")], [found("a", "1", "/models/z")], [[], ["a"], []]],
  ["it could not be used", [serving("a", "broken")], [found("a")], [[], ["a"], []]],
  ["it starts again by itself", [serving("a", "restarting")], [found("a")], [["a"], [], []]],
  ["its folder is gone", [serving("a"), serving("b")], [found("b")], [["b"], [], ["a"]]],
  ["its folder cannot be read", [serving("a")], [problem("a")], [["a"], [], []]],
  ["its id is another", [serving("a")], [found("b", "1", "/models/a")], [[], ["b"], ["a"]]],
])("%s", (_what, now, next, [kept, started, gone]) => {
  expect(planned(now, next)).toEqual({ kept, started, gone });
});
