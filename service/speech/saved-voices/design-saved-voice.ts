import { ApiError } from "../../contract/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { designVoice } from "../voice/read-voice.ts";
import { voiceSpaceOf, type DesignedVoice } from "./saved-voice.ts";

/** Designs a voice from a description, for the model that new voices are saved for; throws ApiError where none can. */
export function designSavedVoice(description: string, engine: Engine): DesignedVoice {
  const pools = [engine.defaultOf("synthesis"), ...engine.ofTask("synthesis")];
  const able = pools.find((pool) => pool?.can("designed_voices"));
  if (able === undefined) {
    const message = "There is no model that can design a voice.";
    throw new ApiError("unsupported_field", message, "voice_description");
  }
  const { speaker, manner } = designVoice(description);
  const { kind: _kind, ...person } = speaker;
  return {
    model: able.id,
    voiceSpace: voiceSpaceOf(able),
    design: { description, speaker: person, manner },
  };
}
