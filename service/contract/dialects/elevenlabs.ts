import { Type } from "typebox";
import { AUDIO_FORMATS } from "../../engine/audio/encoding/audio-formats.ts";
import type { Dialect } from "../dialect.ts";
import { ENGINE_ERRORS, json, type Operation, RECORDING_ERRORS } from "../operation.ts";
import { InputText } from "../pronunciations.ts";
import { choice } from "../schema.ts";
import { Seed, SPEAKING_ERRORS } from "../speech.ts";

/** ElevenLabs' `status` of errors that have another code here. */
const STATUSES: Readonly<Record<string, string>> = {
  unknown_voice: "voice_not_found",
  missing_api_key: "needs_authorization",
  rate_limit_exceeded: "too_many_concurrent_requests",
};

/** The API of ElevenLabs, for speech, transcription, voices and models. */
export const elevenlabs: Dialect = {
  name: "elevenlabs",
  vendor: "ElevenLabs",
  header: "xi-api-key",
  isSpokenBy: (headers) => headers["xi-api-key"] !== undefined,
  errorBody: ({ kind, code, message, param }, requestId) => ({
    detail: {
      type: kind.type,
      status: STATUSES[code] ?? code,
      code,
      message,
      param,
      request_id: requestId,
    },
  }),
  ErrorAnswer: Type.Object({
    detail: Type.Object({
      type: Type.String(),
      status: Type.String({ description: "As ElevenLabs names it." }),
      code: Type.String({ description: "The service's own code; stable." }),
      message: Type.String({ description: "For people; it may change." }),
      param: Type.Union([Type.String(), Type.Null()], {
        description: "The field that is at fault, where there is one.",
      }),
      request_id: Type.String(),
    }),
  }),
};

/** The audio format for the codec of an output format, which is written `codec_rate` or `codec_rate_bitrate`. */
export const OUTPUT_CODECS = { mp3: "mp3", opus: "opus", pcm: "pcm", wav: "wav" } as const;

const OUTPUT_FORMATS: readonly string[] = [
  "mp3_22050_32",
  "mp3_24000_48",
  ...[32, 64, 96, 128, 192].map((kilobits) => `mp3_44100_${kilobits}`),
  ...[32, 64, 96, 128, 192].map((kilobits) => `opus_48000_${kilobits}`),
  ...(["pcm", "wav"] as const).flatMap((codec) =>
    AUDIO_FORMATS[codec].sampleRates.map((rate) => `${codec}_${rate}`),
  ),
];

export const SpeechQuery = Type.Object({
  output_format: choice(OUTPUT_FORMATS, {
    default: "mp3_44100_128",
    description: "Codec, hertz and kilobits a second; the service has a bit rate of its own.",
  }),
});

/** Voice settings without a counterpart; the response header x-ignored-fields lists those that were sent. */
export const IGNORED_SETTINGS = [
  "stability",
  "similarity_boost",
  "style",
  "use_speaker_boost",
] as const;

const voiceSettings = Type.Object({
  speed: Type.Optional(Type.Number({ minimum: 0.25, maximum: 4 })),
  stability: Type.Optional(Type.Number()),
  similarity_boost: Type.Optional(Type.Number()),
  style: Type.Optional(Type.Number()),
  use_speaker_boost: Type.Optional(Type.Boolean()),
});

export const ElevenLabsSpeechBody = Type.Object({
  text: InputText,
  model_id: Type.Optional(
    Type.String({
      "x-error": "unknown_model",
      description:
        "A synthesis model of the service, or a model of ElevenLabs, in whose place the default one answers.",
      examples: ["eleven_multilingual_v2", "synth-v2"],
    }),
  ),
  language_code: Type.Optional(Type.String({ description: "tr; only Turkish is spoken." })),
  voice_settings: Type.Optional(voiceSettings),
  seed: Type.Optional(Seed),
  apply_text_normalization: Type.Optional(
    choice(["auto", "on", "off"], { description: "auto and on; off is refused." }),
  ),
  pronunciation_dictionary_locators: Type.Optional(
    Type.Array(Type.Unknown(), {
      description: "Empty; the pronunciations of the account hold in every request.",
    }),
  ),
});

const Characters = Type.Object(
  {
    characters: Type.Array(Type.String()),
    character_start_times_seconds: Type.Array(Type.Number()),
    character_end_times_seconds: Type.Array(Type.Number()),
  },
  { description: "The characters of a text, and when each is spoken." },
);

export const TimedSpeech = Type.Object({
  audio_base64: Type.String({ contentEncoding: "base64" }),
  alignment: Type.Union([Characters, Type.Null()], {
    description: "Of the text as it came; null of a model that does not say when it speaks what.",
  }),
  normalized_alignment: Type.Union([Characters, Type.Null()], {
    description: "Of the words that are spoken, numbers and abbreviations in full.",
  }),
});

