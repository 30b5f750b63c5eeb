/** What a speech request says of the voice: who speaks, and how. */

import { LIMITS } from "../contract/limits.ts";
import type { Recording } from "../engine/audio/decoding/open-audio.ts";
import type { Capability } from "../engine/model/manifest.ts";
import type { Manner, Speaker } from "../engine/model/model.ts";
import type { ErrorName } from "../contract/errors.ts";
import { Refusal } from "../contract/refusal.ts";
import { codePoints, type SentSpeechRequest, type SpeechFields } from "./speech-request-fields.ts";
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

/** The fields that not every model takes, and what it has to be capable of. */
const CAPABILITY_OF_FIELD: Readonly<Record<string, Capability>> = {
  voice_description: "designed_voices",
  instructions: "directed_delivery",
  [REFERENCE_FIELD]: "cloned_voices",
  consent: "cloned_voices",
};
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

/** Reads what a request says of the voice; throws Refusal. */
export function parseVoice(
  { fields, referenceFile }: SentSpeechRequest,
  direction: string | undefined,
  model: VoiceModel,
): RequestedVoice {
  const hasReference = referenceFile !== undefined || fields[REFERENCE_FIELD] !== undefined;
  checkCapabilities(fields, hasReference, model);
  checkConflicts(fields, hasReference, direction);
  checkDirection(direction, "invalid_instructions", "input", "The leading (…) of input");
  const instructions = directionField(fields, "instructions", "invalid_instructions");
  const description = directionField(fields, "voice_description", "invalid_voice_description");
  const delivery = readVoice(instructions ?? direction ?? "", "delivery");
  if (description !== undefined) {
    const { speaker, manner, ignored } = designVoice(description);
    return {
      speaker,
      manner: blendManners([wholly(manner), wholly(delivery.manner)]),
      ignoredWords: [...new Set([...ignored, ...delivery.ignored])],
    };
  }
  const speaker = hasReference
    ? recordedSpeaker(fields, referenceFile, model)
    : namedSpeaker(fields, model);
  return { speaker, manner: delivery.manner, ignoredWords: delivery.ignored };
}

function wholly(manner: Manner) {
  return { trait: manner, degree: 1 };
}

function checkCapabilities(fields: SpeechFields, hasReference: boolean, model: VoiceModel): void {
  const isSent = (name: string) =>
    fields[name] !== undefined || (name === REFERENCE_FIELD && hasReference);
  const refused = Object.entries(CAPABILITY_OF_FIELD).find(
    ([field, capability]) => isSent(field) && !model.can(capability),
  );
  if (refused !== undefined) throw unsupported(model, refused[0], refused[0]);
  if (isSaved(voiceName(fields)) && !model.can("cloned_voices"))
    throw unsupported(model, "saved voices", "voice");
}

function unsupported({ id }: VoiceModel, what: string, field: string): Refusal {
  return new Refusal("unsupported_field", `${id} does not support ${what}.`, field);
}

function checkConflicts(
  fields: SpeechFields,
  hasReference: boolean,
  direction: string | undefined,
): void {
  const conflict = (one: string, other: string) =>
    new Refusal("conflicting_fields", `${one} cannot be combined with ${other}.`, one);
  if (isFilled(fields["voice_description"])) {
    if (isFilled(fields["instructions"])) throw conflict("voice_description", "instructions");
    if (hasReference) throw conflict("voice_description", REFERENCE_FIELD);
  }
  if (isFilled(fields["instructions"]) && direction !== undefined) {
    throw conflict("instructions", "a leading (…) in input");
  }
}

/** A blank text is sent by forms for what was left out. */
function isFilled(value: unknown): boolean {
  return typeof value === "string" ? value.trim() !== "" : value !== undefined;
}

/** Reads a description or instructions; undefined when there are none. */
function directionField(fields: SpeechFields, name: string, code: ErrorName): string | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  checkDirection(value, code, name, name);
  return typeof value === "string" && isFilled(value) ? value : undefined;
}

function checkDirection(value: unknown, code: ErrorName, param: string, what: string): void {
  if (value === undefined) return;
  const most = LIMITS.directionCharacters;
  if (typeof value === "string" && codePoints(value) <= most && !/[()]/.test(value)) return;
  const message = `${what} has to be a text of at most ${most} characters without parentheses.`;
  throw new Refusal(code, message, param);
}

function recordedSpeaker(
  fields: SpeechFields,
  file: Recording | undefined,
  model: VoiceModel,
): RequestedSpeaker {
  const { voiceSpaceRate: sampleRate } = model;
  if (sampleRate === undefined) throw unsupported(model, REFERENCE_FIELD, REFERENCE_FIELD);
  return { kind: "recording", recording: consentedRecording(fields, file), sampleRate };
}

/** The recording of a voice whose speaker has agreed; throws Refusal. */
export function consentedRecording(fields: SpeechFields, file: Recording | undefined): Recording {
  if (fields["consent"] !== true) {
    throw new Refusal(
      "consent_required",
      "A recording of a voice has to come with consent: true, which says that its speaker agrees.",
      "consent",
    );
  }
  return file ?? parseReferenceAudio(fields[REFERENCE_FIELD]);
}

function namedSpeaker(fields: SpeechFields, model: VoiceModel): RequestedSpeaker {
  const name = voiceName(fields);
  if (name === undefined) {
    throw new Refusal("invalid_request", "voice has to be the name of a voice.", "voice");
  }
  if (isSaved(name)) return { kind: "saved", voiceId: name };
  if (model.voices.includes(name)) return { kind: "built-in", name };
  throw new Refusal(
    "unknown_voice",
    `${model.id} has no voice "${name}"; there are ${model.voices.join(", ")}.`,
    "voice",
  );
}

/** The voice by its name, or as `{"id": name}`. */
function voiceName({ voice }: SpeechFields): string | undefined {
  if (typeof voice === "string") return voice;
  if (typeof voice !== "object" || voice === null) return undefined;
  const { id } = voice as { readonly id?: unknown };
  return typeof id === "string" ? id : undefined;
}

function isSaved(name: string | undefined): boolean {
  return name?.startsWith(SAVED_VOICE_PREFIX) === true;
}
