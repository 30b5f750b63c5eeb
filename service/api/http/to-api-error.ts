import { ApiError } from "../../contract/errors.ts";
import { QuotaExceeded } from "../../access/quota/allowance.ts";
import { KeyCheckUnavailable } from "../../access/key-check.ts";
import { StoreUnavailable } from "../../accounts/store-unavailable.ts";
import { AudioError } from "../../engine/audio/audio-error.ts";
import { EngineError } from "../../engine/pool/engine-error.ts";
import { Refusal } from "../../contract/refusal.ts";
import { ClaimLost } from "./idempotency-store.ts";

/** Gives any fault its code; one that nobody expected is internal_error and shows nothing of its inside. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Refusal) return new ApiError(error.code, error);
  if (error instanceof AudioError) {
    return new ApiError(error.code, { message: error.message, param: "file" });
  }
  if (error instanceof EngineError) {
    const { code, retryAfterSeconds } = error;
    // What a model says of its own failure is for the log.
    return code === "engine_error"
      ? new ApiError(code, { cause: error })
      : new ApiError(code, { message: error.message, retryAfterSeconds, cause: error });
  }
  if (error instanceof KeyCheckUnavailable)
    return new ApiError("auth_unavailable", { cause: error });
  if (error instanceof QuotaExceeded) return quotaExceeded(error);
  if (error instanceof StoreUnavailable) {
    return new ApiError(
      error.store === "pronunciations" ? "pronunciation_store_unavailable" : "store_unavailable",
      { cause: error },
    );
  }
  if (error instanceof ClaimLost) return new ApiError("idempotency_key_in_use", { cause: error });
  return fromFramework(error) ?? new ApiError("internal_error", { cause: error });
}

function quotaExceeded({ meter, limit, resetsAt }: QuotaExceeded): ApiError {
  const amount = `${limit.toLocaleString("en")} ${meter === "audio" ? "seconds of audio" : "characters"}`;
  const day = resetsAt.toISOString().slice(0, 10);
  return new ApiError("quota_exceeded", {
    message: `The account's quota of ${amount} a month does not suffice; the next month begins on ${day} (UTC).`,
  });
}

interface FrameworkError {
  readonly code?: string;
  readonly statusCode?: number;
  readonly message: string;
  readonly validation?: readonly { readonly instancePath: string; readonly message?: string }[];
}

function fromFramework(error: unknown): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = "", statusCode, validation, message } = error as FrameworkError;
  if (validation !== undefined) {
    const [first] = validation;
    const param = first?.instancePath.split("/")[1] ?? null;
    return new ApiError("invalid_request", { message, param });
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return new ApiError("invalid_request", {
      message: "The Content-Type of the request is not one that this address takes.",
    });
  }
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return new ApiError("invalid_request", { message: "The body of the request is too large." });
  }
  if (code === "FST_ERR_CTP_EMPTY_JSON_BODY" || code === "FST_ERR_CTP_INVALID_JSON_BODY") {
    return new ApiError("invalid_json");
  }
  if (error instanceof SyntaxError && statusCode === 400) return new ApiError("invalid_json");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiError("invalid_request", { message: "The request cannot be read." });
  }
  return undefined;
}
