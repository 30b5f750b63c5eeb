import { EXAMPLES } from "../documents/examples.ts";
import { type Endpoint, resolved, type Schema } from "../documents/open-api.ts";

/** How a field is asked for. */
export type FieldKind = "text" | "long" | "number" | "choice" | "file" | "json";

/** A field of the form that makes a request. */
export interface TryField {
  readonly name: string;
  readonly place: "path" | "query" | "header" | "body";
  readonly kind: FieldKind;
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
  readonly credential: "none" | "session" | "account";
  readonly parameters: readonly TryField[];
  readonly bodies: readonly { readonly type: string; readonly fields: readonly TryField[] }[];
}

type Named = Readonly<Record<string, Schema>>;
/** A text of more characters than this gets several lines. */
const LINE_CHARACTERS = 300;

/** The form of an endpoint, filled in with its example. */
export function tryItOf(endpoint: Endpoint, named: Named): TryIt {
  const { method, path, security, parameters = [], requestBody, operationId } = endpoint;
  const { path: inPath = {}, query = {}, json = {}, form = {} } = EXAMPLES[operationId] ?? {};
  const example: Readonly<Record<string, unknown>> = { ...inPath, ...query, ...json, ...form };
  return {
    method,
    path,
    credential: credentialOf(security),
    parameters: parameters.map(({ name, in: place, required, schema }) =>
      fieldOf({ name, place, isRequired: required, schema }, named, example),
    ),
    bodies: Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => {
      const { properties = {}, required = [] } = resolved(schema, named);
      return {
        type,
        fields: Object.entries(properties).map(([name, field]) =>
          fieldOf(
            { name, place: "body", isRequired: required.includes(name), schema: field },
            named,
            example,
          ),
        ),
      };
    }),
  };
}

function credentialOf(security: Endpoint["security"]): TryIt["credential"] {
  if (security.length === 0) return "none";
  return security.some((one) => "session" in one) ? "session" : "account";
}

interface Described {
  readonly name: string;
  readonly place: TryField["place"];
  readonly isRequired: boolean;
  readonly schema: Schema;
}

function fieldOf(
  { name, place, isRequired, schema }: Described,
  named: Named,
  example: Readonly<Record<string, unknown>>,
): TryField {
  const whole = resolved(schema, named);
  const value = example[name];
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return {
    name,
    place,
    isRequired,
    kind: kindOf(whole, named),
    values: valuesOf(whole),
    // What stands for a variable or a file is the reader's own.
    initial: /^[$@]/.test(text) ? "" : text,
    standard: whole.default === undefined ? undefined : String(whole.default),
  };
}

function kindOf(schema: Schema, named: Named): FieldKind {
  const { type, contentMediaType, anyOf = [], maxLength = 0 } = schema;
  if (contentMediaType !== undefined) return "file";
  if (valuesOf(schema).length > 0) return "choice";
  if (type === "integer" || type === "number") return "number";
  if (type === "array" || type === "object") return "json";
  // A name may be given as such, however else as well.
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
