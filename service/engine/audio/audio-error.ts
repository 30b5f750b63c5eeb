/** `empty_audio`: no bytes or no samples. `undecodable_audio`: not audio, or of a kind that cannot be decoded. */
export type AudioErrorCode = "empty_audio" | "undecodable_audio";

/** Audio that cannot be read; the message says what is wrong with it. */
export class AudioError extends Error {
  override readonly name = "AudioError";
  readonly code: AudioErrorCode;

  constructor(code: AudioErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
