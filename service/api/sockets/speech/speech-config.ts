import type { Engine } from "../../../engine/engine.ts";
import type { ModelPool } from "../../../engine/pool/pool.ts";
import { read } from "../../../contract/read.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { Sent } from "../../../contract/schema.ts";
import { SpeechConfigFields } from "../../../contract/sockets/speech-stream.ts";
import {
  findSpeechModel,
  parseSpeechRequest,
  type SpeechRequest,
} from "../../../speech/speech-request.ts";
import type { SpeechSources } from "../../../speech/speak.ts";

type FrameFields = Readonly<Record<string, unknown>>;

/** Fields of a speech request that a config does not accept, with the advice for the error message. */
const FOREIGN_FIELDS: Readonly<Record<string, string>> = {
  input: "is sent with text.append",
  stream_format: "is not taken here: the audio comes in binary frames",
  reference_audio: "is not taken here: save the voice, and name it",
  consent: "is not taken here: save the voice, and name it",
};

/** A text, and a document, with which the other fields of a config are read. */
const ANY_TEXT = "a";

export interface SpeechConfig {
  /** All fields that configs have set so far. */
  readonly named: FrameFields;
  readonly fields: Sent<typeof SpeechConfigFields>;
  readonly model: ModelPool;
  readonly output: SpeechRequest["output"];
  readonly voice: SpeechRequest["voice"];
}

/** Reads a config, whose fields are added to those of an `earlier` one or replace them; throws ApiError or EngineError. */
export function parseSpeechConfig(
  given: FrameFields,
  earlier: SpeechConfig | undefined,
  engine: Engine,
): SpeechConfig {
  const foreign = Object.keys(given).find((name) => Object.hasOwn(FOREIGN_FIELDS, name));
  if (foreign !== undefined) {
    throw new ApiError("invalid_request", `${foreign} ${FOREIGN_FIELDS[foreign]}.`, foreign);
  }
  const changed = Object.entries(given).filter(([, value]) => value !== null);
  const named = { ...earlier?.named, ...Object.fromEntries(changed) };
  const fields = read(SpeechConfigFields, named);
  const model = findSpeechModel(fields, engine);
  const { output, voice } = speechRequestOf(ANY_TEXT, { fields, model });
  return { named, fields, model, output, voice };
}

/** Returns the config for the model that serves now, if another has replaced its own; throws ApiError or EngineError. */
export function currentConfig(config: SpeechConfig, engine: Engine): SpeechConfig {
  return engine.models.includes(config.model) ? config : parseSpeechConfig({}, config, engine);
}

/** Rejects with ApiError or StoreUnavailable when a config names a saved voice that cannot be used. */
export async function requireVoice(
  { voice: { speaker }, model }: SpeechConfig,
  sources: SpeechSources,
): Promise<void> {
  if (speaker.kind === "saved") await sources.findSavedVoice(speaker.voiceId, model);
}

/** Returns the request that begins an utterance: its text, without the direction that it may begin with; throws ApiError. */
export function speechRequestOf(
  input: string,
  { fields, model }: Pick<SpeechConfig, "fields" | "model">,
): SpeechRequest {
  const sent = { ...fields, input, stream_format: "audio" } as const;
  const request = parseSpeechRequest({ fields: sent, referenceFile: undefined }, model);
  if (fields.sample_rate !== undefined) return request;
  // The socket reports the sample rate, so the default can be the model's.
  return { ...request, output: { ...request.output, sampleRate: model.sampleRate } };
}
