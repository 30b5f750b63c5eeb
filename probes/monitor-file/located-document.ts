import type { Static, TSchema } from "typebox";
import type { TLocalizedValidationError } from "typebox/error";
import { Value } from "typebox/value";
import { Fault } from "#runtime/fault.ts";
import { type Document, isMap, isNode, isScalar, type LineCounter } from "yaml";

/** A monitor file that cannot be used; `message` is one line with file, line, fault and what is allowed. */
export class MonitorFileError extends Fault {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "MonitorFileError";
  }
}

/** Where a value lies in the file: keys and indexes from its root. */
export type Place = readonly (string | number)[];

/** A parsed file that knows the line of each of its values. */
export class LocatedDocument {
  readonly #file: string;
  readonly #document: Document;
  readonly #lines: LineCounter;

  constructor(file: string, document: Document, lines: LineCounter) {
    this.#file = file;
    this.#document = document;
    this.#lines = lines;
  }

  /** An error that names the line of the value at `place`, or of what holds it if it is absent. */
  errorAt(place: Place, message: string): MonitorFileError {
    const where = place.length === 0 ? "" : `${pathOf(place)}: `;
    return new MonitorFileError(`${this.#file}:${this.#lineOf(place)}: ${where}${message}`);
  }

  /** Returns `value`, which lies at `place`, with defaults; throws for the first thing in it that `schema` refuses. */
  read<Schema extends TSchema>(schema: Schema, value: unknown, place: Place): Static<Schema> {
    const complete = Value.Default(schema, value);
    const faults = Value.Errors(schema, complete)
      .filter((error) => error.keyword !== "boolean")
      .map((error) => {
        const inner = [...place, ...segmentsOf(error.instancePath)];
        const key = unknownKey(error);
        const at = key === undefined ? inner : [...inner, key];
        return { at, line: this.#lineOf(at), error, isUnknownKey: key !== undefined };
      });
    // An unknown key is often a known one misspelt: say that rather than that the known one is missing.
    const [first] = faults.toSorted(
      (a, b) => Number(b.isUnknownKey) - Number(a.isUnknownKey) || a.line - b.line,
    );
    if (first !== undefined) throw this.errorAt(first.at, describe(schema, complete, first.error));
    return complete as Static<Schema>;
  }

  #lineOf(place: Place): number {
    for (let length = place.length; length >= 0; length -= 1) {
      const offset = this.#offsetOf(place.slice(0, length));
      if (offset !== undefined) return this.#lines.linePos(offset).line;
    }
    return 1;
  }

  /** Where the key at the end of `place` stands; for an entry of a list, where the entry begins. */
  #offsetOf(place: Place): number | undefined {
    const last = place.at(-1);
    const holder: unknown = this.#document.getIn(place.slice(0, -1), true);
    if (typeof last === "string" && isMap(holder)) {
      const key = holder.items.find((pair) => isScalar(pair.key) && pair.key.value === last)?.key;
      return isNode(key) ? key.range?.[0] : undefined;
    }
    const node: unknown = this.#document.getIn(place, true);
    return isNode(node) ? node.range?.[0] : undefined;
  }
}

function describe(schema: TSchema, value: unknown, error: TLocalizedValidationError): string {
  const got = JSON.stringify(Value.Pointer.Get(value, error.instancePath));
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

/** `components[0].checks[1].url`; keys that no path can hold stand in quotes, in one line. */
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
