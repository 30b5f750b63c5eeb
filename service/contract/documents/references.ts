import type { TSchema } from "typebox";

/** Writes a document as JSON in which every named schema, wherever it stands within another, is a reference. */
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
    return name === undefined ? value : { $ref: `${prefix}${name}` };
  };
  return `${JSON.stringify(document, referring, 2)}\n`;
}
