import type { Static, TObject, TSchema } from "typebox";
import { accepts } from "#schema-reader/accepts.ts";
import { codePoints } from "#schema-reader/code-points.ts";
import {
  type Fault,
  pathOf,
  placeOf,
  schemaOf,
  type Step,
  type Trail,
} from "#schema-reader/fault.ts";
import { fromText, parsedOrText } from "#schema-reader/from-text.ts";
import { isObject, readBySchema } from "#schema-reader/read.ts";
import type { Stated } from "#schema-reader/stated.ts";
import type { ErrorName } from "./errors.ts";
import { ApiError } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import type { AnnotatedSchema, Sent } from "./schema.ts";

/** How a value was sent. */
export interface Sending {
  /** Whether it comes from a form or a query string: numbers, booleans and JSON are parsed from strings. */
  readonly asText?: boolean;
}

/**
 * Returns what a client sent, checked against its schema, with defaults for absent fields and without unknown fields.
 *
 * A field that is null counts as absent unless its schema allows null. Throws ApiError: its code is the `x-error` of the schema
 * or of the nearest schema around it (`invalid_request` where there is none), its param the field of the body.
 */
export function read<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  { asText = false }: Sending = {},
): Static<Schema> {
  const fields = readBySchema(schema, value, {
    isNullAbsent: true,
    dropsUnknown: true,
    convert: (sent, trail) => fromSent(sent, trail, asText),
    onFault(fault) {
      throw errorOf(fault);
    },
  });
  // It was checked against the schema that the type is inferred from.
  return fields as Static<Schema>;
}

/**
 * Reads the text fields of a form, or query parameters, as `read` reads JSON.
 *
 * A repeated field is refused, unless it is a list of strings or unknown.
 */
export function readTexts<Schema extends TObject>(
  schema: Schema,
  texts: ReadonlyMap<string, readonly string[]>,
): Static<Schema> {
  const { properties = {}, required = [] } = schema as Stated;
  const fields = [...texts].map(([name, values]) => {
    const { items, type, default: fallback } = properties[name] ?? {};
    const isBlank = values.every((text) => text.trim() === "");
    if (items?.type === "string") return [name, isBlank ? undefined : values];
    if (values.length > 1 && properties[name] !== undefined) throw repeated(name);
    const [text] = values;
    // Forms send a blank text for an omitted field.
    const mayBeAbsent = type === "array" || fallback !== undefined || !required.includes(name);
    return [name, mayBeAbsent && isBlank ? undefined : text];
  });
  return read(schema, Object.fromEntries(fields), { asText: true });
}

/** Returns the error for a form field or query parameter that was sent more than once. */
export function repeated(name: string): ApiError {
  return new ApiError("invalid_request", `${name} came more than once; send it once.`, name);
}

/** Reads a text frame of a socket as a JSON object; throws ApiError. */
export function readFrame(source: string): Readonly<Record<string, unknown>> {
  if (source.length > LIMITS.frameBytes) {
    throw new ApiError("invalid_request", "The frame is too large.", "type");
  }
  const json = parsedOrText(source);
  if (isObject(json)) return json;
  throw new ApiError("invalid_json", "The text frame is not a JSON object.");
}

/** Reads a message of a socket by the schema of its `type`; throws ApiError. */
export function readMessage<Messages extends Readonly<Record<string, TObject>>>(
  messages: Messages,
  message: Readonly<Record<string, unknown>>,
  sending: Sending = {},
): Sent<Messages[keyof Messages]> {
  const { type } = message;
  const schema =
    typeof type === "string" && Object.hasOwn(messages, type) ? messages[type] : undefined;
  if (schema !== undefined) return read(schema, message, sending) as Sent<Messages[keyof Messages]>;
  const known = Object.keys(messages).join(", ");
  throw new ApiError("invalid_request", `type has to be one of ${known}${gotOf(type)}.`, "type");
}

