import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine, ModelSource, Serving } from "./engine.ts";
import { readManifest } from "./model/manifest.ts";
import { NamedModels, readModelNames } from "./model/model-names.ts";
import type { EngineObserver } from "./pool/observer.ts";
import type { ModelPool } from "./pool/pool.ts";
import { ModelReloads } from "./reload.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "reload-"));
});
afterEach(() => rm(home, { recursive: true }));

async function install(name: string, id = name, licence = "MIT"): Promise<void> {
  const manifest = {
    id,
    kind: "a",
    task: "synthesis",
    sample_rate: 24_000,
    licence,
    files: {},
    made_with: {},
    measured: {},
    sha256: {},
  };
  await mkdir(path.join(home, name), { recursive: true });
  await writeFile(path.join(home, name, "model.json"), JSON.stringify(manifest));
}
const nameModels = (names: object) =>
  writeFile(path.join(home, "models.json"), JSON.stringify(names));
const remove = (name: string) => rm(path.join(home, name), { recursive: true });
const short = (message: string) =>
  message.replaceAll(`${home}${path.sep}`, "").replaceAll(home, "models");

/**
 * Returns the reloads of an engine that serves the installed models, all of which are there; what was reported, and the models
 * that were warmed up. `unusable` are the ids of models that cannot be.
 */
async function serving(ids: readonly string[], unusable: readonly string[] = []) {
  const pools = await Promise.all(
    ids.map(async (id) => {
      const folder = path.join(home, id);
      const manifest = await readManifest(folder);
      return { id, folder, manifest, state: "ok", createdAt: new Date(0) } as unknown as ModelPool;
    }),
  );
  const reported: string[] = [];
  const warmed: string[] = [];
  let current: Serving = {
    models: new NamedModels(pools, await readModelNames(home), {}),
    leftOut: [],
    warnings: [],
  };
  const served: (readonly [serving: Serving, streamSeconds: number])[] = [];
  const engine = {
    get models() {
      return current.models.models;
    },
    get names() {
      return current.models.names;
    },
    async warm({ id }: ModelPool) {
      warmed.push(id);
      return unusable.includes(id) ? `${id} does not fit` : undefined;
    },
    serve(next: Serving, streamSeconds: number) {
      current = next;
      served.push([next, streamSeconds]);
    },
  };
  const say = (what: string) => (message: string) =>
    void reported.push(`${what} ${short(message)}`);
  const observer = {
    modelBroken: (id: string, message: string) => say(`broken ${short(id)}:`)(message),
    strayFolder: say("stray"),
    namesRefused: say("names"),
    reloadRefused: say("reload"),
    modelGone: say("gone"),
  };
  const source: ModelSource = {
    modelsFolder: home,
    processesPerModel: 1,
    standingNames: {},
    streamSeconds: 30,
  };
  const reloads = new ModelReloads(
    engine as unknown as Engine,
    source,
    observer as unknown as EngineObserver,
  );
  const now = () => ({
    ids: current.models.models.map(({ id }) => id),
    leftOut: current.leftOut,
    warnings: current.warnings,
    names: current.models.names,
  });
  return { reloads, reported, warmed, pools, served, now, models: () => current.models.models };
}

const QUIET = { leftOut: [], warnings: [], names: {} };

