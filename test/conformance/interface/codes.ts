import type { DocumentedErrorName } from "./documented-errors.ts";

type Codes = Readonly<Partial<Record<DocumentedErrorName, number>>>;

/** The tables of part 7, row by row: every code with its status; unknown_voice has two. */
export const PART_7 = {
  common: {
    invalid_request: 400,
    invalid_json: 400,
    missing_api_key: 401,
    invalid_api_key: 401,
    invalid_token: 401,
    token_expired: 401,
    auth_unavailable: 401,
    quota_exceeded: 429,
    rate_limit_exceeded: 429,
    model_loading: 503,
    server_busy: 503,
    high_demand: 503,
  },
  synthesis: {
    input_too_long: 400,
    unknown_model: 400,
    unknown_voice: 400,
    conflicting_fields: 400,
    consent_required: 400,
    unsupported_field: 400,
    invalid_instructions: 400,
    invalid_voice_description: 400,
    invalid_reference: 400,
    reference_too_short: 400,
    reference_too_long: 400,
    reference_too_large: 400,
    invalid_pronunciations: 400,
    account_required: 403,
    unknown_saved_voice: 404,
    unknown_pronunciation: 404,
    voice_limit_reached: 409,
    pronunciation_limit_reached: 409,
    engine_error: 502,
    pronunciation_store_unavailable: 503,
    model_loading: 503,
  },
  transcription: {
    missing_file: 400,
    empty_audio: 400,
    undecodable_audio: 400,
    bad_response_format: 400,
    bad_temperature: 400,
    model_not_found: 404,
    file_too_large: 413,
    audio_too_long: 413,
  },
} as const satisfies Readonly<Record<string, Codes>>;

/** What the service answers beside part 7, where that is silent. */
export const BEYOND_PART_7 = [
  "not_found",
  "method_not_allowed",
  "store_unavailable",
  "decoder_unavailable",
  "unknown_job",
  "no_transcript",
  "job_limit_reached",
  "idempotency_key_in_use",
  "idempotency_key_reused",
  "input_audio_buffer_commit_empty",
  "stream_idle_timeout",
] as const satisfies readonly DocumentedErrorName[];
