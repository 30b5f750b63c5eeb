/** An error as the interface documents it. */
export interface DocumentedError {
  readonly status: number;
  readonly type: string;
  /** What clients see, where two meanings share a code. */
  readonly code?: string;
  /** Whether waiting cures it: then there is a Retry-After. */
  readonly isTemporary?: true;
}

const invalid = { status: 400, type: "invalid_request_error" } as const;
const unauthenticated = { status: 401, type: "authentication_error" } as const;
const missing = { status: 404, type: "not_found_error" } as const;
const tooLarge = { status: 413, type: "invalid_request_error" } as const;
const conflict = { status: 409, type: "invalid_request_error" } as const;
const unavailable = { status: 503, type: "server_error", isTemporary: true } as const;

/** Every error of the interface, written down from it and not from the service. */
export const DOCUMENTED_ERRORS = {
  invalid_request: invalid,
  invalid_json: invalid,
  missing_api_key: unauthenticated,
  invalid_api_key: unauthenticated,
  invalid_token: unauthenticated,
  token_expired: unauthenticated,
  auth_unavailable: { ...unauthenticated, isTemporary: true },
  account_required: { status: 403, type: "permission_error" },
  not_found: missing,
  method_not_allowed: { status: 405, type: "invalid_request_error" },
  rate_limit_exceeded: { status: 429, type: "rate_limit_error", isTemporary: true },
  quota_exceeded: { status: 429, type: "rate_limit_error" },
  input_too_long: invalid,
  unknown_model: invalid,
  unknown_voice: invalid,
  unknown_saved_voice: { ...missing, code: "unknown_voice" },
  voice_limit_reached: conflict,
  unknown_job: missing,
  no_transcript: conflict,
  job_limit_reached: { status: 429, type: "rate_limit_error", isTemporary: true },
  invalid_pronunciations: invalid,
  unknown_pronunciation: missing,
  pronunciation_limit_reached: conflict,
  pronunciation_store_unavailable: unavailable,
  store_unavailable: unavailable,
  idempotency_key_in_use: { ...conflict, isTemporary: true },
  idempotency_key_reused: { status: 422, type: "invalid_request_error" },
  unsupported_field: invalid,
  conflicting_fields: invalid,
  invalid_instructions: invalid,
  invalid_voice_description: invalid,
  consent_required: invalid,
  invalid_reference: invalid,
  reference_too_short: invalid,
  reference_too_long: invalid,
  reference_too_large: invalid,
  engine_error: { status: 502, type: "server_error", isTemporary: true },
  decoder_unavailable: unavailable,
  missing_file: invalid,
  empty_audio: invalid,
  undecodable_audio: invalid,
  bad_response_format: invalid,
  bad_temperature: invalid,
  model_not_found: missing,
  file_too_large: tooLarge,
  audio_too_long: tooLarge,
  input_audio_buffer_commit_empty: invalid,
  stream_idle_timeout: { status: 408, type: "invalid_request_error" },
  model_loading: unavailable,
  server_busy: unavailable,
  high_demand: unavailable,
} as const satisfies Readonly<Record<string, DocumentedError>>;

export type DocumentedErrorName = keyof typeof DOCUMENTED_ERRORS;

/** The code that a client sees. */
export function codeOf(name: DocumentedErrorName): string {
  const documented: DocumentedError = DOCUMENTED_ERRORS[name];
  return documented.code ?? name;
}
