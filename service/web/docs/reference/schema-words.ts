import type { Texts } from "../texts.ts";
import { nameIn, resolved, type Schema } from "./open-api.ts";

/** What a value may be, in words: "string", "array of object", "number or null". */
export function typeOf(
  schema: Schema,
  named: Readonly<Record<string, Schema>>,
  texts: Texts,
): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) {
    const types = schema.anyOf.map((one) => typeOf(one, named, texts));
    return [...new Set(types)].join(texts.orType);
  }
  if (schema.contentMediaType !== undefined) return texts.types.binary;
  if (schema.contentEncoding !== undefined) return texts.types.base64;
  if (schema.type === "array" && schema.items !== undefined) {
    return texts.arrayOf(typeOf(resolved(schema.items, named), named, texts));
  }
  const { type = "object" } = schema;
  return texts.types[type as keyof typeof texts.types] ?? type;
}

/** The bounds of a value, in words. */
export function limitsOf(schema: Schema, texts: Texts): readonly string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, format, pattern } = schema;
  return [
    ...rangeOf(minimum, maximum, texts),
    ...(minLength === 1 ? [texts.notEmpty] : []),
    ...(maxLength === undefined ? [] : [texts.mostCharacters(maxLength)]),
    ...(maxItems === undefined ? [] : [texts.mostItems(maxItems)]),
    ...(format === "date-time" ? [texts.dateTime] : []),
    ...(pattern === "^[^()]*$" ? [texts.withoutParentheses] : []),
    ...(pattern?.startsWith("^[a-z]+_") === true ? [pattern] : []),
  ];
}

function rangeOf(least: number | undefined, most: number | undefined, texts: Texts): string[] {
  if (least !== undefined && most !== undefined) return [texts.range(least, most)];
  if (least !== undefined && least !== 0) return [texts.atLeast(least)];
  return most === undefined ? [] : [texts.atMost(most)];
}
