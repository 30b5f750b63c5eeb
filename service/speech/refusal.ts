/** Why a request for speech cannot be fulfilled as it was made; http/errors.ts says what each code means. */
export type RefusalCode =
  | "invalid_request"
  | "input_too_long"
  | "unknown_model"
  | "unknown_voice"
  | "unknown_saved_voice"
  | "unsupported_field"
  | "conflicting_fields"
  | "invalid_instructions"
  | "invalid_voice_description"
  | "consent_required"
  | "invalid_reference"
  | "reference_too_short"
  | "reference_too_long"
  | "reference_too_large"
  | "voice_limit_reached"
  | "invalid_pronunciations"
  | "unknown_pronunciation"
  | "pronunciation_limit_reached"
  | "model_not_found"
  | "bad_response_format"
  | "bad_temperature"
  | "missing_file"
  | "empty_audio"
  | "undecodable_audio"
  | "file_too_large"
  | "audio_too_long";

/** A request that is wrong by itself: trying again does not help. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  /** The field that is at fault. */
  readonly param: string | null;

  constructor(code: RefusalCode, message: string, param: string | null = null) {
    super(message);
    this.code = code;
    this.param = param;
  }
}
