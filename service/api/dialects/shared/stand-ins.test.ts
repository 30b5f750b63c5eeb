import { expect, test } from "vitest";
import type { Engine } from "../../../engine/engine.ts";
import { synthesizerFor, transcriberFor, voiceFor } from "./stand-ins.ts";

const model = {
  voices: [
    { name: "emre", gender: "male" },
    { name: "ayla", gender: "female" },
    { name: "murat", gender: "male" },
  ],
} as unknown as Parameters<typeof voiceFor>[2];

test("a vendor's voice is spoken by one of the same gender", () => {
  expect(voiceFor("deepgram", "aura-2-thalia-en", model)).toBe("ayla");
  expect(["emre", "murat"]).toContain(voiceFor("deepgram", "aura-2-apollo-en", model));
});

test("names of the model, and names that nobody knows, stay as they are", () => {
  expect(voiceFor("deepgram", "murat", model)).toBe("murat");
  expect(voiceFor("deepgram", "aura-2-nobody-en", model)).toBe("aura-2-nobody-en");
});

test.each(["thalia", "aura-thalia-en", "aura-2-thalia-en", "aura-2-thalia"])(
  "%s is the vendor's voice thalia",
  (name) => {
    expect(voiceFor("deepgram", name, model)).toBe("ayla");
  },
);

test("a vendor's voices of one gender are spoken by the model's voices in turn", () => {
  // The first three men of the vendor.
  expect(["angus", "apollo", "arcas"].map((name) => voiceFor("deepgram", name, model))).toEqual([
    "emre",
    "murat",
    "emre",
  ]);
});

test("a voice is spoken by one of another gender where the model has no other", () => {
  const women = { voices: model.voices.filter(({ gender }) => gender === "female") };
  expect(voiceFor("deepgram", "apollo", women)).toBe("ayla");
  expect(voiceFor("deepgram", "apollo", { voices: [] })).toBe("apollo");
});

test.each([
  [undefined, undefined],
  ["eleven_v3", undefined],
  ["synth-v1", "synth-v1"],
])("the synthesis model %s is %s", (name, own) => {
  expect(synthesizerFor(name)).toBe(own);
});

/** An engine with the models a, which is the default one, and b. */
const engine = {
  named: (_: string, name: string) => (["a", "b"].includes(name) ? { id: name } : undefined),
  namesOf: () => ["a", "b"],
  defaultOf: () => ({ id: "a" }),
} as unknown as Engine;

test.each([
  [undefined, "a"],
  ["b", "b"],
  ["nova-3", "a"],
  ["nova-2-phonecall", "a"],
  ["whisper-large", "a"],
])("the transcription model %s is %s", (name, id) => {
  expect(transcriberFor("deepgram", name, engine).id).toBe(id);
});

test.each(["supernova-3", "novas", "nova3", ""])(
  "the transcription model %j is refused, with those that there are",
  (name) => {
    const ask = () => transcriberFor("deepgram", name, engine, "model_id");
    expect(ask).toThrow(
      expect.objectContaining({
        code: "model_not_found",
        param: "model_id",
        message: `The model "${name}" does not exist; there are a, b, nova-3, nova-2, nova, enhanced, base, whisper.`,
      }),
    );
  },
);

test("a vendor's model is waited for where there is none yet", () => {
  const empty = { named: () => undefined, namesOf: () => ["a", "b"], defaultOf: () => undefined };
  expect(() => transcriberFor("deepgram", "nova-3", empty as unknown as Engine)).toThrow(
    expect.objectContaining({ code: "model_loading" }),
  );
});
