import { Type } from "typebox";
import { LIMITS } from "./limits.ts";
import { AGES, GENDERS } from "../engine/model/model.ts";
import { listOf, PAGE_QUERY, Timestamp } from "./lists.ts";
import type { Operation } from "./operation.ts";

const tag = "Voices";
const { referenceBytes, leastReferenceSeconds, mostReferenceSeconds } = LIMITS;
const RECORDING = `A recording of the voice: ${leastReferenceSeconds} to ${mostReferenceSeconds} seconds, at most ${referenceBytes / 1024 / 1024} MB, in any format that transcription takes.`;

/** A cloning recording within JSON. */
export const RecordingText = Type.String({
  contentEncoding: "base64",
  description: `${RECORDING} In base64, or a data URL.`,
});

/** A cloning recording as a file of a form. */
export const RecordingFile = Type.String({
  contentMediaType: "application/octet-stream",
  description: `${RECORDING} A file, or base64.`,
});

export const Consent = Type.Boolean({
  description: "Says that the speaker of the recording agrees; has to be true.",
});

const name = Type.String({ minLength: 1, maxLength: LIMITS.voiceNameCharacters });
const description = Type.String({ maxLength: LIMITS.voiceNoteCharacters });
const label = { name: Type.Optional(name), description: Type.Optional(description) };

/** A voice that an account cloned and saved. */
export const SavedVoiceBody = Type.Object({
  object: Type.Literal("voice"),
  id: Type.String({ pattern: "^voice_" }),
  name,
  type: Type.Literal("saved"),
  description,
  language: Type.String(),
  model: Type.String(),
  usable: Type.Boolean({
    description: "Whether the model still has the weights that the voice was saved for.",
  }),
  duration_seconds: Type.Number({ description: "Of the recording." }),
  consented_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** A voice that comes with a model. */
export const BuiltInVoiceBody = Type.Object({
  object: Type.Literal("voice"),
  id: Type.String(),
  name: Type.String(),
  type: Type.Literal("builtin"),
  model: Type.String(),
  language: Type.String(),
  gender: Type.String({ enum: [...GENDERS] }),
  age: Type.String({ enum: [...AGES] }),
});

const VoiceList = listOf(Type.Union([SavedVoiceBody, BuiltInVoiceBody]));
const VoiceDeleted = Type.Object({
  id: Type.String(),
  object: Type.Literal("voice.deleted"),
  deleted: Type.Literal(true),
});
const pathParameters = { id: Type.String({ description: "The id of a saved voice." }) };

export const voiceSchemas = { SavedVoice: SavedVoiceBody, BuiltInVoice: BuiltInVoiceBody };

export const voiceOperations: readonly Operation[] = [
  {
    method: "post",
    path: "/v1/voices",
    id: "createVoice",
    tag,
    summary: "Clone and save a voice",
    description:
      "Keeps the voice and who consented when, not the recording. The recording's field may be called audio_sample or file as well.",
    access: "account",
    counted: "work",
    isRepeatable: true,
    body: {
      "multipart/form-data": Type.Object({
        reference_audio: RecordingFile,
        consent: Consent,
        ...label,
      }),
      "application/json": Type.Object({
        reference_audio: RecordingText,
        consent: Consent,
        ...label,
      }),
    },
    answer: {
      status: 201,
      description: "The saved voice.",
      content: { "application/json": SavedVoiceBody },
    },
    errors: [
      "consent_required",
      "invalid_reference",
      "reference_too_short",
      "reference_too_long",
      "reference_too_large",
      "voice_limit_reached",
      "engine_error",
      "model_loading",
      "server_busy",
      "high_demand",
      "store_unavailable",
    ],
  },
  {
    method: "get",
    path: "/v1/voices",
    id: "listVoices",
    tag,
    summary: "List voices",
    description: "With type=builtin a demo session may ask as well; that list has one page.",
    access: "credential",
    counted: "requests",
    query: {
      type: Type.String({ enum: ["saved", "builtin"], default: "saved" }),
      ...PAGE_QUERY,
    },
    answer: {
      status: 200,
      description: "A page of the list.",
      content: { "application/json": VoiceList },
    },
    errors: ["account_required", "store_unavailable"],
  },
  {
    method: "get",
    path: "/v1/voices/{id}",
    id: "readVoice",
    tag,
    summary: "Read a saved voice",
    access: "account",
    counted: "requests",
    pathParameters,
    answer: {
      status: 200,
      description: "The saved voice.",
      content: { "application/json": SavedVoiceBody },
    },
    errors: ["unknown_saved_voice", "store_unavailable"],
  },
  {
    method: "patch",
    path: "/v1/voices/{id}",
    id: "changeVoice",
    tag,
    summary: "Change a saved voice's name and description",
    access: "account",
    counted: "requests",
    pathParameters,
    body: { "application/json": Type.Object(label) },
    answer: {
      status: 200,
      description: "The changed voice.",
      content: { "application/json": SavedVoiceBody },
    },
    errors: ["unknown_saved_voice", "store_unavailable"],
  },
  {
    method: "delete",
    path: "/v1/voices/{id}",
    id: "deleteVoice",
    tag,
    summary: "Delete a saved voice",
    access: "account",
    counted: "requests",
    pathParameters,
    answer: {
      status: 200,
      description: "The voice is gone.",
      content: { "application/json": VoiceDeleted },
    },
    errors: ["unknown_saved_voice", "store_unavailable"],
  },
];
