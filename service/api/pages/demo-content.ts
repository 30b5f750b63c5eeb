import { LIMITS } from "../../contract/limits.ts";
import type { Engine } from "../../engine/engine.ts";
import type { DemoContent } from "../../web/demo/frame/content.ts";

/** Returns what the page of demos shows of the models and limits of this service. */
export function demoContent(engine: Engine): DemoContent {
  const standard = engine.defaultOf("synthesis");
  const others = engine.ofTask("synthesis").filter((model) => model !== standard);
  return {
    page: "demo",
    models: (standard === undefined ? [] : [standard, ...others]).map((model) => ({
      id: model.id,
      sampleRate: model.manifest.sample_rate,
      // It is loaded when its voices are known.
      designs: model.can("designed_voices") && model.voices.length > 0,
      voices: model.voices.map(({ name, gender, age }) => ({ name, gender, age })),
    })),
    limits: {
      uploadBytes: LIMITS.uploadBytes,
      inputCharacters: LIMITS.inputCharacters,
      directionCharacters: LIMITS.directionCharacters,
    },
  };
}
