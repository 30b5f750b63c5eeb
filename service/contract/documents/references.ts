import type { TSchema } from "typebox";
import type { Stated } from "#schema-reader/stated.ts";

/** Returns a document as JSON in which every occurrence of a named schema is a reference. */
export function withReferences(
  document: unknown,
  named: Readonly<Record<string, TSchema>>,
  prefix: string,
): string {
  const names = new Map<unknown, string>(
    Object.entries(named).map(([name, schema]) => [schema, name]),
  );
  const referring = (_key: string, value: unknown) => {
    const name = names.get(value);
    return name === undefined ? withoutDefaulted(value) : { $ref: `${prefix}${name}` };
  };
  return `${JSON.stringify(document, referring, 2)}\n`;
}

/** Removes fields with a default from `required`: clients may omit them, although `read` always returns them. */
function withoutDefaulted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { required, properties } = value as Stated;
  if (!Array.isArray(required) || properties === undefined) return value;
  const rest = required.filter((name: string) => properties[name]?.default === undefined);
  return { ...value, required: rest };
}
