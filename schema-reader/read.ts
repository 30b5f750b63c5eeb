import { Value } from "typebox/value";
import { accepts } from "./accepts.ts";
import { codePoints } from "./code-points.ts";
import { type Fault, schemaOf, type Trail } from "./fault.ts";
import type { Stated } from "./stated.ts";

type Fields = Readonly<Record<string, unknown>>;

/** How values are read by a schema. */
export interface Reading {
  /** Called for each fault, in the order of the value; if it throws, reading ends. */
  readonly onFault: (fault: Fault) => void;
  /** Returns what stands for a value before it is checked, as a number for a text; default: the value. */
  readonly convert?: (value: unknown, trail: Trail) => unknown;
  /** Whether null counts as absent unless its schema allows null; default false. */
  readonly isNullAbsent?: boolean;
  /** Whether keys that no schema names are left out of objects that are not closed; default false. */
  readonly dropsUnknown?: boolean;
}

/**
 * Returns a value as its schema describes it: converted, with defaults for absent fields. The value itself stays as it is.
 *
 * Lengths of strings are code points. `oneOf` is known in one form: exactly one of some keys is there.
 */
export function readBySchema(schema: Stated, value: unknown, reading: Reading): unknown {
  return new Reader(reading).read(value, [{ schema }]);
}

/** Returns whether a value is an object of JSON, not an array. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

class Reader {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  read(sent: unknown, trail: Trail): unknown {
    const { convert } = this.#reading;
    const value = convert === undefined ? sent : convert(sent, trail);
    const { anyOf, items, properties, patternProperties } = schemaOf(trail);
    if (anyOf !== undefined) return this.#readAlternative(anyOf, value, trail);
    if (this.#hasFault(value, trail)) return value;
    if (isObject(value) && (properties ?? patternProperties) !== undefined) {
      return this.#readObject(value, trail);
    }
    if (!Array.isArray(value) || !isObject(items)) return value;
    return value.map((item, key) => this.read(item, [...trail, { schema: items, key }]));
  }

  /** Reads a value by the schema that it matches; an object or array that matches none by the one of its type, for its faults. */
  #readAlternative(alternatives: readonly Stated[], value: unknown, trail: Trail): unknown {
    const type = Array.isArray(value) ? "array" : isObject(value) ? "object" : undefined;
    const fitting =
      alternatives.find((one) => Value.Check(one, value)) ??
      alternatives.find((one) => type !== undefined && one.type === type);
    if (fitting !== undefined) return this.read(value, [...trail, { schema: fitting }]);
    this.#report(trail, value, "anyOf", `must be ${accepts(schemaOf(trail))}`);
    return value;
  }

  #readObject(value: Fields, trail: Trail): Fields {
    const { properties = {}, required = [] } = schemaOf(trail);
    const others = this.#readOthers(value, trail);
    const absent = Object.keys(properties).filter((key) => this.#isAbsent(value, key, properties));
    const missing = absent.filter(
      (key) => required.includes(key) && properties[key]?.default === undefined,
    );
    const entries = Object.entries(properties).flatMap(([key, schema]) => {
      if (key === missing[0]) this.#reportMissing(missing, value, trail);
      const given = absent.includes(key) ? structuredClone(schema.default) : value[key];
      if (given === undefined) return [];
      return [[key, this.read(given, [...trail, { schema, key }])] as const];
    });
    const fields = { ...others, ...Object.fromEntries(entries) };
    this.#refuseUnlessOne(fields, trail);
    return fields;
  }

  /** Returns the fields that are not among the properties: those of a pattern, and unknown ones where they are kept. */
  #readOthers(value: Fields, trail: Trail): Fields {
    const { properties = {}, patternProperties = {}, additionalProperties } = schemaOf(trail);
    const patterns = Object.entries(patternProperties);
    const unknown: string[] = [];
    const entries = Object.entries(value).flatMap(([key, field]) => {
      if (Object.hasOwn(properties, key)) return [];
      const [, named] = patterns.find(([pattern]) => new RegExp(pattern, "u").test(key)) ?? [];
      const schema = named ?? additionalProperties;
      if (isObject(schema)) return [[key, this.read(field, [...trail, { schema, key }])] as const];
      if (schema === false) unknown.push(key);
      return this.#reading.dropsUnknown === true ? [] : [[key, field] as const];
    });
    if (unknown.length > 0) {
      const message = `must not have additional properties: ${unknown.join(", ")}`;
      this.#report(trail, value, "additionalProperties", message, { names: unknown });
    }
    return Object.fromEntries(entries);
  }

  #isAbsent(value: Fields, key: string, properties: Readonly<Record<string, Stated>>): boolean {
    const given = Object.hasOwn(value, key) ? value[key] : undefined;
    if (given !== null || this.#reading.isNullAbsent !== true) return given === undefined;
    return !allowsNull(properties[key] ?? {});
  }

  #reportMissing(names: readonly string[], value: Fields, trail: Trail): void {
    const message = `must have required properties ${names.join(", ")}`;
    this.#report(trail, value, "required", message, { names });
  }

  #refuseUnlessOne(fields: Fields, trail: Trail): void {
    const { oneOf = [] } = schemaOf(trail);
    const names = oneOf.flatMap(({ required = [] }) => required);
    if (names.length === 0) return;
    if (names.filter((name) => fields[name] !== undefined).length === 1) return;
    const message = `must have exactly one of ${names.join(" and ")}`;
    this.#report(trail, fields, "oneOf", message, { names });
  }

  /** Reports a keyword that a value violates by itself, whatever is in it; returns whether there is one. */
  #hasFault(value: unknown, trail: Trail): boolean {
    const schema = schemaOf(trail);
    const length = typeof value === "string" ? violatedLength(schema, value) : undefined;
    if (length !== undefined) {
      const { keyword, limit, message } = length;
      this.#report(trail, value, keyword, message, { limit });
      return true;
    }
    const own = ownKeywords(schema);
    if (Value.Check(own, value)) return false;
    const [error] = Value.Errors(own, value);
    if (error === undefined) throw new Error("a value was refused without a reason");
    const { keyword, params, message } = error;
    this.#report(trail, value, keyword, keyword === "const" ? `must be ${accepts(own)}` : message, {
      names: keyword === "enum" ? params.allowedValues.map(String) : [],
      limit: "limit" in params ? Number(params.limit) : undefined,
    });
    return true;
  }

  #report(
    trail: Trail,
    value: unknown,
    keyword: string,
    message: string,
    { names = [], limit }: Partial<Pick<Fault, "names" | "limit">> = {},
  ): void {
    this.#reading.onFault({ trail, value, keyword, message, names, limit });
  }
}

