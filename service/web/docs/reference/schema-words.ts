import { fill } from "#web-kit/language/texts.ts";
import type { DocsTexts } from "../../texts/texts.ts";
import { nameIn, resolved, type Schema } from "../documents/open-api.ts";

/** What a value may be, in words: "string", "array of object", "number or null". */
export function typeOf(
  schema: Schema,
  named: Readonly<Record<string, Schema>>,
  texts: DocsTexts,
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
    return fill(texts.arrayOf, { type: typeOf(resolved(schema.items, named), named, texts) });
  }
  const { type = "object" } = schema;
  return texts.types[type as keyof typeof texts.types] ?? type;
}

/** The bounds of a value, in words. */
export function limitsOf(schema: Schema, texts: DocsTexts): readonly string[] {
  const { minimum, maximum, minLength, maxLength, maxItems, format, pattern } = schema;
  return [
    ...rangeOf(minimum, maximum, texts),
    ...(minLength === 1 ? [texts.notEmpty] : []),
    ...(maxLength === undefined ? [] : [fill(texts.mostCharacters, { most: maxLength })]),
    ...(maxItems === undefined ? [] : [fill(texts.mostItems, { most: maxItems })]),
    ...(format === "date-time" ? [texts.dateTime] : []),
    ...(pattern === "^[^()]*$" ? [texts.withoutParentheses] : []),
    ...(pattern?.startsWith("^[a-z]+_") === true ? [pattern] : []),
  ];
}

function rangeOf(least: number | undefined, most: number | undefined, texts: DocsTexts): string[] {
  if (least !== undefined && most !== undefined) return [fill(texts.range, { least, most })];
  if (least !== undefined && least !== 0) return [fill(texts.atLeast, { least })];
  return most === undefined ? [] : [fill(texts.atMost, { most })];
}
