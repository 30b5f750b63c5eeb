import { expect, test } from "vitest";
import type { Engine } from "../../engine/engine.ts";
import { offeredVoices } from "./built-in-voices.ts";

const modelOf = (id: string, ...names: readonly string[]) => ({
  id,
  voices: names.map((name) => ({ name })),
});

test("each voice is there once, those of the default model first", () => {
  const [first, standard] = [
    modelOf("synth-v1", "ayla", "emre"),
    modelOf("synth-v2", "can", "ayla"),
  ];
  const engine = { ofTask: () => [first, standard], defaultOf: () => standard };
  const offered = offeredVoices(engine as unknown as Engine);
  expect(offered.map(({ voice, models }) => [voice.name, models.map(({ id }) => id)])).toEqual([
    ["can", ["synth-v2"]],
    ["ayla", ["synth-v2", "synth-v1"]],
    ["emre", ["synth-v1"]],
  ]);
});
