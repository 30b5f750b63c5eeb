import { LIMITS } from "../../contract/limits.ts";
import { ApiError } from "../../contract/errors.ts";

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

/** Reads the value of a field; throws ApiError, which names the field. */
export type FieldReader<Value> = (given: unknown, name: string) => Value;

interface Range {
  readonly least: number;
  readonly most: number;
}

export function text(given: unknown, name: string): string {
  if (typeof given === "string") return given;
  throw invalidField(name, "has to be a text");
}

export function oneOf<Value extends string>(values: readonly Value[]): FieldReader<Value> {
  return (given, name) => {
    const found = values.find((value) => value === given);
    if (found === undefined) throw invalidField(name, `has to be one of ${values.join(", ")}`);
    return found;
  };
}

/** Addresses carry texts, messages carry numbers: both are taken. */
export function integer({ least, most }: Range): FieldReader<number> {
  return (given, name) => {
    const value = typeof given === "string" && /^\d+$/.test(given) ? Number(given) : given;
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) {
      return value;
    }
    throw invalidField(name, `has to be a whole number from ${least} to ${most}`);
  };
}

export function flag(given: unknown, name: string): boolean {
  if (given === true || given === "true") return true;
  if (given === false || given === "false") return false;
  throw invalidField(name, "has to be true or false");
}
