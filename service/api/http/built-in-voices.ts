import type { Engine } from "../../engine/engine.ts";
import type { BuiltInVoice } from "../../engine/model/model.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";

/** A built-in voice of one or more models. */
interface OfferedVoice {
  readonly voice: BuiltInVoice;
  /** The models that have the voice; the default model first if it is one of them. */
  readonly models: readonly [ModelPool, ...ModelPool[]];
}

/** Returns every built-in voice once, those of the default model first. */
export function offeredVoices(engine: Engine): readonly OfferedVoice[] {
  const standard = engine.defaultOf("synthesis");
  const ordered = engine
    .ofTask("synthesis")
    .toSorted((one, other) => Number(other === standard) - Number(one === standard));
  const speaking = ordered.flatMap((model) => model.voices.map((voice) => ({ voice, model })));
  const byName = Map.groupBy(speaking, ({ voice }) => voice.name);
  return [...byName.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ voice: first.voice, models: [first.model, ...others.map(({ model }) => model)] }],
  );
}
