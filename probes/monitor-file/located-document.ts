import type { Static, TSchema } from "typebox";
import type { TLocalizedValidationError } from "typebox/error";
import { Value } from "typebox/value";
import { Fault } from "#runtime/fault.ts";
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Pair,
  type YAMLMap,
} from "yaml";

/** A monitor file that cannot be used; `message` is one line with file, line, fault and what is allowed. */
export class MonitorFileError extends Fault {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "MonitorFileError";
  }
}

/** Where a value lies in the file: keys and indexes from its root. */
export type Place = readonly (string | number)[];

/**
 * By YAML node with variables: the other way to read its value (text instead of number or boolean, or the reverse), which is
 * used where the schema does not accept the first one.
 */
export type VariableValues = ReadonlyMap<unknown, string | number | boolean>;

/** A parsed file that knows the line of each of its values. */
export class LocatedDocument {
  readonly #file: string;
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #variables: VariableValues;

  constructor(file: string, document: Document, lines: LineCounter, variables: VariableValues) {
    this.#file = file;
    this.#document = document;
    this.#lines = lines;
    this.#variables = variables;
  }

  /** Returns an error with the line of the value at `place`, or of what contains it if it is absent. */
  errorAt(place: Place, message: string): MonitorFileError {
    const where = place.length === 0 ? "" : `${pathOf(place)}: `;
    return new MonitorFileError(`${this.#file}:${this.#lineOf(place)}: ${where}${message}`);
  }

  /**
   * Returns `value`, which is at `place`, with defaults; throws `MonitorFileError` for the first fault that `schema` finds in
   * it.
   */
  read<Schema extends TSchema>(schema: Schema, value: unknown, place: Place): Static<Schema> {
    const complete = this.#withVariables(schema, Value.Default(schema, value), place);
    const faults = Value.Errors(schema, complete)
      .filter((error) => error.keyword !== "boolean")
      .map((error) => {
        const inner = [...place, ...segmentsOf(error.instancePath)];
        const key = unknownKey(error);
        const at = key === undefined ? inner : [...inner, key];
        return { at, line: this.#lineOf(at), error, isUnknownKey: key !== undefined };
      });
    // An unknown key is often a misspelt known one, so it is reported rather than the known key as missing.
    const [first] = faults.toSorted(
      (a, b) => Number(b.isUnknownKey) - Number(a.isUnknownKey) || a.line - b.line,
    );
    if (first !== undefined) throw this.errorAt(first.at, describe(schema, complete, first.error));
    return complete as Static<Schema>;
  }

  /**
   * Replaces values from variables by their other reading where the schema requires it: digits may be a number, or a text such
   * as a token.
   */
  #withVariables(schema: TSchema, value: unknown, place: Place): unknown {
    const tried = new Set<string>();
    for (;;) {
      // `Errors` does not list all of them at one time.
      const wrong = Value.Errors(schema, value)
        .filter(({ keyword }) => KEYWORDS_OF_TYPES.has(keyword))
        .map(({ instancePath }) => instancePath)
        .filter((pointer) => !tried.has(pointer));
      for (const pointer of wrong) {
        tried.add(pointer);
        const node = this.#nodeAt([...place, ...segmentsOf(pointer)]);
        const other = this.#variables.get(node);
        if (other !== undefined) Value.Pointer.Set(value, pointer, other);
      }
      if (wrong.length === 0) return value;
    }
  }

  #lineOf(place: Place): number {
    for (let length = place.length; length >= 0; length -= 1) {
      const offset = this.#offsetOf(place.slice(0, length));
      if (offset !== undefined) return this.#lines.linePos(offset).line;
    }
    return 1;
  }

  /** Returns the offset of the key at the end of `place`; for a list entry, the offset of its beginning. */
  #offsetOf(place: Place): number | undefined {
    const last = place.at(-1);
    const holder = this.#nodeAt(place.slice(0, -1));
    const node =
      typeof last === "string" && isMap(holder)
        ? this.#pairOf(holder, last)?.key
        : this.#nodeAt(place);
    return isNode(node) ? node.range?.[0] : undefined;
  }

  /** Returns the node at `place`, following aliases and merge keys. */
  #nodeAt(place: Place): Node | undefined {
    let node = this.#followed(this.#document.contents);
    for (const part of place) {
      if (isMap(node)) node = this.#followed(this.#pairOf(node, String(part))?.value);
      else if (isSeq(node)) node = this.#followed(node.items[Number(part)]);
      else return undefined;
    }
    return node;
  }

  #pairOf(holder: YAMLMap, key: string): Pair | undefined {
    const own = holder.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
    if (own !== undefined) return own;
    const merged = holder.items
      .filter((pair) => isScalar(pair.key) && typeof pair.key.value === "symbol")
      .map((pair) => this.#followed(pair.value))
      .flatMap((source) =>
        isSeq(source) ? source.items.map((item) => this.#followed(item)) : [source],
      );
    for (const source of merged) {
      const found = isMap(source) ? this.#pairOf(source, key) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #followed(node: unknown): Node | undefined {
    if (isAlias(node)) return node.resolve(this.#document);
    return isNode(node) ? node : undefined;
  }
}

/** The schema keywords that a value of another type violates. */
const KEYWORDS_OF_TYPES: ReadonlySet<string> = new Set(["type", "anyOf", "enum", "const"]);

function describe(schema: TSchema, value: unknown, error: TLocalizedValidationError): string {
  const got = withoutPassword(JSON.stringify(Value.Pointer.Get(value, error.instancePath)) ?? "");
  const holder: unknown = Value.Pointer.Get(schema, error.schemaPath.slice(1));
  if (error.keyword === "pattern") return `got ${got}; takes: ${descriptionOf(holder)}`;
  if (error.keyword === "additionalProperties") {
    return `unknown key; allowed: ${keysOf(holder).join(", ")}`;
  }
  if (error.keyword === "required") {
    return `missing: ${error.params.requiredProperties.join(", ")}`;
  }
  if (error.keyword === "enum") {
    return `got ${got}; allowed: ${error.params.allowedValues.join(", ")}`;
  }
  return `got ${got}; ${error.message}`;
}

/** Removes the credentials before the @ of an address, which must not be logged. */
function withoutPassword(text: string): string {
  return text.replace(/(:\/\/)[^/?#"]*@/, "$1…@");
}

function unknownKey(error: TLocalizedValidationError): string | undefined {
  return error.keyword === "additionalProperties"
    ? error.params.additionalProperties[0]
    : undefined;
}

function keysOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null || !("properties" in schema)) return [];
  return Object.keys(schema.properties ?? {});
}

function descriptionOf(schema: unknown): string {
  const isDescribed = typeof schema === "object" && schema !== null && "description" in schema;
  return isDescribed ? String(schema.description) : "";
}

function segmentsOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** Formats a place as `components[0].checks[1].url`; keys with other characters are quoted, so that it stays on one line. */
function pathOf(place: Place): string {
  const plain = /^[\w-]+$/;
  return place
    .map((part) => {
      if (typeof part === "number") return `[${part}]`;
      return plain.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join("")
    .replace(/^\./, "");
}
