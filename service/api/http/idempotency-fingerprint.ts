import { createHash } from "node:crypto";

/** Returns a digest that is equal only for equal contents (JSON values and bytes); the order of JSON fields does not matter. */
export function fingerprintOf(content: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(canonical(content)))
    .digest("hex");
}

/** Returns a digest that is equal only for streams of equal bytes. */
export async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of bytes) hash.update(piece);
  return hash.digest("hex");
}

/**
 * Returns a canonical form in which each kind of value is marked, so that no value can be written to look like another kind.
 */
function canonical(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    return { bytes: createHash("sha256").update(value).digest("hex") };
  }
  if (Array.isArray(value)) return { list: value.map(canonical) };
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return { fields: fields.map(([name, field]) => [name, canonical(field)]).toSorted(byName) };
}

function byName([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}
