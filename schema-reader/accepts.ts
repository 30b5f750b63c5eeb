import type { Stated } from "./stated.ts";

/** Describes what a schema accepts, completing "field has to be …". */
export function accepts(schema: Stated): string {
  const { "x-takes": own, type, anyOf } = schema;
  if (own !== undefined) return own;
  if (schema.enum !== undefined) return `one of ${schema.enum.join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (anyOf !== undefined) return anyOf.map(accepts).join(" or ");
  if (type === "boolean") return "true or false";
  if (type === "number") return `a number${rangeOf(schema)}`;
  if (type === "integer") return `an integer${rangeOf(schema)}`;
  if (type === "string") return stringOf(schema);
  if (type === "null") return "null";
  if (type !== "array") return "a JSON object";
  return `an array${schema.maxItems === undefined ? "" : ` of at most ${schema.maxItems} items`}`;
}

function rangeOf({ minimum, maximum }: Stated): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}

function stringOf({ minLength = 0, maxLength }: Stated): string {
  if (maxLength === undefined) return minLength > 0 ? "a string that is not empty" : "a string";
  return minLength > 0
    ? `a string of ${minLength} to ${maxLength} characters`
    : `a string of at most ${maxLength} characters`;
}
