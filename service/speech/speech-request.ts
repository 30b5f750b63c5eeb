/** A request for speech: what to speak, in which voice, as which audio. */

import { LIMITS } from "../contract/limits.ts";
import { ApiError } from "../contract/errors.ts";
import { isOpenAiName, openAiVoices } from "../contract/openai-names.ts";
import { codePoints } from "#schema-reader/code-points.ts";
import { nothingLeft, type Sent } from "../contract/schema.ts";
import { DEFAULT_SPEECH_MODEL_ID, type SpeechRequestBody } from "../contract/speech.ts";
import type { Recording } from "../engine/audio/decoding/open-audio.ts";
import {
  AUDIO_FORMATS,
  type AudioFormat,
  type AudioFormatName,
} from "../engine/audio/encoding/audio-formats.ts";
import type { BuiltInVoice, Manner, Speaker } from "../engine/model/model.ts";
import { modelLoading } from "../engine/admission/engine-error.ts";
import type { ModelPool } from "../engine/pool/pool.ts";
import { withoutMarkup } from "./normalize/markup.ts";
import {
  parseRequestedPronunciations,
  type RequestedPronunciations,
} from "./pronunciations/pronunciation-fields.ts";
import { asksTimes, type TimeGranularities } from "./speech-times.ts";
import { readSsml } from "./ssml/read-ssml.ts";
import type { Script } from "./ssml/script.ts";
import { bothManners } from "./voice/manner-blend.ts";
import { designVoice, readVoice } from "./voice/read-voice.ts";
import { consentedRecording, REFERENCE_FIELD } from "./voice/reference-recording.ts";

type SpeechFields = Sent<typeof SpeechRequestBody>;

/** A speech request as it was sent. */
export interface SentSpeechRequest {
  readonly fields: SpeechFields;
  readonly referenceFile: Recording | undefined;
}

/** The properties of a synthesis model that decide how a request is read. */
export interface SpeechModel extends Pick<
  ModelPool,
  "id" | "sampleRate" | "can" | "voiceSpaceRate" | "unready"
> {
  readonly voices: readonly Pick<BuiltInVoice, "name" | "gender">[];
}

/** Lookup of models by the names in requests, as an Engine does it. */
interface NamedSpeechModels<Model> {
  defaultOf(task: "synthesis"): Model | undefined;
  named(task: "synthesis", name: string): Model | undefined;
  namesOf(task: "synthesis"): readonly string[];
}

/** The requested voice; a recording is not decoded yet, and a saved voice not looked up. */
export type RequestedSpeaker =
  | Speaker
  | {
      readonly kind: "recording";
      readonly recording: Recording;
      /** The sample rate in Hz at which the model needs it. */
      readonly sampleRate: number;
    }
  | { readonly kind: "saved"; readonly voiceId: string };

/** A text to speak, with defaults for omitted fields. */
export interface SpeechRequest {
  /** The text to speak, without markup and a leading `(…)`. */
  readonly text: string;
  /** How the text of an SSML document is spoken; undefined for another text. */
  readonly script: Script | undefined;
  /** How many code points the input has without its markup. */
  readonly characters: number;
  /** Whether the input had markup. */
  readonly hadMarkup: boolean;
  readonly pronunciations: RequestedPronunciations;
  /** The speaker, the manner, and the words of the request that had no effect on either. */
  readonly voice: {
    readonly speaker: RequestedSpeaker;
    readonly manner: Manner;
    readonly ignoredWords: readonly string[];
  };
  readonly output: {
    readonly format: AudioFormatName;
    readonly sampleRate: number;
    /** `audio` is the audio itself, `sse` events that hold it piece by piece, `json` a document that holds all of it. */
    readonly transport: SpeechFields["stream_format"];
    readonly times: TimeGranularities;
    /** Pace relative to the voice's own. */
    readonly speed: number;
    /** Selects one of the ways in which the voice says a sentence; undefined for its default one. */
    readonly seed: number | undefined;
  };
}