/** Throws ApiError for a text with U+0000 or a lone surrogate, which JSON can express but no database stores. */
export function refuseUnstorable(
  text: string,
  name: string,
  error: ErrorName = "invalid_request",
  param: string | null = name,
): void {
  if (text.includes("\0")) {
    throw new ApiError(error, `${name} has the character U+0000, which no text may have.`, param);
  }
  if (text.isWellFormed()) return;
  throw new ApiError(error, `${name} has half of a surrogate pair, which is no character.`, param);
}

/** Returns the value that stands for what was sent: texts trimmed, in the case of the schema, and parsed if `asText`. */
function fromSent(sent: unknown, trail: Trail, asText: boolean): unknown {
  if (typeof sent !== "string") return sent;
  const schema: AnnotatedSchema = schemaOf(trail);
  const path = pathOf(placeOf(trail));
  const { error, param } = refusalAt(trail);
  refuseUnstorable(sent, path === "" ? "The body" : path, error, param);
  const trimmed = schema["x-trimmed"] === true ? sent.trim() : sent;
  const kinds: readonly AnnotatedSchema[] = [schema, ...(schema.anyOf ?? [])];
  const named = kinds.find((one) => one["x-any-case"] === true);
  const text = named === undefined ? trimmed : ofAnyCase(named, trimmed);
  return asText ? fromText(schema, text) : text;
}

/** Returns the `enum` value that differs from a text only in case; the text itself where there is none. */
function ofAnyCase(schema: Stated, text: string): string {
  const small = text.toLowerCase();
  const same = schema.enum?.find((one) => typeof one === "string" && one.toLowerCase() === small);
  return typeof same === "string" ? same : text;
}

/** Returns the error for a fault. */
function errorOf({ keyword, trail, value, names }: Fault): ApiError {
  const [first = ""] = names;
  const path = pathOf(placeOf(trail));
  const { error, param } = refusalAt(trail);
  if (keyword === "oneOf") {
    const message = `${path === "" ? "" : `${path}: `}exactly one of ${names.join(" and ")} has to be there.`;
    return new ApiError(error, message, param ?? first);
  }
  if (keyword === "required") return missing(trail, first);
  const schema: AnnotatedSchema = schemaOf(trail);
  const tooLong = schema["x-too-long"];
  if (keyword === "maxLength" && tooLong !== undefined) {
    const message = `${path} has ${codePoints(String(value))} characters; at most ${schema.maxLength} are taken.`;
    return new ApiError(tooLong, message, param);
  }
  const what = path === "" ? "The body" : path;
  return new ApiError(error, `${what} has to be ${accepts(schema)}${gotOf(value)}.`, param);
}

function missing(trail: Trail, key: string): ApiError {
  const schema = schemaOf(trail).properties?.[key] ?? {};
  const inner = [...trail, { schema, key }];
  const { error, param } = refusalAt(inner);
  const path = pathOf(placeOf(inner));
  return new ApiError(error, `${path} is missing; it has to be ${accepts(schema)}.`, param);
}

/**
 * Returns the error code that the schemas around a value set, and the name of the field: the one that a schema sets, else the
 * field of the body that contains the value; null for the body itself.
 */
function refusalAt(trail: Trail): { readonly error: ErrorName; readonly param: string | null } {
  let error: ErrorName = "invalid_request";
  let set: string | undefined;
  for (const { schema, key } of trail as readonly (Step & { readonly schema: AnnotatedSchema })[]) {
    error = schema["x-error"] ?? error;
    const inner = typeof key === "string" && set !== undefined ? `${set}.${key}` : set;
    set = schema["x-param"] ?? inner;
  }
  const [field] = placeOf(trail);
  return { error, param: set ?? (typeof field === "string" ? field : null) };
}

const MAX_QUOTED_CHARACTERS = 40;

/** Quotes a value for an error message, if it is short enough. */
function gotOf(value: unknown): string {
  if (typeof value === "object" || value === undefined) return "";
  const text = JSON.stringify(value);
  return text.length <= MAX_QUOTED_CHARACTERS ? `; got ${text}` : "";
}
