export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "not_found_error"
  | "rate_limit_error"
  | "server_error";

export interface ErrorKind {
  readonly status: number;
  readonly type: ErrorType;
  /** What clients see; the table's own key where it is absent. */
  readonly code?: string;
  /** Seconds after which another try is worth while, unless the occasion knows better; absent when waiting does not help. */
  readonly retryAfterSeconds?: number;
  /** What the code means, for the documentation and where the occasion has no better message. */
  readonly sentence: string;
  /** What a client does about it, for the documentation. */
  readonly advice: string;
}

/** Every error code of the service: routes, sockets and the documentation are made from it. */
export const ERRORS = {
  invalid_request: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The request or one of its fields is invalid; the message names the field.",
    advice: "Fix the field named in message and param.",
  },
  invalid_json: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The body cannot be parsed as JSON.",
    advice: "Send valid JSON with Content-Type: application/json.",
  },
  missing_api_key: {
    status: 401,
    type: "authentication_error",
    sentence: "The request carries no API key.",
    advice: "Send an Authorization: Bearer header with your key.",
  },
  invalid_api_key: {
    status: 401,
    type: "authentication_error",
    sentence: "The API key does not exist or was revoked.",
    advice: "Compare it with the key in the dashboard, or create a new one.",
  },
  invalid_token: {
    status: 401,
    type: "authentication_error",
    sentence: "The session token is invalid.",
    advice: "Start a new demo session.",
  },
  token_expired: {
    status: 401,
    type: "authentication_error",
    sentence: "The session token has expired; begin a new session.",
    advice: "Start a new demo session; sessions last ten minutes.",
  },
  auth_unavailable: {
    status: 401,
    type: "authentication_error",
    retryAfterSeconds: 5,
    sentence: "Authentication is temporarily unavailable; try again.",
    advice: "Retry after the seconds in Retry-After, even though the status is 401.",
  },
  account_required: {
    status: 403,
    type: "permission_error",
    sentence: "A demo session cannot do this; an account's API key can.",
    advice: "Use an API key.",
  },
  not_found: {
    status: 404,
    type: "not_found_error",
    sentence: "Nothing is at this address.",
    advice: "Check the path and the method against the API reference.",
  },
  method_not_allowed: {
    status: 405,
    type: "invalid_request_error",
    sentence: "The address does not take this method.",
    advice: "Use one of the methods in the Allow header.",
  },
  rate_limit_exceeded: {
    status: 429,
    type: "rate_limit_error",
    retryAfterSeconds: 1,
    sentence: "The limit of requests per minute or of concurrent requests is reached.",
    advice: "Wait for Retry-After, then send fewer requests at once.",
  },
  quota_exceeded: {
    status: 429,
    type: "rate_limit_error",
    sentence: "The account has used up its quota of the month.",
    advice: "Wait for next month (UTC) or request a higher quota.",
  },
  input_too_long: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The text has more than 5,000 characters.",
    advice: "Split the text, for example at the end of a sentence.",
  },
  unknown_model: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The synthesis model does not exist.",
    advice: "Choose a model from GET /v1/models.",
  },
  unknown_voice: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The model has no such voice; the message lists those it has.",
    advice: "Choose a voice from GET /v1/voices?type=builtin.",
  },
  unknown_saved_voice: {
    status: 404,
    type: "not_found_error",
    code: "unknown_voice",
    sentence: "The account has no saved voice with this id.",
    advice: "List your voices: this one was deleted or belongs to another account.",
  },
  voice_limit_reached: {
    status: 409,
    type: "invalid_request_error",
    sentence: "The account already holds as many saved voices as it may; delete one first.",
    advice: "Delete a voice you no longer use.",
  },
  invalid_pronunciations: {
    status: 400,
    type: "invalid_request_error",
    sentence: "A pronunciation is invalid; the message says which and why.",
    advice: "Fix the entry named in the message.",
  },
  unknown_pronunciation: {
    status: 404,
    type: "not_found_error",
    sentence: "The account has no pronunciation with this id.",
    advice: "List your dictionary: this entry was deleted.",
  },
  pronunciation_limit_reached: {
    status: 409,
    type: "invalid_request_error",
    sentence: "The account already holds as many pronunciations as it may; delete one first.",
    advice: "Delete entries, or send pronunciations with the request.",
  },
  pronunciation_store_unavailable: {
    status: 503,
    type: "server_error",
    retryAfterSeconds: 5,
    sentence: "The pronunciation dictionary is temporarily unavailable; try again.",
    advice: "Retry, or send “pronunciations”: [] to skip the dictionary.",
  },
  store_unavailable: {
    status: 503,
    type: "server_error",
    retryAfterSeconds: 5,
    sentence: "What the account has stored is temporarily unavailable; try again.",
    advice: "Retry after Retry-After.",
  },
  idempotency_key_in_use: {
    status: 409,
    type: "invalid_request_error",
    retryAfterSeconds: 1,
    sentence: "A request with this Idempotency-Key is running; its answer can be had when it ends.",
    advice: "Retry with the same key to get the response to the first request.",
  },
  idempotency_key_reused: {
    status: 422,
    type: "invalid_request_error",
    sentence: "The Idempotency-Key was used for another request.",
    advice: "Use a new key for each new request.",
  },
  unsupported_field: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The field exists only on the second generation of synthesis.",
    advice: "Remove the field or use synth-v2.",
  },
  conflicting_fields: {
    status: 400,
    type: "invalid_request_error",
    sentence: "Two fields of the request exclude each other.",
    advice: "Send only one of the two fields named in the message.",
  },
  invalid_instructions: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The instructions are no text of at most 200 characters without parentheses.",
    advice: "Shorten them and remove the parentheses.",
  },
  invalid_voice_description: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The voice description is no text of at most 200 characters without parentheses.",
    advice: "Shorten it and remove the parentheses.",
  },
  consent_required: {
    status: 400,
    type: "invalid_request_error",
    sentence: "A recording of a voice was sent without `consent: true`.",
    advice: "Get the speaker’s consent, then send consent: true.",
  },
  invalid_reference: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The recording of a voice cannot be decoded as audio, or nobody is heard in it.",
    advice: "Record again: one speaker, close to the microphone, no music.",
  },
  reference_too_short: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The recording of a voice is shorter than 3 seconds.",
    advice: "Record at least 3 seconds, ideally 8.",
  },
  reference_too_long: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The recording of a voice is longer than 30 seconds.",
    advice: "Send a part of it.",
  },
  reference_too_large: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The recording of a voice is larger than 10 MB.",
    advice: "Send a compressed format such as MP3, or a part of it.",
  },
  engine_error: {
    status: 502,
    type: "server_error",
    retryAfterSeconds: 1,
    sentence: "The model failed on this request; try again.",
    advice: "Retry. If the error persists, report the x-request-id.",
  },
  missing_file: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The request has no field `file` with a recording.",
    advice: "Send the recording in the form field “file”.",
  },
  empty_audio: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The recording is empty.",
    advice: "Make sure the file is not empty when you send it.",
  },
  undecodable_audio: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The file cannot be decoded as audio.",
    advice: "Send WAV, MP3, FLAC, Ogg, WebM or M4A.",
  },
  bad_response_format: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The response format does not exist.",
    advice: "Use json, verbose_json, text, srt or vtt.",
  },
  bad_temperature: {
    status: 400,
    type: "invalid_request_error",
    sentence: "The temperature is not a number from 0 to 1.",
    advice: "Omit it or send a number from 0 to 1.",
  },
  model_not_found: {
    status: 404,
    type: "not_found_error",
    sentence: "The transcription model does not exist.",
    advice: "Use transcribe-1.",
  },
  file_too_large: {
    status: 413,
    type: "invalid_request_error",
    sentence: "The file is larger than 100 MB.",
    advice: "Send a compressed format such as MP3, or split the recording.",
  },
  audio_too_long: {
    status: 413,
    type: "invalid_request_error",
    sentence: "The audio is longer than 2 hours.",
    advice: "Split the recording.",
  },
  stream_idle_timeout: {
    status: 408,
    type: "invalid_request_error",
    sentence: "The live stream had neither audio nor a keepalive for 30 seconds.",
    advice: "Send keepalive during pauses and end when you are done.",
  },
  model_loading: {
    status: 503,
    type: "server_error",
    retryAfterSeconds: 10,
    sentence: "The model is starting; try again.",
    advice: "Retry after Retry-After; models start within seconds.",
  },
  server_busy: {
    status: 503,
    type: "server_error",
    retryAfterSeconds: 10,
    sentence: "All places at the model are taken; try again.",
    advice: "Retry after Retry-After.",
  },
  high_demand: {
    status: 503,
    type: "server_error",
    retryAfterSeconds: 10,
    sentence: "The request would wait too long; try again.",
    advice: "Retry after Retry-After.",
  },
  internal_error: {
    status: 500,
    type: "server_error",
    sentence: "An unexpected fault; report the x-request-id if it persists.",
    advice: "Retry once. If the error persists, report the x-request-id.",
  },
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ErrorName = keyof typeof ERRORS;

