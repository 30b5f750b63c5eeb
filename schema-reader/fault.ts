import type { Stated } from "./stated.ts";

/** The position of a value: keys and indexes from the root. */
export type Place = readonly (string | number)[];

/** A schema on the way from the root to a value, and the key or index that leads to it; the root and alternatives have none. */
export interface Step {
  readonly schema: Stated;
  readonly key?: string | number;
}

/** The schemas from the root to that of a value. */
export type Trail = readonly Step[];

/** Error of a value that does not match its schema. */
export interface Fault {
  readonly trail: Trail;
  readonly value: unknown;
  /** The keyword of JSON Schema that it violates; `required` and `additionalProperties` are faults of the object. */
  readonly keyword: string;
  /** The missing keys, the unknown keys, the allowed values, or the keys of which exactly one has to be there. */
  readonly names: readonly string[];
  /** The number that it has to keep, for keywords that are limits. */
  readonly limit: number | undefined;
  /** A phrase after the name of the value: "must be integer". */
  readonly message: string;
}

/** Returns the position that a trail leads to. */
export function placeOf(trail: Trail): Place {
  return trail.flatMap(({ key }) => (key === undefined ? [] : [key]));
}

/** Returns the schema at the end of a trail. */
export function schemaOf(trail: Trail): Stated {
  return trail.at(-1)!.schema;
}

/** Formats a place as `components[0].checks[1].url`; keys with other characters are quoted, so that it stays on one line. */
export function pathOf(place: Place): string {
  return place
    .map((part) => {
      if (typeof part === "number") return `[${part}]`;
      return PLAIN_KEY.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
    })
    .join("")
    .replace(/^\./, "");
}

const PLAIN_KEY = /^[\w-]+$/;
