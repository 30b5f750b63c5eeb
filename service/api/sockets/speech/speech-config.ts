import type { Engine } from "../../../engine/engine.ts";
import { ApiError } from "../../../contract/errors.ts";
import { findLoadedSpeechModel, type LoadedSpeechModel } from "../../../speech/speak.ts";
import { fieldsOfJson, type SpeechFields } from "../../../speech/speech-request-fields.ts";
import { parseSpeechRequest, type SpeechRequest } from "../../../speech/speech-request.ts";
import type { FrameFields } from "../frame.ts";

/** Audio that needs no decoder, so that every frame can be played as it comes. */
const DEFAULT_FORMAT = "pcm";
/** Fields of a request for speech that mean nothing here, and what is meant instead. */
const FOREIGN_FIELDS: Readonly<Record<string, string>> = {
  input: "is sent with text.append",
  stream_format: "is not taken here: the audio comes in binary frames",
  reference_audio: "is not taken here: save the voice, and name it",
  consent: "is not taken here: save the voice, and name it",
};

/** How a session speaks. */
export interface SpeechConfig {
  readonly fields: SpeechFields;
  readonly model: LoadedSpeechModel;
  readonly output: SpeechRequest<LoadedSpeechModel>["output"];
}

/** Reads a config, whose fields add to or replace those of an `earlier` one; throws Refusal, ApiError or EngineError. */
export function parseSpeechConfig(
  given: FrameFields,
  earlier: SpeechConfig | undefined,
  engine: Engine,
): SpeechConfig {
  const foreign = Object.keys(given).find((name) => Object.hasOwn(FOREIGN_FIELDS, name));
  if (foreign !== undefined) {
    const message = `${foreign} ${FOREIGN_FIELDS[foreign]}.`;
    throw new ApiError("invalid_request", { message, param: foreign });
  }
  const fields = { response_format: DEFAULT_FORMAT, ...earlier?.fields, ...fieldsOfJson(given) };
  const model = findLoadedSpeechModel(fields, engine);
  const { output } = parseText("a", fields, model);
  return { fields, model, output };
}

/** The request that begins an utterance: its text, without the direction that it may begin with; throws Refusal. */
export function speechRequestOf(
  text: string,
  { fields, model }: SpeechConfig,
): SpeechRequest<LoadedSpeechModel> {
  return parseText(text, fields, model);
}

function parseText(
  input: string,
  fields: SpeechFields,
  model: LoadedSpeechModel,
): SpeechRequest<LoadedSpeechModel> {
  return parseSpeechRequest({ fields: { ...fields, input }, referenceFile: undefined }, model);
}
