import type { DocumentedErrorName } from "./documented-errors.ts";

/** What the interface names, each with the codes that answer whoever breaks its rules. */
type Items = Readonly<Record<string, readonly DocumentedErrorName[]>>;

const REFERENCE_CODES = [
  "invalid_reference",
  "reference_too_short",
  "reference_too_long",
  "reference_too_large",
] as const;

/** Part 2: resources and the fields of requests. */
const REQUEST_FIELDS = {
  "saved voice: id": ["unknown_saved_voice"],
  "pronunciation entry: id": ["unknown_pronunciation"],
  "cloning recording": REFERENCE_CODES,
  "cloning recording: consent": ["consent_required"],
  "session token": ["invalid_token", "token_expired"],
  "API key": ["missing_api_key", "invalid_api_key"],
  "synthesis model: synth-v2": [],
  "synthesis model: synth-v1": [],
  "transcription model: transcribe-1": [],
  "transcription model: the compatibility alias": [],
  "speech: input": ["input_too_long"],
  "speech: model": ["unknown_model"],
  "speech: voice": ["unknown_voice", "unknown_saved_voice", "unsupported_field"],
  "speech: voice_description": [
    "invalid_voice_description",
    "conflicting_fields",
    "unsupported_field",
  ],
  "speech: instructions": ["invalid_instructions", "conflicting_fields", "unsupported_field"],
  "speech: reference_audio": [...REFERENCE_CODES, "unsupported_field"],
  "speech: consent": ["consent_required", "unsupported_field"],
  "speech: pronunciations": ["invalid_pronunciations"],
  "transcription: file": [
    "missing_file",
    "empty_audio",
    "undecodable_audio",
    "file_too_large",
    "audio_too_long",
  ],
  "transcription: model": ["model_not_found"],
  "transcription: response_format": ["bad_response_format", "unsupported_field"],
  "transcription: temperature": ["bad_temperature"],
} as const satisfies Items;

/** Part 2: the status document. */
const STATUS_DOCUMENT = {
  "status document: page.id": [],
  "status document: page.name": [],
  "status document: page.url": [],
  "status document: page.time_zone": [],
  "status document: page.updated_at": [],
  "status document: status.indicator": [],
  "status document: status.description": [],
  "status document: components": [],
  "status document: incidents": [],
  "status document: scheduled_maintenances": [],
  "entry: id": [],
  "entry: name": [],
  "entry: status": [],
  "entry: position": [],
  "entry: group": [],
  "entry: group_id": [],
  "group entry: components": [],
  "leaf entry: description": [],
  "leaf entry: showcase": [],
  "leaf entry: only_show_if_degraded": [],
  "leaf entry: updated_at": [],
  "leaf entry: uptime_90d": [],
  "group: group-api": [],
  "group: group-web": [],
  "component: stt-file": [],
  "component: stt-stream": [],
  "component: tts": [],
  "component: web": [],
  "component: docs": [],
  "component: dashboard": [],
  "component: demo": [],
} as const satisfies Items;

/** Part 4: the health document of synthesis. */
const HEALTH_DOCUMENT = {
  "health document: status": [],
  "health document: service": [],
  "health document: model": [],
  "health document: models": [],
  "health document: models.status": [],
  "health document: models.sample_rate": [],
  "health document: models.default": [],
  "health document: limits_degraded": [],
} as const satisfies Items;

/** Part 8; the number of requests holds for each product. */
const LIMITS = {
  "limit: requests per minute, transcription": ["rate_limit_exceeded"],
  "limit: requests per minute, streams": ["rate_limit_exceeded"],
  "limit: requests per minute, synthesis": ["rate_limit_exceeded"],
  "limit: monthly quota": ["quota_exceeded"],
  "limit: synthesis, input length": ["input_too_long"],
  "limit: synthesis, instructions": ["invalid_instructions"],
  "limit: synthesis, voice_description": ["invalid_voice_description"],
  "limit: synthesis, seconds of a cloning recording": ["reference_too_short", "reference_too_long"],
  "limit: synthesis, size of a cloning recording": ["reference_too_large"],
  "limit: synthesis, saved voices per account": ["voice_limit_reached"],
  "limit: synthesis, pronunciations per account": ["pronunciation_limit_reached"],
  "limit: synthesis, concurrent requests": ["rate_limit_exceeded"],
  "limit: synthesis, concurrent WebSockets": ["rate_limit_exceeded"],
  "limit: transcription, file size": ["file_too_large"],
  "limit: transcription, audio length": ["audio_too_long"],
  "limit: transcription, concurrent requests": ["rate_limit_exceeded"],
  "limit: transcription, concurrent streams": ["rate_limit_exceeded"],
  "limit: session token lifetime": ["token_expired"],
} as const satisfies Items;

/** Every field of part 2 and of the health document of part 4, and every limit of part 8. */
export const INTERFACE_ITEMS = {
  ...REQUEST_FIELDS,
  ...STATUS_DOCUMENT,
  ...HEALTH_DOCUMENT,
  ...LIMITS,
} as const;

export type InterfaceItem = keyof typeof INTERFACE_ITEMS;

/** The item of a name, in a list; none where the interface does not name it. */
export function itemsNamed(name: string): readonly InterfaceItem[] {
  return isItem(name) ? [name] : [];
}

function isItem(name: string): name is InterfaceItem {
  return Object.hasOwn(INTERFACE_ITEMS, name);
}