/** Client libraries try again after these unless they are told not to. */
const RETRIED_UNASKED: ReadonlySet<number> = new Set([408, 409, 429]);

/** What clients get to see of an error. */
export interface ErrorBody {
  readonly message: string;
  readonly type: ErrorType;
  readonly code: string;
  readonly param: string | null;
}

/** An error with everything a response or a socket needs to tell it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ErrorKind;
  readonly code: string;
  readonly param: string | null;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    name: ErrorName,
    details: {
      readonly message?: string;
      readonly param?: string | null;
      readonly retryAfterSeconds?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    const kind: ErrorKind = ERRORS[name];
    super(details.message ?? kind.sentence, { cause: details.cause });
    this.kind = kind;
    this.code = kind.code ?? name;
    this.param = details.param ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? kind.retryAfterSeconds;
  }

  get body(): ErrorBody {
    return { message: this.message, type: this.kind.type, code: this.code, param: this.param };
  }

  /** Headers that tell a client whether and when to try again. */
  get headers(): Readonly<Record<string, string>> {
    if (this.retryAfterSeconds === undefined) {
      return RETRIED_UNASKED.has(this.kind.status) ? { "x-should-retry": "false" } : {};
    }
    const seconds = Math.min(Math.max(Math.ceil(this.retryAfterSeconds), 1), 60);
    return { "retry-after": String(seconds), "x-should-retry": "true" };
  }
}
