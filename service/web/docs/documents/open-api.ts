/** The parts of a JSON schema that the reference shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly default?: string | number | boolean;
  readonly examples?: readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
}

interface Reference {
  readonly $ref: string;
}

interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly schema: Schema } | Reference>>;
  readonly content?: Readonly<
    Record<
      string,
      { readonly schema: Schema; readonly examples?: Readonly<Record<string, Reference>> }
    >
  >;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "path" | "query" | "header";
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** The service's OpenAPI document, as far as the reference shows it. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

/** An operation with its address. */
export interface Endpoint extends Operation {
  readonly method: string;
  readonly path: string;
}

/** Every operation of the document, in its order. */
export function endpointsOf({ paths }: OpenApiDocument): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The least credential that an operation takes. */
export function credentialOf({ security }: Operation): "none" | "session" | "account" {
  if (security.length === 0) return "none";
  return security.some((one) => "session" in one) ? "session" : "account";
}

/** `createSpeech` → `create-speech`. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the schema that a reference names; throws where the document has none such. */
export function resolved(schema: Schema, named: Readonly<Record<string, Schema>>): Schema {
  if (schema.$ref === undefined) return schema;
  const target = named[nameIn(schema.$ref)];
  if (target === undefined) throw new Error(`the document has no ${schema.$ref}`);
  return target;
}

/** The last part of a reference. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}
