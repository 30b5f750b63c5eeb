import { LIMITS } from "../accounts/limits.ts";
import { ApiError } from "../http/errors.ts";

/** The fields of a message that a client has sent. */
export type FrameFields = Readonly<Record<string, unknown>>;

/** Reads a text frame of a client as a JSON object; throws ApiError. */
export function parseFrame(source: string): FrameFields {
  if (source.length > LIMITS.frameBytes) {
    throw invalidField("type", "is in a frame that is too large");
  }
  try {
    const parsed: unknown = JSON.parse(source);
    if (isFields(parsed)) return parsed;
  } catch (error) {
    throw new ApiError("invalid_json", { message: "The text frame is not JSON.", cause: error });
  }
  throw new ApiError("invalid_json", { message: "The text frame is not a JSON object." });
}

export function isFields(value: unknown): value is FrameFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The error of a field of a message. */
export function invalidField(param: string, what: string): ApiError {
  return new ApiError("invalid_request", { message: `${param} ${what}.`, param });
}
