import type { Static, TObject, TSchema } from "typebox";
import { Value } from "typebox/value";
import type { ErrorName } from "./errors.ts";
import { ApiError } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import { codePoints, takes, type Sent, type Stated } from "./schema.ts";

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
  const place: Place = { path: "", param: undefined, error: "invalid_request", asText };
  // `readValue` has checked it against the schema that the type is inferred from.
  return readValue(schema as Stated, value, place) as Static<Schema>;
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

/** The position of a value in what was sent. */
interface Place {
  readonly path: string;
  /** Its name in errors, where a schema around it sets one. */
  readonly param: string | undefined;
  /** The error code of the nearest schema around it that has one. */
  readonly error: ErrorName;
  readonly asText: boolean;
}

function readValue(schema: Stated, sent: unknown, outer: Place): unknown {
  const place = placeOf(schema, outer);
  const value = typeof sent === "string" ? fromString(schema, sent, place) : sent;
  if (schema.anyOf !== undefined) return readAlternative(schema, schema.anyOf, value, place);
  if (schema.properties !== undefined) return readObject(schema, schema.properties, value, place);
  if (schema.items !== undefined) return readArray(schema, schema.items, value, place);
  if (typeof value === "string" && !hasLength(schema, value))
    throw wrongLength(schema, value, place);
  if (Value.Check(schema, value)) return value;
  throw refuse(schema, value, place);
}

function readObject(
  schema: Stated,
  properties: Readonly<Record<string, Stated>>,
  value: unknown,
  place: Place,
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw refuse(schema, value, place);
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    const given = value[name] === null && !takesNull(property) ? undefined : value[name];
    const inner = within(place, name);
    if (given !== undefined) return [[name, readValue(property, given, inner)] as const];
    if (property.default !== undefined) return [[name, property.default] as const];
    if (schema.required?.includes(name) !== true) return [];
    throw refuse(property, undefined, placeOf(property, inner));
  });
  const fields = Object.fromEntries(entries);
  refuseUnlessOne(schema, fields, place);
  return fields;
}

/** Checks `oneOf` in the only form that schemas here have: exactly one of some fields is present. Throws ApiError. */
function refuseUnlessOne(
  { oneOf }: Stated,
  fields: Readonly<Record<string, unknown>>,
  place: Place,
): void {
  const names = oneOf?.flatMap(({ required }) => required ?? []) ?? [];
  if (names.length === 0 || names.filter((name) => fields[name] !== undefined).length === 1) return;
  const [first = ""] = names;
  const message = `${prefixOf(place)}exactly one of ${names.join(" and ")} has to be there.`;
  throw new ApiError(place.error, message, fieldOf(place) ?? first);
}

function readArray(
  schema: Stated,
  items: Stated,
  value: unknown,
  place: Place,
): readonly unknown[] {
  if (!Array.isArray(value) || value.length > (schema.maxItems ?? Infinity)) {
    throw refuse(schema, value, place);
  }
  return value.map((item, at) =>
    readValue(items, item, { ...place, path: `${place.path}[${at}]` }),
  );
}

/** Reads a value by the schema that it matches; an object that matches none is read by the object schema, for its errors. */
function readAlternative(
  schema: Stated,
  alternatives: readonly Stated[],
  value: unknown,
  place: Place,
): unknown {
  const fitting = alternatives.find((one) => Value.Check(one, value));
  if (fitting !== undefined) return readValue(fitting, value, place);
  const object = isObject(value)
    ? alternatives.find(({ properties }) => properties !== undefined)
    : undefined;
  if (object === undefined) throw refuse(schema, value, place);
  return readValue(object, value, place);
}

function placeOf(schema: Stated, outer: Place): Place {
  const { "x-error": error = outer.error, "x-param": param = outer.param } = schema;
  return { ...outer, error, param };
}

function fromString(schema: Stated, sent: string, place: Place): unknown {
  const { path, error } = place;
  refuseUnstorable(sent, path === "" ? "The body" : path, error, fieldOf(place));
  const trimmed = schema["x-trimmed"] === true ? sent.trim() : sent;
  const named = [schema, ...(schema.anyOf ?? [])].find((one) => one["x-any-case"] === true);
  const text = named === undefined ? trimmed : ofAnyCase(named, trimmed);
  return place.asText ? fromText(schema, text) : text;
}

/** Returns the `enum` value that differs from a text only in case; the text itself where there is none. */
function ofAnyCase(schema: Stated, text: string): string {
  const small = text.toLowerCase();
  const same = schema.enum?.find((one) => typeof one === "string" && one.toLowerCase() === small);
  return typeof same === "string" ? same : text;
}

/** How clients write booleans in forms and addresses. */
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

/** Parses the value that a text represents; one that cannot be parsed stays a text, which is refused later. */
function fromText(schema: Stated, text: string): unknown {
  const kinds = [schema, ...(schema.anyOf ?? [])];
  if (kinds.some(({ type }) => type === "integer")) {
    return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  }
  if (kinds.some(({ type }) => type === "number")) {
    return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
  }
  if (kinds.some(({ type }) => type === "boolean")) {
    const small = text.trim().toLowerCase();
    return Object.hasOwn(BOOLEANS, small) ? BOOLEANS[small] : text;
  }
  const isStructured = kinds.some(({ type }) => type === "array" || type === "object");
  return isStructured && /^\s*[[{]/.test(text) ? parsedOrText(text) : text;
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function takesNull({ type, anyOf = [] }: Stated): boolean {
  return type === "null" || anyOf.some(takesNull);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Checks the length here, as JSON Schema counts code points and typebox counts grapheme clusters. */
function hasLength({ minLength = 0, maxLength = Infinity }: Stated, text: string): boolean {
  if (text.length <= maxLength && text.length >= 2 * minLength) return true;
  if (text.length > 2 * maxLength) return false;
  const length = codePoints(text);
  return length >= minLength && length <= maxLength;
}

function wrongLength(schema: Stated, text: string, place: Place): ApiError {
  const { maxLength = Infinity, "x-too-long": tooLong } = schema;
  if (tooLong === undefined || text.length <= maxLength) return refuse(schema, text, place);
  const { path } = place;
  const message = `${path} has ${codePoints(text)} characters; at most ${maxLength} are taken.`;
  return new ApiError(tooLong, message, fieldOf(place));
}

function refuse(schema: Stated, value: unknown, place: Place): ApiError {
  const { error, path } = place;
  const what = path === "" ? "The body" : path;
  if (value === undefined && path !== "") {
    return new ApiError(
      error,
      `${what} is missing; it has to be ${takes(schema)}.`,
      fieldOf(place),
    );
  }
  return new ApiError(error, `${what} has to be ${takes(schema)}${gotOf(value)}.`, fieldOf(place));
}

function within({ path, param, ...place }: Place, name: string): Place {
  const inner = path === "" ? name : `${path}.${name}`;
  return { ...place, path: inner, param: param === undefined ? undefined : `${param}.${name}` };
}

/** Returns the field of the body that contains a place, or the name that a schema sets; null for the body itself. */
function fieldOf({ path, param }: Place): string | null {
  return param ?? /^[^.[]+/.exec(path)?.[0] ?? null;
}

function prefixOf({ path }: Place): string {
  return path === "" ? "" : `${path}: `;
}

const MOST_QUOTED_CHARACTERS = 40;

/** Quotes a value for an error message, if it is short enough. */
function gotOf(value: unknown): string {
  if (typeof value === "object" || value === undefined) return "";
  const text = JSON.stringify(value);
  return text.length <= MOST_QUOTED_CHARACTERS ? `; got ${text}` : "";
}
