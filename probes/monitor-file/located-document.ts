import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import { Fault as ProgramFault } from "#runtime/fault.ts";
import {
  type Fault,
  pathOf,
  type Place,
  placeOf,
  schemaOf,
  type Trail,
} from "#schema-reader/fault.ts";
import { readBySchema } from "#schema-reader/read.ts";
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
export class MonitorFileError extends ProgramFault {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "MonitorFileError";
  }
}

/**
 * By YAML node with variables: the other way to read its value (text instead of number or boolean, or the reverse), which is
 * used where the schema does not accept the first one.
 */
export type VariableValues = ReadonlyMap<unknown, string | number | boolean>;

/** A fault with its place and line in the file; that of an unknown key is the key's. */
interface LocatedFault extends Fault {
  readonly at: Place;
  readonly line: number;
  readonly isUnknownKey: boolean;
}

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
    const faults: LocatedFault[] = [];
    const complete = readBySchema(schema, value, {
      convert: (given, trail) => this.#withVariable(given, trail, place),
      onFault: (fault) => {
        const isUnknownKey = fault.keyword === "additionalProperties";
        const inner = [...place, ...placeOf(fault.trail)];
        const at = isUnknownKey ? [...inner, ...fault.names.slice(0, 1)] : inner;
        faults.push({ ...fault, at, line: this.#lineOf(at), isUnknownKey });
      },
    });
    // An unknown key is often a misspelt known one, so it is reported rather than the known key as missing.
    const [first] = faults.toSorted(
      (a, b) => Number(b.isUnknownKey) - Number(a.isUnknownKey) || a.line - b.line,
    );
    if (first !== undefined) throw this.errorAt(first.at, describe(first));
    return complete as Static<Schema>;
  }

  /**
   * Returns the other reading of a value from a variable where the schema requires it: digits may be a number, or a text such
   * as a token.
   */
  #withVariable(value: unknown, trail: Trail, place: Place): unknown {
    const other = this.#variables.get(this.#nodeAt([...place, ...placeOf(trail)]));
    const isOfOtherType =
      other !== undefined &&
      Value.Errors(schemaOf(trail), value).some(({ keyword }) => KEYWORDS_OF_TYPES.has(keyword));
    return isOfOtherType ? other : value;
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

function describe({ keyword, message, names, trail, value }: Fault): string {
  const schema = schemaOf(trail);
  if (keyword === "additionalProperties") {
    return `unknown key; allowed: ${Object.keys(schema.properties ?? {}).join(", ")}`;
  }
  if (keyword === "required") return `missing: ${names.join(", ")}`;
  const got = `got ${withoutPassword(JSON.stringify(value) ?? "")}`;
  if (keyword === "pattern") return `${got}; takes: ${schema.description ?? ""}`;
  if (keyword === "enum") return `${got}; allowed: ${names.join(", ")}`;
  return `${got}; ${message}`;
}

/** Removes the credentials before the @ of an address, which must not be logged. */
function withoutPassword(text: string): string {
  return text.replace(/(:\/\/)[^/?#"]*@/, "$1…@");
}
