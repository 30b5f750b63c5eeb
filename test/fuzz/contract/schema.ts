/** A JSON schema of the project's own documents, its references resolved. */
export interface Schema {
  readonly type?: "string" | "integer" | "number" | "boolean" | "null" | "array" | "object";
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly contentMediaType?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Returns a document with what its references, as `#/components/schemas/Voice`, lead to in their place. */
export function resolved<Document>(document: Document): Document {
  const follow = (reference: string): unknown =>
    reference
      .slice(2)
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce((value: unknown, part) => (value as Record<string, unknown>)[part], document);
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === "string") return resolve(follow($ref));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
  };
  return resolve(document) as Document;
}
