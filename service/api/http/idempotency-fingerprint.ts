import { createHash } from "node:crypto";

/** Returns what is the same for two contents alone that are the same: JSON values in any order of their fields, and bytes. */
export function fingerprintOf(content: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(canonical(content)))
    .digest("hex");
}

/** Returns what is the same for two streams of bytes alone that hold the same. */
export async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of bytes) hash.update(piece);
  return hash.digest("hex");
}

/** Each kind of value is marked, so that none can be written to look like another. */
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