describe("a reload", () => {
  test("keeps what has not changed, in the order of the folders", async () => {
    await install("b");
    await install("a");
    const { reloads, reported, warmed, pools, served, now, models } = await serving(["b", "a"]);
    await reloads.ask();
    expect(now()).toEqual({ ...QUIET, ids: ["a", "b"] });
    expect(models()).toEqual(pools.toReversed());
    expect(models()[0]).toBe(pools[1]);
    expect({ reported, warmed }).toEqual({ reported: [], warmed: [] });
    expect(served.map(([, streamSeconds]) => streamSeconds)).toEqual([30]);
  });

  test("warms up what is new or has changed, and takes out what is gone", async () => {
    for (const name of ["a", "b", "c"]) await install(name);
    const { reloads, reported, warmed, pools, now, models } = await serving(["a", "b", "c"]);
    await install("b", "b", "Apache-2.0");
    await install("d");
    await remove("c");
    await reloads.ask();
    expect(now()).toEqual({ ...QUIET, ids: ["a", "b", "d"] });
    expect(warmed.toSorted()).toEqual(["b", "d"]);
    expect(models()[1]).not.toBe(pools[1]);
    expect(reported).toEqual(["gone c"]);
  });

  test("goes on with the model before where the new one cannot be used", async () => {
    await install("a");
    const { reloads, reported, pools, now, models } = await serving(["a"], ["a", "b"]);
    await install("a", "a", "Apache-2.0");
    await install("b");
    await reloads.ask();
    expect(now()).toEqual({
      ids: ["a"],
      leftOut: [],
      names: {},
      warnings: ["a", "b"].map((id) => `The new model ${id} cannot be used; the log says why.`),
    });
    expect(models()[0]).toBe(pools[0]);
    expect(reported).toEqual(["broken a: a does not fit", "broken b: b does not fit"]);
  });

  test("keeps a model whose folder cannot be read any more, and leaves out others", async () => {
    await install("a");
    const { reloads, reported, now } = await serving(["a"]);
    await writeFile(path.join(home, "a", "model.json"), "{");
    await install("b", "B!");
    await mkdir(path.join(home, "empty"));
    await reloads.ask();
    expect(now()).toEqual({ ...QUIET, ids: ["a"], leftOut: ["a", "b"] });
    expect(reported).toEqual([
      "stray empty: has no model.json (ENOENT) and is left out",
      expect.stringMatching(/^broken a: a\/model\.json: is not JSON /),
      expect.stringMatching(/^broken b: b\/model\.json: id /),
    ]);
  });

  test("keeps a model that is gone as long as a name leads to it", async () => {
    for (const name of ["a", "b", "c", "d"]) await install(name);
    const { reloads, reported, now } = await serving(["a", "b", "c", "d"]);
    const names = { names: { "tts-1": "b" }, defaults: { synthesis: "c" } };
    await nameModels(names);
    await reloads.ask();
    expect(now()).toEqual({ ...QUIET, ids: ["a", "b", "c", "d"], names });
    for (const name of ["b", "c", "d"]) await remove(name);
    await reloads.ask();
    expect(now()).toMatchObject({ ids: ["a", "b", "c"], names });
    expect(reported.at(-1)).toBe("gone d");
  });
});

describe("what cannot be taken over", () => {
  test("are names that lead nowhere, or cannot be read: those before stay", async () => {
    await install("a");
    const names = { names: { "tts-1": "a" } };
    await nameModels(names);
    const { reloads, reported, now } = await serving(["a"]);
    const warnings = ["models.json was not taken over; the log says why."];
    await nameModels({ names: { "tts-1": "b" } });
    await reloads.ask();
    expect(now()).toEqual({ ids: ["a"], leftOut: [], warnings, names });
    await writeFile(path.join(home, "models.json"), "{");
    await reloads.ask();
    expect(now()).toEqual({ ids: ["a"], leftOut: [], warnings, names });
    expect(reported).toEqual([
      'names models.json: names.tts-1 is "b", which is no model; there are: a',
      expect.stringMatching(/^names models\.json: is not JSON /),
    ]);
  });

  test("is a folder without models, or none at all: the models before stay", async () => {
    await install("a");
    const { reloads, reported, now } = await serving(["a"]);
    await remove("a");
    await reloads.ask();
    const warnings = ["The models folder was not taken over; the log says why."];
    expect(now()).toEqual({ ...QUIET, ids: ["a"], warnings });
    await rm(home, { recursive: true });
    await reloads.ask();
    expect(now()).toEqual({ ...QUIET, ids: ["a"], warnings });
    await mkdir(home);
    expect(reported).toEqual([
      "reload models: has no model",
      expect.stringMatching(/^reload models: the folder of models cannot be read \(ENOENT\)/),
    ]);
  });
});

test("those who ask while a reload runs share the next one, which sees what came meanwhile", async () => {
  await install("a");
  const { reloads, served, now } = await serving(["a"]);
  const first = reloads.ask();
  // The first one begins in the next turn, and with it the one after it can be asked for.
  await Promise.resolve();
  const second = reloads.ask();
  const third = reloads.ask();
  expect(third).toBe(second);
  expect(second).not.toBe(first);
  await install("b");
  await Promise.all([first, second, third]);
  expect(served).toHaveLength(2);
  expect(now().ids).toEqual(["a", "b"]);
});
