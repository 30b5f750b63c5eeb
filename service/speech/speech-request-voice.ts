/** What a speech request says of the voice: who speaks, and how. */

import { LIMITS } from "../contract/limits.ts";
import type { Recording } from "../engine/audio/decoding/open-audio.ts";
import type { Capability } from "../engine/model/manifest.ts";
import type { Manner, Speaker } from "../engine/model/model.ts";
import { ApiError } from "../contract/errors.ts";
import { codePoints, type Sent } from "../contract/schema.ts";
import type { SpeechRequestBody } from "../contract/speech.ts";
import { designVoice } from "./voice/designed-voice.ts";
import { blendManners } from "./voice/manner-blend.ts";
import { readVoice } from "./voice/read-voice.ts";
import { parseReferenceAudio, REFERENCE_FIELD } from "./voice/reference-audio.ts";

/** What of a synthesis model decides about voices. */
export interface VoiceModel {
  readonly id: string;
  readonly voices: readonly string[];
  can(capability: Capability): boolean;
  /** Samples per second of recordings that it can clone; undefined when it cannot. */
  readonly voiceSpaceRate: number | undefined;
}

/** Whose voice a request asks for; a recording has yet to be heard, and a saved voice to be found. */
export type RequestedSpeaker =
  | Speaker
  | {
      readonly kind: "recording";
      readonly recording: Recording;
      /** Hertz in which the model wants to hear it. */
      readonly sampleRate: number;
    }
  | { readonly kind: "saved"; readonly voiceId: string };

/** Who speaks, how, and which words of the request say nothing of either. */
export interface RequestedVoice {
  readonly speaker: RequestedSpeaker;
  readonly manner: Manner;
  readonly ignoredWords: readonly string[];
}

type Fields = Sent<typeof SpeechRequestBody>;

/** What a request says of the voice. */
export interface VoiceFields {
  readonly voice: Fields["voice"];
  readonly voice_description: string | undefined;
  readonly instructions: string | undefined;
  /** A file, or base64. */
  readonly recording: Recording | string | undefined;
  readonly consent: boolean | undefined;
}

/** The fields that not every model takes, and what it has to be capable of. */
const CAPABILITY_OF_FIELD = [
  ["voice_description", "voice_description", "designed_voices"],
  ["instructions", "instructions", "directed_delivery"],
  ["recording", REFERENCE_FIELD, "cloned_voices"],
  ["consent", "consent", "cloned_voices"],
] as const satisfies readonly (readonly [keyof VoiceFields, string, Capability])[];
const SAVED_VOICE_PREFIX = "voice_";

/** An input without the direction that it began with. */
export interface DirectedInput {
  readonly text: string;
  /** What stood in parentheses; undefined when there were none. */
  readonly direction: string | undefined;
}

/** Parts an input from a leading `(…)`, which a model without directed delivery speaks like any other text. */
export function directedInput(input: string, model: VoiceModel): DirectedInput {
  const leading = model.can("directed_delivery") ? /^\s*\(([^)]*)\)/u.exec(input) : null;
  if (leading === null) return { text: input, direction: undefined };
  return { text: input.slice(leading[0].length), direction: leading[1] };
}

/** Reads what a request says of the voice; throws ApiError. */
export function parseVoice(
  fields: VoiceFields,
  direction: string | undefined,
  model: VoiceModel,
): RequestedVoice {
  checkCapabilities(fields, model);
  checkConflicts(fields, direction);
  checkDirection(direction);
  const instructions = filled(fields.instructions);
  const description = filled(fields.voice_description);
  const delivery = readVoice(instructions ?? direction ?? "", "delivery");
  if (description !== undefined) {
    const { speaker, manner, ignored } = designVoice(description);
    return {
      speaker,
      manner: blendManners([wholly(manner), wholly(delivery.manner)]),
      ignoredWords: [...new Set([...ignored, ...delivery.ignored])],
    };
  }
  const speaker =
    fields.recording === undefined ? namedSpeaker(fields, model) : recordedSpeaker(fields, model);
  return { speaker, manner: delivery.manner, ignoredWords: delivery.ignored };
}

function wholly(manner: Manner) {
  return { trait: manner, degree: 1 };
}

function checkCapabilities(fields: VoiceFields, model: VoiceModel): void {
  for (const [name, field, capability] of CAPABILITY_OF_FIELD) {
    if (fields[name] !== undefined && !model.can(capability)) {
      throw unsupported(model, field, field);
    }
  }
  if (isSaved(voiceName(fields)) && !model.can("cloned_voices")) {
    throw unsupported(model, "saved voices", "voice");
  }
}

function unsupported({ id }: VoiceModel, what: string, field: string): ApiError {
  return new ApiError("unsupported_field", `${id} does not support ${what}.`, field);
}

function checkConflicts(fields: VoiceFields, direction: string | undefined): void {
  const conflict = (one: string, other: string) =>
    new ApiError("conflicting_fields", `${one} cannot be combined with ${other}.`, one);
  const instructions = filled(fields.instructions);
  if (filled(fields.voice_description) !== undefined) {
    if (instructions !== undefined) throw conflict("voice_description", "instructions");
    if (fields.recording !== undefined) throw conflict("voice_description", REFERENCE_FIELD);
  }
  if (instructions !== undefined && direction !== undefined) {
    throw conflict("instructions", "a leading (…) in input");
  }
}

/** A blank text is sent by forms for what was left out. */
function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text;
}

/** Holds a direction within the input to what instructions may be. */
function checkDirection(direction: string | undefined): void {
  if (direction === undefined) return;
  const most = LIMITS.directionCharacters;
  if (codePoints(direction) <= most && !/[()]/.test(direction)) return;
  const message = `The leading (…) of input has to be a string of at most ${most} characters without parentheses.`;
  throw new ApiError("invalid_instructions", message, "input");
}

function recordedSpeaker({ consent, recording }: VoiceFields, model: VoiceModel): RequestedSpeaker {
  const { voiceSpaceRate: sampleRate } = model;
  if (sampleRate === undefined) throw unsupported(model, REFERENCE_FIELD, REFERENCE_FIELD);
  return { kind: "recording", recording: consentedRecording(consent, recording), sampleRate };
}

/** The recording of a voice whose speaker has agreed, from a file or base64; throws ApiError. */
export function consentedRecording(
  consent: boolean | undefined,
  recording: Recording | string | undefined,
): Recording {
  if (consent !== true) {
    throw new ApiError(
      "consent_required",
      "A recording of a voice has to come with consent: true, which says that its speaker agrees.",
      "consent",
    );
  }
  return typeof recording === "object" ? recording : parseReferenceAudio(recording);
}

function namedSpeaker(fields: VoiceFields, model: VoiceModel): RequestedSpeaker {
  const name = voiceName(fields);
  if (name === undefined) {
    throw new ApiError("invalid_request", "voice has to be the name of a voice.", "voice");
  }
  if (isSaved(name)) return { kind: "saved", voiceId: name };
  if (model.voices.includes(name)) return { kind: "built-in", name };
  throw new ApiError(
    "unknown_voice",
    `${model.id} has no voice "${name}"; there are ${model.voices.join(", ")}.`,
    "voice",
  );
}

/** The voice by its name, or as `{"id": name}`. */
function voiceName({ voice }: VoiceFields): string | undefined {
  return typeof voice === "object" ? voice.id : voice;
}

function isSaved(name: string | undefined): boolean {
  return name?.startsWith(SAVED_VOICE_PREFIX) === true;
}
