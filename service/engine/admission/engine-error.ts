/** Why the engine cannot do what it was asked for; all but `engine_error` pass with time. */
export type EngineErrorCode =
  | "model_loading"
  | "server_busy"
  | "high_demand"
  | "engine_error"
  | "decoder_unavailable";

/** A piece of work that a model did not take or did not finish. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: EngineErrorCode;
  /** Seconds after which another try is worth while; engine_error has none. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: EngineErrorCode, message: string, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const MODEL_LOADING_RETRY_AFTER_SECONDS = 10;

/** Makes the error for a model that has no running process at the moment; `isBroken`: nor will it have one by itself. */
export function modelLoading(modelId: string, isBroken = false): EngineError {
  return new EngineError(
    "model_loading",
    `The model ${modelId} ${isBroken ? "cannot be used; the service's log says why" : "is starting"}.`,
    MODEL_LOADING_RETRY_AFTER_SECONDS,
  );
}

const DECODER_RETRY_AFTER_SECONDS = 2;

/** Makes the error for a recording whose decoder was ended from outside: the recording is not at fault. */
export function decoderUnavailable(): EngineError {
  return new EngineError(
    "decoder_unavailable",
    "The decoder was ended before it was done with the recording, which is not at fault.",
    DECODER_RETRY_AFTER_SECONDS,
  );
}
