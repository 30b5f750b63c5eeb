import { expect, test } from "vitest";
import type { Engine } from "../../engine/engine.ts";
import { modelLoading } from "../../engine/admission/engine-error.ts";
import { cloningModel } from "./clone-voice.ts";
import { designSavedVoice } from "./design-saved-voice.ts";

interface Model {
  readonly id: string;
  readonly capabilities: readonly string[];
  readonly voiceSpaceRate?: number;
}

/** Returns an engine with synthesis models, the default one first. */
function engineOf(standard: Model | undefined, ...models: readonly Model[]): Engine {
  const pool = ({ id, capabilities, voiceSpaceRate }: Model) => ({
    id,
    voiceSpaceRate,
    manifest: { files: {}, sha256: {} },
    unready: modelLoading(id),
    can: (capability: string) => capabilities.includes(capability),
  });
  return {
    defaultOf: () => standard && pool(standard),
    ofTask: () => models.map(pool),
  } as unknown as Engine;
}

const plain = { id: "plain", capabilities: [] };
const able = (id: string) => ({
  id,
  capabilities: ["cloned_voices", "designed_voices"],
  voiceSpaceRate: 16_000,
});

test.each([
  [engineOf(able("a"), able("b"), able("a")), "a"],
  [engineOf(plain, plain, able("b"), able("c")), "b"],
  [engineOf(undefined, able("b")), "b"],
])(
  "voices are saved for the default model where that can, else for the first that can: %#",
  (engine, id) => {
    expect(cloningModel(engine).id).toBe(id);
    expect(designSavedVoice("yaşlı bir kadın", engine).model).toBe(id);
  },
);

test("no voice is cloned or designed where no model can", () => {
  const engine = engineOf(plain, plain);
  expect(() => cloningModel(engine)).toThrow(
    expect.objectContaining({
      code: "unsupported_field",
      param: "reference_audio",
      message: "There is no model that can clone a voice.",
    }),
  );
  expect(() => designSavedVoice("yaşlı bir kadın", engine)).toThrow(
    expect.objectContaining({
      code: "unsupported_field",
      param: "voice_description",
      message: "There is no model that can design a voice.",
    }),
  );
});

test("a model that is not ready yet is waited for", () => {
  const loading = { id: "a", capabilities: ["cloned_voices"] };
  expect(() => cloningModel(engineOf(loading, loading, able("b")))).toThrow(
    expect.objectContaining({ code: "model_loading", message: "The model a is starting." }),
  );
});
