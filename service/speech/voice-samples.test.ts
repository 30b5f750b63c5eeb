import { expect, test } from "vitest";
import type { AudioEncoder } from "../engine/audio/encoding/audio-encoder.ts";
import { EngineError } from "../engine/admission/engine-error.ts";
import type { ModelPool } from "../engine/pool/pool.ts";
import { sampleTag, VoiceSamples } from "./voice-samples.ts";

/** A model that admits nobody, and counts who admissions. */
function busyModel() {
  const admissions: string[] = [];
  const model = {
    admit: async () => {
      admissions.push("admit");
      throw new EngineError("server_busy", "busy");
    },
  };
  return { model: model as unknown as ModelPool, admissions };
}

test("a sample that could not be made is tried again, by whoever asks next", async () => {
  const { model, admissions } = busyModel();
  const samples = new VoiceSamples({} as AudioEncoder);
  const together = [samples.find(model, "ayla"), samples.find(model, "ayla")];
  for (const one of together) await expect(one).rejects.toThrow(EngineError);
  expect(admissions).toHaveLength(1);
  await expect(samples.find(model, "ayla")).rejects.toThrow(EngineError);
  expect(admissions).toHaveLength(2);
  // One after the other, each in its turn.
  await expect(samples.find(model, "deniz")).rejects.toThrow(EngineError);
  expect(admissions).toHaveLength(3);
});

test("the tag of samples changes with the model", () => {
  const tagOf = (manifest: object) => sampleTag({ manifest } as Pick<ModelPool, "manifest">);
  expect(tagOf({ id: "a" })).toMatch(/^[0-9a-f]{16}$/);
  expect(tagOf({ id: "a" })).toBe(tagOf({ id: "a" }));
  expect(tagOf({ id: "a" })).not.toBe(tagOf({ id: "b" }));
});
