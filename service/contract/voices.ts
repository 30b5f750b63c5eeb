import { Type } from "typebox";
import { LIMITS } from "./limits.ts";
import { AGES, GENDERS } from "../engine/model/model.ts";
import { deleted, listOf, PageQuery } from "./lists.ts";
import { ENGINE_ERRORS, json, type Operation } from "./operation.ts";
import { choice, Timestamp } from "./schema.ts";

const TAG = "Voices";
const { referenceBytes, minReferenceSeconds, maxReferenceSeconds } = LIMITS;
const RECORDING = `A recording of the voice: ${minReferenceSeconds} to ${maxReferenceSeconds} seconds, at most ${referenceBytes / 1024 / 1024} MB, in any format that transcription takes.`;

/** Errors of the length or size of such a recording. */
export const REFERENCE_ERRORS = [
  "reference_too_short",
  "reference_too_long",
  "reference_too_large",
] as const;
/** A cloning recording within JSON. */
export const RecordingText = Type.String({
  contentEncoding: "base64",
  description: `${RECORDING} In base64, or a data URL.`,
  "x-error": "invalid_reference",
  "x-takes": "a recording: base64, a data URL, or a file of a form",
});

/** A cloning recording as a file of a form. */
export const RecordingFile = Type.String({
  contentMediaType: "application/octet-stream",
  description: `${RECORDING} A file, or base64.`,
});

export const Consent = Type.Boolean({
  description: "Says that the speaker of the recording agrees; has to be true.",
  "x-error": "consent_required",
  "x-takes": "true, which says that the speaker of the recording agrees",
});

/** Schema options of a text that describes a voice, or how to speak. */
export const DIRECTION_TEXT = {
  maxLength: LIMITS.directionCharacters,
  pattern: "^[^()]*$",
  "x-takes": `a string of at most ${LIMITS.directionCharacters} characters without parentheses`,
};

const NAME_RULE = {
  minLength: 1,
  maxLength: LIMITS.voiceNameCharacters,
  "x-trimmed": true,
};
const DESCRIPTION_RULE = {
  maxLength: LIMITS.voiceNoteCharacters,
  "x-trimmed": true,
};
const name = Type.String({ minLength: 1, maxLength: LIMITS.voiceNameCharacters });
const description = Type.String({ maxLength: LIMITS.voiceNoteCharacters });

/** A change of the name and description that the owner gives a voice. */
export const VoiceChange = Type.Object({
  name: Type.Optional(Type.String(NAME_RULE)),
  description: Type.Optional(Type.String(DESCRIPTION_RULE)),
});

export const NewVoice = Type.Object({
  consent: Type.Optional(Consent),
  reference_audio: Type.Optional(RecordingText),
  voice_description: Type.Optional(
    Type.String({
      ...DIRECTION_TEXT,
      "x-error": "invalid_voice_description",
      description: "Saves the voice that is designed from it; not with reference_audio.",
    }),
  ),
  name: Type.String({ ...NAME_RULE, default: "Unnamed voice" }),
  description: Type.String({ ...DESCRIPTION_RULE, default: "" }),
});

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
  voice_description: Type.Optional(
    Type.String({ description: "What it was designed from; absent for a cloned voice." }),
  ),
  duration_seconds: Type.Union([Type.Number(), Type.Null()], {
    description: "Of the recording; null for a designed voice.",
  }),
  consented_at: Type.Union([Timestamp, Type.Null()], { description: "Null for a designed voice." }),
  created_at: Timestamp,
  updated_at: Timestamp,
});

export const BuiltInVoiceBody = Type.Object({
  object: Type.Literal("voice"),
  id: Type.String(),
  name: Type.String(),
  type: Type.Literal("builtin"),
  model: Type.String({
    description: "The model that speaks as it; the default one where that does.",
  }),
  models: Type.Array(Type.String(), { description: "All models that speak as it." }),
  language: Type.String(),
  gender: choice(GENDERS),
  age: choice(AGES),
});

const VoiceList = listOf(Type.Union([SavedVoiceBody, BuiltInVoiceBody]));
const VoiceDeleted = deleted("voice");
const VoiceQuery = Type.Object({
  type: choice(["saved", "builtin"], { default: "saved" }),
  ...PageQuery.properties,
  order: choice(["asc", "desc"], {
    default: "desc",
    description:
      "By age: desc is the newest first. Built-in voices have no age: desc is their usual order, asc the reverse.",
  }),
});
const pathParameters = { id: Type.String({ description: "The id of a saved voice." }) };

export const voiceSchemas = { SavedVoice: SavedVoiceBody, BuiltInVoice: BuiltInVoiceBody };

const one = {
  path: "/v1/voices/{id}",
  tag: TAG,
  access: "account",
  counted: { collection: "voices" },
  pathParameters,
  errors: ["unknown_saved_voice", "store_unavailable"],
} as const;

export const voiceOperations = {
  createVoice: {
    method: "post",
    path: "/v1/voices",
    tag: TAG,
    summary: "Save a cloned or designed voice",
    description:
      "Takes a recording with consent, or a voice_description. Keeps the voice and who consented when, not the recording. The recording's field may be called audio_sample or file as well.",
    access: "account",
    counted: { activity: "speech" },
    isRepeatable: true,
    body: {
      "multipart/form-data": Type.Object({
        ...NewVoice.properties,
        reference_audio: Type.Optional(RecordingFile),
      }),
      "application/json": NewVoice,
    },
    answer: json("The saved voice.", SavedVoiceBody, 201),
    errors: [
      ...REFERENCE_ERRORS,
      "conflicting_fields",
      "unsupported_field",
      "voice_limit_reached",
      "decoder_unavailable",
      ...ENGINE_ERRORS,
      "store_unavailable",
    ],
  },
  listVoices: {
    method: "get",
    path: "/v1/voices",
    tag: TAG,
    summary: "List voices",
    description: "With type=builtin a demo session may ask as well.",
    access: "credential",
    counted: { collection: "voices" },
    query: VoiceQuery,
    answer: json("A page of the list.", VoiceList),
    errors: ["account_required", "store_unavailable"],
  },
  readVoice: {
    method: "get",
    ...one,
    summary: "Read a saved voice",
    answer: json("The saved voice.", SavedVoiceBody),
  },
  changeVoice: {
    method: "patch",
    ...one,
    summary: "Change a saved voice's name and description",
    body: { "application/json": VoiceChange },
    answer: json("The changed voice.", SavedVoiceBody),
  },
  deleteVoice: {
    method: "delete",
    ...one,
    summary: "Delete a saved voice",
    answer: json("The voice is gone.", VoiceDeleted),
  },
} as const satisfies Readonly<Record<string, Operation>>;
