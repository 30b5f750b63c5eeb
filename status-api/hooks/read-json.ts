import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";

/** Reads a JSON text by its schema; undefined for one that is not what the schema says. */
export function readJson<Schema extends TSchema>(
  schema: Schema,
  text: string,
): Static<Schema> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return Value.Check(schema, read) ? read : undefined;
  } catch {
    return undefined;
  }
}
