import foreign from "../../../contract/dialects/foreign-names.json" with { type: "json" };
import type { Engine } from "../../../engine/engine.ts";
import type { ModelPool } from "../../../engine/pool/pool.ts";
import type { Gender } from "../../../engine/model/model.ts";
import { modelLoading } from "../../../engine/admission/engine-error.ts";
import { ApiError } from "../../../contract/errors.ts";
import { TRANSCRIPTION_MODEL_ID } from "../../../contract/transcriptions.ts";

type Vendor = keyof typeof foreign;

/**
 * Returns the transcription model for a vendor's name or one of the service's own; throws ApiError, or EngineError
 * (model_loading).
 */
export function transcriberFor(
  vendor: Vendor,
  name: string | undefined,
  engine: Engine,
  field = "model",
): ModelPool {
  const own = name === undefined ? undefined : engine.named("transcription", name);
  if (own !== undefined) return own;
  const { transcription: known } = foreign[vendor];
  // Variants of a model append a name to it, like nova-2-phonecall.
  if (name !== undefined && !known.some((one) => name === one || name.startsWith(`${one}-`))) {
    const all = [...engine.namesOf("transcription"), ...known].join(", ");
    const message = `The model ${JSON.stringify(name)} does not exist; there are ${all}.`;
    throw new ApiError("model_not_found", message, field);
  }
  const standard = engine.defaultOf("transcription");
  if (standard === undefined) throw modelLoading(TRANSCRIPTION_MODEL_ID);
  return standard;
}

/** Returns the service's name of a synthesis model; undefined, which means the default model, for a vendor's name. */
export function synthesizerFor(name: string | undefined): string | undefined {
  const isForeign = name !== undefined && foreign.elevenlabs.synthesis.includes(name);
  return isForeign ? undefined : name;
}

/** Returns a voice of the same gender in place of a vendor's; any other name is returned as it is. */
export function voiceFor(vendor: Vendor, name: string, model: Pick<ModelPool, "voices">): string {
  if (model.voices.some((voice) => voice.name === name)) return name;
  const voices: Readonly<Record<string, string>> = foreign[vendor].voices;
  const known = vendor === "deepgram" ? auraName(name) : name;
  if (!Object.hasOwn(voices, known)) return name;
  const gender = voices[known] as Gender;
  const alike = model.voices.filter((voice) => voice.gender === gender);
  const choices = alike.length > 0 ? alike : model.voices;
  const place = Object.keys(voices)
    .filter((other) => voices[other] === gender)
    .indexOf(known);
  return choices[place % choices.length]?.name ?? name;
}

/** Returns the voice within a name such as aura-2-thalia-en, aura-asteria-en or thalia. */
function auraName(name: string): string {
  return /^(?:aura-(?:2-)?)?(\w+?)(?:-[a-z]{2})?$/.exec(name)?.[1] ?? name;
}