export const SpeechToTextFields = Type.Object({
  model_id: Type.String({
    description:
      "A transcription model of the service, or a model of ElevenLabs, in whose place the default one answers.",
    examples: ["scribe_v1", "transcribe-1"],
  }),
  cloud_storage_url: Type.Optional(
    Type.String({ description: "Where the recording is, in place of file: an https address." }),
  ),
  source_url: Type.Optional(Type.String({ description: "The same." })),
  language_code: Type.Optional(
    Type.String({ description: "tr or tur; only Turkish is transcribed." }),
  ),
  diarize: Type.Boolean({
    default: false,
    description: "Whether words say who speaks; only of a model that tells speakers apart.",
  }),
  timestamps_granularity: choice(["none", "word", "character"], {
    default: "word",
    description: "character is refused.",
  }),
  file_format: choice(["other", "pcm_s16le_16"], {
    default: "other",
    description: "pcm_s16le_16 is samples without a container: mono, 16 bits, 16,000 Hz.",
  }),
  keyterms: Type.Optional(Type.Array(Type.String())),
});

/** Parameters of ElevenLabs' features that this service lacks; a request that uses one is refused. */
export const ELEVENLABS_ONLY = [
  "additional_formats",
  "detect_speaker_roles",
  "entity_detection",
  "entity_redaction",
  "transcript_edit",
  "use_multi_channel",
  "use_speaker_library",
  "webhook",
] as const;

const seconds = Type.Number({ minimum: 0, description: "Seconds from the start of the audio." });

export const ElevenLabsTranscription = Type.Object({
  language_code: Type.Literal("tur"),
  language_probability: Type.Number({
    description: "1, or 0 where the speech is probably not Turkish.",
  }),
  text: Type.String(),
  words: Type.Array(
    Type.Object({
      text: Type.String(),
      start: Type.Optional(seconds),
      end: Type.Optional(seconds),
      type: choice(["word", "spacing"]),
      logprob: Type.Number(),
      speaker_id: Type.Optional(Type.String()),
    }),
  ),
  transcription_id: Type.String(),
  audio_duration_secs: Type.Number(),
});

export const ElevenLabsVoice = Type.Object({
  voice_id: Type.String(),
  name: Type.String(),
  category: choice(["premade", "cloned", "generated"]),
  description: Type.String(),
  labels: Type.Record(Type.String(), Type.String()),
  preview_url: Type.Union([Type.String(), Type.Null()]),
  settings: Type.Object({ speed: Type.Number() }),
  high_quality_base_model_ids: Type.Array(Type.String(), {
    description: "The models that speak as it.",
  }),
  is_owner: Type.Boolean(),
  created_at_unix: Type.Optional(Type.Integer()),
});

export const ElevenLabsVoices = Type.Object({ voices: Type.Array(ElevenLabsVoice) });

export const ElevenLabsVoicePage = Type.Object({
  voices: Type.Array(ElevenLabsVoice),
  has_more: Type.Boolean(),
  total_count: Type.Integer(),
  next_page_token: Type.Union([Type.String(), Type.Null()]),
});

export const VoiceSearch = Type.Object({
  search: Type.Optional(
    Type.String({ description: "A part of a name, a description or a label." }),
  ),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
  next_page_token: Type.Optional(Type.String()),
  category: Type.Optional(choice(["premade", "cloned", "generated", "professional", "community"])),
  sort: Type.Optional(choice(["created_at_unix", "name"])),
  sort_direction: choice(["asc", "desc"], { default: "asc" }),
});

export const ElevenLabsModels = Type.Array(
  Type.Object({
    model_id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    can_do_text_to_speech: Type.Boolean(),
    can_do_voice_conversion: Type.Boolean(),
    can_be_finetuned: Type.Boolean(),
    can_use_style: Type.Boolean(),
    can_use_speaker_boost: Type.Boolean(),
    serves_pro_voices: Type.Boolean(),
    maximum_text_length_per_request: Type.Integer(),
    languages: Type.Array(Type.Object({ language_id: Type.String(), name: Type.String() })),
  }),
);

const bytes = Type.String({ contentMediaType: "application/octet-stream" });
const TAG = "ElevenLabs";

const AUDIO = {
  headers: {
    "x-ignored-fields": Type.String({
      description:
        "Fields that have no counterpart, with commas between; absent when there are none.",
    }),
  },
  content: { "audio/mpeg": bytes, "audio/ogg": bytes, "audio/pcm": bytes, "audio/wav": bytes },
} as const;

