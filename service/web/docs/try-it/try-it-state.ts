import { EXAMPLES } from "../documents/examples.ts";
import { credentialOf, type Endpoint, resolved, type Schema } from "../documents/open-api.ts";

/** A field of the form that makes a request. */
export interface TryField {
  readonly name: string;
  readonly place: "path" | "query" | "header" | "body";
  /** The kind of its input. */
  readonly kind: "text" | "long" | "number" | "choice" | "file" | "json";
  readonly isRequired: boolean;
  /** What there is to choose from. */
  readonly values: readonly string[];
  /** What stands in it at first. */
  readonly initial: string;
  readonly standard: string | undefined;
}

/** Everything the form of an endpoint is made from. */
export interface TryIt {
  readonly method: string;
  readonly path: string;
  readonly credential: ReturnType<typeof credentialOf>;
  readonly parameters: readonly TryField[];
  readonly bodies: readonly { readonly type: string; readonly fields: readonly TryField[] }[];
}

type Schemas = Readonly<Record<string, Schema>>;
/** Longer texts get several lines. */
const LINE_CHARACTERS = 300;

/** The form of an endpoint, filled in with its example. */
export function tryItOf(endpoint: Endpoint, named: Schemas): TryIt {
  const { method, path, parameters = [], requestBody, operationId } = endpoint;
  const { path: inPath, query, json, form } = EXAMPLES[operationId] ?? {};
  const example: Readonly<Record<string, unknown>> = { ...inPath, ...query, ...json, ...form };
  const field = (
    name: string,
    place: TryField["place"],
    isRequired: boolean,
    schema: Schema,
  ): TryField => {
    const whole = resolved(schema, named);
    const value = example[name];
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    return {
      name,
      place,
      isRequired,
      kind: kindOf(whole, named),
      values: valuesOf(whole),
      // The reader's own value takes the place of a variable or a file.
      initial: /^[$@]/.test(text) ? "" : text,
      standard: whole.default === undefined ? undefined : String(whole.default),
    };
  };
  return {
    method,
    path,
    credential: credentialOf(endpoint),
    parameters: parameters.map(({ name, in: place, required, schema }) =>
      field(name, place, required, schema),
    ),
    bodies: Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => {
      const { properties = {}, required = [] } = resolved(schema, named);
      const fields = Object.entries(properties).map(([name, property]) =>
        field(name, "body", required.includes(name), property),
      );
      return { type, fields };
    }),
  };
}

function kindOf(schema: Schema, named: Schemas): TryField["kind"] {
  const { type, contentMediaType, anyOf = [], maxLength = 0 } = schema;
  if (contentMediaType !== undefined) return "file";
  if (valuesOf(schema).length > 0) return "choice";
  if (type === "integer" || type === "number") return "number";
  if (type === "array" || type === "object") return "json";
  // What may be a name, among others, is asked for as one.
  if (anyOf.length > 0) {
    return anyOf.some((one) => resolved(one, named).type === "string") ? "text" : "json";
  }
  return maxLength > LINE_CHARACTERS ? "long" : "text";
}

function valuesOf(schema: Schema): readonly string[] {
  if (schema.const !== undefined) return [String(schema.const)];
  if (schema.type === "boolean") return ["true", "false"];
  return (schema.enum ?? []).map(String);
}