/** Finds the model that a speech request names, or the default one; throws ApiError, or EngineError (model_loading). */
export function findSpeechModel<Model extends SpeechModel>(
  { model: named }: Pick<SpeechFields, "model">,
  models: NamedSpeechModels<Model>,
): Model {
  const found =
    named === undefined ? models.defaultOf("synthesis") : models.named("synthesis", named);
  if (named !== undefined && found === undefined) {
    const valid = models.namesOf("synthesis").join(", ");
    const message = `The model ${JSON.stringify(named)} does not exist; there are ${valid}.`;
    throw new ApiError("unknown_model", message, "model");
  }
  if (found === undefined) throw modelLoading(DEFAULT_SPEECH_MODEL_ID);
  if (found.voices.length === 0) throw found.unready;
  return found;
}

/** Parses a speech request for a model; throws ApiError. */
export function parseSpeechRequest(
  { fields, referenceFile }: SentSpeechRequest,
  model: SpeechModel,
): SpeechRequest {
  const { model: named, input, pronunciations, ...options } = fields;
  const { response_format: format, stream_format: transport, sample_rate, ...timed } = options;
  const { speed, seed, ...said } = timed;
  const { reference_audio, input_type, timestamp_granularities: times = [], ...voice } = said;
  const recording = referenceFile ?? reference_audio;
  const { direction, ...content } =
    input_type === "ssml" ? documentOf(input, speed, model) : textOf(input, model);
  return {
    ...content,
    voice: parseVoice({ ...voice, [REFERENCE_FIELD]: recording }, { direction, named }, model),
    pronunciations: parseRequestedPronunciations(pronunciations),
    output: {
      format,
      sampleRate:
        sample_rate === undefined ? defaultRate(format, model) : rateWith(format, sample_rate),
      transport,
      times: { words: times.includes("word"), characters: times.includes("character") },
      speed,
      seed,
    },
  };
}

/** Throws ApiError for a request over HTTP whose answer would have no place for the times that it asks for. */
export function checkTimes({ output: { transport, times } }: SpeechRequest): void {
  if (transport !== "audio" || !asksTimes(times)) return;
  const field = "timestamp_granularities";
  throw new ApiError("invalid_request", `${field} needs stream_format sse or json.`, field);
}

type Content = Pick<SpeechRequest, "text" | "script" | "characters" | "hadMarkup"> & {
  /** The content of a leading `(…)`. */
  readonly direction: string | undefined;
};

function textOf(input: string, model: SpeechModel): Content {
  const { text, hadMarkup } = withoutMarkup(input);
  const characters = codePoints(text);
  return { ...directedInput(text, model), script: undefined, characters, hadMarkup };
}

/** Reads an SSML document; one may begin with parentheses like any other text. */
function documentOf(input: string, speed: number, model: SpeechModel): Content {
  const hasMelody = model.can("directed_delivery");
  const script = readSsml(input, { speed, hasMelody, model: model.id });
  const { text } = script;
  return { text, script, characters: codePoints(text), hadMarkup: false, direction: undefined };
}

function defaultRate(format: AudioFormatName, model: SpeechModel): number {
  const { defaultSampleRate }: AudioFormat = AUDIO_FORMATS[format];
  return defaultSampleRate ?? model.sampleRate;
}

/** Returns the sample rate if the format supports it; otherwise throws ApiError. */
function rateWith(format: AudioFormatName, rate: number): number {
  const { sampleRates } = AUDIO_FORMATS[format];
  if (sampleRates.includes(rate)) return rate;
  const message = `sample_rate has to be one of ${sampleRates.join(", ")} with ${format}.`;
  throw new ApiError("invalid_request", message, "sample_rate");
}

/** Splits a leading `(…)` off an input; a model without directed delivery speaks it like any other text. */
function directedInput(input: string, model: SpeechModel) {
  const leading = model.can("directed_delivery") ? /^\s*\(([^)]*)\)/u.exec(input) : null;
  if (leading === null) return { text: input, direction: undefined };
  return { text: input.slice(leading[0].length), direction: leading[1] };
}

type VoiceFields = Pick<
  SpeechFields,
  "voice" | "voice_description" | "instructions" | "consent"
> & {
  /** A file, or base64. */
  readonly [REFERENCE_FIELD]: Recording | string | undefined;
};

/** The fields that not every model supports, with the capability that each requires. */
const CAPABILITY_OF_FIELD = {
  voice_description: "designed_voices",
  instructions: "directed_delivery",
  [REFERENCE_FIELD]: "cloned_voices",
  consent: "cloned_voices",
} as const;
const SAVED_VOICE_PREFIX = "voice_";

