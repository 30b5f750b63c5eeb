/** Why the engine cannot serve a request; all but `engine_error` are temporary. */
export type EngineErrorCode =
  | "model_loading"
  | "server_busy"
  | "high_demand"
  | "engine_error"
  | "decoder_unavailable";

/** Thrown when a model does not accept a job, or does not finish it. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly code: EngineErrorCode;
  /** Seconds after which to retry; `engine_error` has none. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: EngineErrorCode, message: string, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const MODEL_LOADING_RETRY_AFTER_SECONDS = 10;

/** Returns the error for a model without a running process; `isBroken`: none will start without the operator. */
export function modelLoading(modelId: string, isBroken = false): EngineError {
  return new EngineError(
    "model_loading",
    `The model ${modelId} ${isBroken ? "cannot be used; the service's log says why" : "is starting"}.`,
    MODEL_LOADING_RETRY_AFTER_SECONDS,
  );
}

const DECODER_RETRY_AFTER_SECONDS = 2;

/** Returns the error for a recording whose decoder was ended from outside: the recording is not at fault. */
export function decoderUnavailable(): EngineError {
  return new EngineError(
    "decoder_unavailable",
    "The decoder was ended before it was done with the recording, which is not at fault.",
    DECODER_RETRY_AFTER_SECONDS,
  );
}
