import { isServerFault } from "#runtime/server-fault.ts";
import type { FastifyError } from "fastify";
import { QueueFull } from "#runtime/turns.ts";
import { ApiError, type ErrorName } from "../../contract/errors.ts";
import { QuotaExceeded } from "../../access/quota/allowance.ts";
import { KeyCheckUnavailable } from "../../access/key-check.ts";
import { StoreUnavailable } from "../../accounts/store-unavailable.ts";
import { AudioError } from "../../engine/audio/audio-error.ts";
import { EngineError } from "../../engine/admission/engine-error.ts";
import { ClaimLost } from "./idempotency-store.ts";

/** Converts any error to an ApiError; an unexpected one becomes internal_error and reveals no details. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof AudioError) return new ApiError(error.code, error.message, "file");
  if (error instanceof QuotaExceeded) return quotaExceeded(error);
  if (error instanceof QueueFull) {
    return new ApiError("server_busy", "Too many pages are asked for; try again.");
  }
  if (error instanceof EngineError) {
    const { code, retryAfterSeconds } = error;
    // The details of a model's failure are only for the log.
    const message = code === "engine_error" ? undefined : error.message;
    return new ApiError(code, message, null, { retryAfterSeconds, cause: error });
  }
  return fromFramework(error) ?? new ApiError(nameOf(error), undefined, null, { cause: error });
}

function nameOf(error: unknown): ErrorName {
  if (error instanceof KeyCheckUnavailable) return "auth_unavailable";
  if (error instanceof ClaimLost) return "idempotency_key_in_use";
  if (!(error instanceof StoreUnavailable)) return "internal_error";
  return error.store === "pronunciations" ? "pronunciation_store_unavailable" : "store_unavailable";
}

function quotaExceeded({ meter, limit, period, resetsAt }: QuotaExceeded): ApiError {
  const amount = `${limit.toLocaleString("en")} ${meter === "audio" ? "seconds of audio" : "characters"}`;
  if (period === "day") {
    return new ApiError(
      "quota_exceeded",
      `The quota of ${amount} a day for demo sessions of one network does not suffice; the next day begins at 00:00 UTC. API keys have more.`,
    );
  }
  const day = resetsAt.toISOString().slice(0, 10);
  return new ApiError(
    "quota_exceeded",
    `The account's quota of ${amount} a month does not suffice; the next month begins on ${day} (UTC).`,
  );
}

const FRAMEWORK_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    "The Content-Type of the request is not one that this address takes.",
  FST_ERR_CTP_BODY_TOO_LARGE: "The body of the request is too large.",
};
const JSON_FAULTS = ["FST_ERR_CTP_EMPTY_JSON_BODY", "FST_ERR_CTP_INVALID_JSON_BODY"];

function fromFramework(error: unknown): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = "", statusCode = 500 } = error as Partial<FastifyError>;
  if (statusCode < 400 || isServerFault(statusCode)) return undefined;
  if (JSON_FAULTS.includes(code) || error instanceof SyntaxError) {
    return new ApiError("invalid_json");
  }
  const message = FRAMEWORK_MESSAGES[code] ?? "The request cannot be read.";
  return new ApiError("invalid_request", message);
}