function parseVoice(
  fields: VoiceFields,
  {
    direction,
    named,
  }: { readonly direction: string | undefined; readonly named: string | undefined },
  model: SpeechModel,
): SpeechRequest["voice"] {
  const { voice, voice_description, instructions, consent, reference_audio, ...rest } = fields;
  nothingLeft(rest);
  const name = typeof voice === "object" ? voice.id : voice;
  const description = filled(voice_description);
  checkCapabilities(fields, name, model);
  checkConflicts(fields, direction);
  checkDirection(direction, "The leading (…) of input", "input");
  if (!isOpenAiName(named)) checkDirection(filled(instructions), "instructions", "instructions");
  const delivery = readVoice(filled(instructions) ?? direction ?? "", "delivery");
  if (description !== undefined) {
    const { speaker, manner, ignored } = designVoice(description);
    const ignoredWords = [...new Set([...ignored, ...delivery.ignored])];
    return { speaker, manner: bothManners(manner, delivery.manner), ignoredWords };
  }
  const speaker =
    reference_audio === undefined
      ? namedSpeaker(name, model)
      : recordedSpeaker(consent, reference_audio, model);
  return { speaker, manner: delivery.manner, ignoredWords: delivery.ignored };
}

function checkCapabilities(
  fields: VoiceFields,
  voiceName: string | undefined,
  model: SpeechModel,
): void {
  for (const field of Object.keys(CAPABILITY_OF_FIELD) as (keyof typeof CAPABILITY_OF_FIELD)[]) {
    if (fields[field] !== undefined && !model.can(CAPABILITY_OF_FIELD[field])) {
      throw unsupported(model, field, field);
    }
  }
  if (isSaved(voiceName) && !model.can("cloned_voices")) {
    throw unsupported(model, "saved voices", "voice");
  }
}

function unsupported({ id }: SpeechModel, what: string, field: string): ApiError {
  return new ApiError("unsupported_field", `${id} does not support ${what}.`, field);
}

function checkConflicts(fields: VoiceFields, direction: string | undefined): void {
  const conflict = (one: string, other: string) =>
    new ApiError("conflicting_fields", `${one} cannot be combined with ${other}.`, one);
  const instructions = filled(fields.instructions);
  if (filled(fields.voice_description) !== undefined) {
    if (instructions !== undefined) throw conflict("voice_description", "instructions");
    if (fields.reference_audio !== undefined) throw conflict("voice_description", REFERENCE_FIELD);
  }
  if (instructions !== undefined && direction !== undefined) {
    throw conflict("instructions", "a leading (…) in input");
  }
}

/** Returns undefined for a blank text, which forms send for an omitted field. */
function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text;
}

/** Throws ApiError for a direction, in the input or in `instructions`, that is too long or has parentheses. */
function checkDirection(direction = "", what: string, param: string): void {
  const max = LIMITS.directionCharacters;
  if (codePoints(direction) <= max && !/[()]/.test(direction)) return;
  const message = `${what} has to be a string of at most ${max} characters without parentheses.`;
  throw new ApiError("invalid_instructions", message, param);
}

function recordedSpeaker(
  consent: boolean | undefined,
  recording: Recording | string,
  model: SpeechModel,
): RequestedSpeaker {
  const { voiceSpaceRate: sampleRate } = model;
  if (sampleRate === undefined) throw unsupported(model, REFERENCE_FIELD, REFERENCE_FIELD);
  return { kind: "recording", recording: consentedRecording(consent, recording), sampleRate };
}

function namedSpeaker(name: string | undefined, { id, voices }: SpeechModel): RequestedSpeaker {
  if (name === undefined) {
    throw new ApiError("invalid_request", "voice has to be the name of a voice.", "voice");
  }
  if (isSaved(name)) return { kind: "saved", voiceId: name };
  const names = voices.map((voice) => voice.name);
  if (names.includes(name)) return { kind: "built-in", name };
  const { [name.toLowerCase()]: alike } = openAiVoices(voices);
  if (alike !== undefined) return { kind: "built-in", name: alike };
  const message = `${id} has no voice "${name}"; there are ${names.join(", ")}.`;
  throw new ApiError("unknown_voice", message, "voice");
}

function isSaved(name = ""): boolean {
  return name.startsWith(SAVED_VOICE_PREFIX);
}
