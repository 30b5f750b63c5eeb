/** A request for speech: what to speak, with which model, in which voice, as which audio. */

import { ApiError } from "../contract/errors.ts";
import { codePoints, nothingLeft, type Sent } from "../contract/schema.ts";
import type { SpeechRequestBody } from "../contract/speech.ts";
import { AUDIO_FORMATS, type AudioFormatName } from "../engine/audio/encoding/audio-formats.ts";
import type { Recording } from "../engine/audio/decoding/open-audio.ts";
import {
  parseRequestedPronunciations,
  type RequestedPronunciations,
} from "./pronunciations/requested-pronunciations.ts";
import {
  directedInput,
  parseVoice,
  type RequestedVoice,
  type VoiceModel,
} from "./speech-request-voice.ts";

/** The fields of a request for speech. */
export type SpeechFields = Sent<typeof SpeechRequestBody>;

/** A speech request as it was sent. */
export interface SentSpeechRequest {
  readonly fields: SpeechFields;
  /** The cloning recording, where it came as a file. */
  readonly referenceFile: Recording | undefined;
}

/** What of a synthesis model decides about a request. */
export interface SpeechModel extends VoiceModel {
  /** Hertz. */
  readonly sampleRate: number;
}

/** How the audio of a speech request is sent. */
export interface SpeechOutput {
  readonly format: AudioFormatName;
  /** Hertz. */
  readonly sampleRate: number;
  /** `audio` is the audio itself, `sse` server-sent events that hold it piece by piece. */
  readonly transport: SpeechFields["stream_format"];
  /** Pace relative to the voice's own. */
  readonly speed: number;
}

/** A text to speak, with everything that was left out filled in. */
export interface SpeechRequest<Model extends SpeechModel> {
  readonly model: Model;
  /** What is spoken, without a leading `(…)`. */
  readonly text: string;
  /** How many code points the whole input has. */
  readonly characters: number;
  readonly pronunciations: RequestedPronunciations;
  readonly voice: RequestedVoice;
  readonly output: SpeechOutput;
}

/** Finds the model that a speech request names, or the default one; throws ApiError. */
export function findSpeechModel<Model extends SpeechModel>(
  { model: named }: Pick<SpeechFields, "model">,
  models: readonly Model[],
  defaultModel: Model | undefined,
): Model | undefined {
  if (named === undefined) return defaultModel;
  const found = models.find(({ id }) => id === named);
  if (found !== undefined) return found;
  const valid = models.map(({ id }) => id).join(", ");
  throw new ApiError(
    "unknown_model",
    `The model ${JSON.stringify(named)} does not exist; there are ${valid}.`,
    "model",
  );
}

/** Brings a speech request into what a model is to do; throws ApiError. */
export function parseSpeechRequest<Model extends SpeechModel>(
  { fields, referenceFile }: SentSpeechRequest,
  model: Model,
): SpeechRequest<Model> {
  const { model: _named, input, pronunciations, ...asked } = fields;
  const { response_format: format, stream_format: transport, speed, sample_rate, ...rest } = asked;
  const { voice, voice_description, instructions, reference_audio, consent, ...unread } = rest;
  nothingLeft(unread);
  const { text, direction } = directedInput(input, model);
  const recording = referenceFile ?? reference_audio;
  return {
    model,
    text,
    characters: codePoints(input),
    voice: parseVoice(
      { voice, voice_description, instructions, recording, consent },
      direction,
      model,
    ),
    pronunciations: parseRequestedPronunciations(pronunciations),
    output: {
      format,
      sampleRate: sample_rate === undefined ? model.sampleRate : rateWith(format, sample_rate),
      transport,
      speed,
    },
  };
}

/** The sample rate, where the format has it; throws ApiError. */
function rateWith(format: AudioFormatName, rate: number): number {
  const { sampleRates } = AUDIO_FORMATS[format];
  if (sampleRates.includes(rate)) return rate;
  const known = sampleRates.join(", ");
  throw new ApiError(
    "invalid_request",
    `sample_rate has to be one of ${known} with ${format}.`,
    "sample_rate",
  );
}