/** Returns the limit on its length that a text violates, counted in code points; typebox counts grapheme clusters. */
function violatedLength(
  { minLength = 0, maxLength = Infinity }: Stated,
  text: string,
): (Pick<Fault, "keyword" | "message"> & { readonly limit: number }) | undefined {
  if (text.length <= maxLength && text.length >= 2 * minLength) return undefined;
  // A text of more units than twice the limit is not counted: a code point has at most two.
  const length = text.length > 2 * maxLength ? Infinity : codePoints(text);
  if (length > maxLength) {
    const message = `must not have more than ${maxLength} characters`;
    return { keyword: "maxLength", limit: maxLength, message };
  }
  if (length >= minLength) return undefined;
  const message = `must not have fewer than ${minLength} characters`;
  return { keyword: "minLength", limit: minLength, message };
}

function allowsNull({ type, anyOf = [] }: Stated): boolean {
  return type === "null" || anyOf.some(allowsNull);
}

/** The keywords that the reader follows itself; typebox checks the others. */
const FOLLOWED: ReadonlySet<string> = new Set([
  "additionalProperties",
  "anyOf",
  "items",
  "maxLength",
  "minLength",
  "oneOf",
  "patternProperties",
  "properties",
  "required",
]);

const OWN_KEYWORDS = new WeakMap<Stated, Stated>();

/** Returns a schema with the keywords alone that a value keeps or violates by itself. */
function ownKeywords(schema: Stated): Stated {
  const known = OWN_KEYWORDS.get(schema);
  if (known !== undefined) return known;
  // Refinements are properties that a spread does not copy.
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(schema));
  const own: Stated = Object.defineProperties(
    {},
    Object.fromEntries(
      descriptors.filter(
        ([keyword, { value }]) =>
          !FOLLOWED.has(keyword) || (keyword === "items" && Array.isArray(value)),
      ),
    ),
  );
  OWN_KEYWORDS.set(schema, own);
  return own;
}