/** The properties that all operations for speech share. */
const speaking = {
  method: "post",
  tag: TAG,
  access: "credential",
  counted: { activity: "speech" },
  dialect: elevenlabs,
  pathParameters: {
    id: Type.String({
      description:
        "A built-in voice, the id of a saved one, or a voice of ElevenLabs, in whose place a voice of the same gender speaks.",
    }),
  },
  query: SpeechQuery,
  body: { "application/json": ElevenLabsSpeechBody },
  errors: [...SPEAKING_ERRORS, ...ENGINE_ERRORS],
} as const;

const reading = {
  method: "get",
  tag: TAG,
  access: "credential",
  dialect: elevenlabs,
} as const;

export const elevenlabsSchemas = {
  ElevenLabsError: elevenlabs.ErrorAnswer,
  ElevenLabsTranscription,
  ElevenLabsVoice,
  ElevenLabsTimedSpeech: TimedSpeech,
};

export const elevenlabsOperations = {
  elevenlabsSpeak: {
    ...speaking,
    path: "/v1/text-to-speech/{id}",
    summary: "Create speech, as ElevenLabs' API does",
    answer: { status: 200, description: "The audio, sent as it is made.", ...AUDIO },
  },
  elevenlabsStream: {
    ...speaking,
    path: "/v1/text-to-speech/{id}/stream",
    summary: "Stream speech, as ElevenLabs' API does",
    answer: { status: 200, description: "The audio, sent as it is made.", ...AUDIO },
  },
  elevenlabsTimedSpeech: {
    ...speaking,
    path: "/v1/text-to-speech/{id}/with-timestamps",
    summary: "Create speech with the time of each character, as ElevenLabs' API does",
    answer: json("The audio, and when each character is spoken.", TimedSpeech),
  },
  elevenlabsTimedStream: {
    ...speaking,
    path: "/v1/text-to-speech/{id}/stream/with-timestamps",
    summary: "Stream speech with the time of each character, as ElevenLabs' API does",
    answer: json(
      "A line of JSON for each part of the audio, and a last one with the times of all characters.",
      TimedSpeech,
    ),
  },
  elevenlabsTranscribe: {
    method: "post",
    path: "/v1/speech-to-text",
    tag: TAG,
    summary: "Transcribe a recording, as ElevenLabs' API does",
    description: "What has no counterpart here is refused by name; unknown fields are ignored.",
    access: "credential",
    counted: { activity: "transcription" },
    dialect: elevenlabs,
    body: {
      "multipart/form-data": Type.Object({
        file: Type.Optional(bytes),
        ...SpeechToTextFields.properties,
      }),
    },
    answer: json("The transcript.", ElevenLabsTranscription),
    errors: ["account_required", ...RECORDING_ERRORS],
  },
  elevenlabsSearchVoices: {
    ...reading,
    path: "/v2/voices",
    summary: "Search voices, as ElevenLabs' API does",
    counted: { collection: "voices" },
    query: VoiceSearch,
    answer: json(
      "A page of the built-in voices and those that the account saved.",
      ElevenLabsVoicePage,
    ),
    errors: ["store_unavailable"],
  },
  elevenlabsVoices: {
    ...reading,
    path: "/v1/voices",
    sharesPath: true,
    summary: "List voices, as ElevenLabs' API does",
    counted: { collection: "voices" },
    answer: json("The built-in voices and those that the account saved.", ElevenLabsVoices),
    errors: ["store_unavailable"],
  },
  elevenlabsVoice: {
    ...reading,
    path: "/v1/voices/{id}",
    sharesPath: true,
    summary: "Read a voice, as ElevenLabs' API does",
    counted: { collection: "voices" },
    pathParameters: { id: Type.String({ description: "As in text-to-speech." }) },
    answer: json("The voice.", ElevenLabsVoice),
    errors: ["unknown_saved_voice", "store_unavailable"],
  },
  elevenlabsDeleteVoice: {
    method: "delete",
    path: "/v1/voices/{id}",
    tag: TAG,
    sharesPath: true,
    summary: "Delete a saved voice, as ElevenLabs' API does",
    access: "account",
    counted: { collection: "voices" },
    dialect: elevenlabs,
    pathParameters: { id: Type.String({ description: "The id of a saved voice." }) },
    answer: json("The voice is gone.", Type.Object({ status: Type.Literal("ok") })),
    errors: ["unknown_saved_voice", "store_unavailable"],
  },
  elevenlabsModels: {
    ...reading,
    path: "/v1/models",
    sharesPath: true,
    summary: "List the models, as ElevenLabs' API does",
    answer: json("Every model.", ElevenLabsModels),
  },
} as const satisfies Readonly<Record<string, Operation>>;
