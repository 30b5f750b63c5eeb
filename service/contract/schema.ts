import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import type { ErrorName } from "./errors.ts";

/** What this service adds to JSON Schema, for `read`; it stands in the published documents too. */
export interface Annotations {
  /** The code of a value that is not as the schema says; it holds for what lies within as well. */
  readonly "x-error"?: ErrorName;
  /** The code of a text that has more characters than `maxLength`. */
  readonly "x-too-long"?: ErrorName;
  /** What is taken, continuing "field has to be …", where the keywords do not say it well. */
  readonly "x-takes"?: string;
  /** What errors call the field, and the beginning of what they call the fields in it. */
  readonly "x-param"?: string;
  /** The spaces around a text do not count. */
  readonly "x-trimmed"?: boolean;
  /** Capitals do not count: a text is read as the one of `enum` that differs by them alone. */
  readonly "x-any-case"?: boolean;
}

declare module "typebox" {
  interface TSchemaOptions extends Annotations {}
}

export interface Stated extends TSchema, Annotations {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Stated>>;
  readonly items?: Stated;
  readonly anyOf?: readonly Stated[];
  readonly oneOf?: readonly { readonly required?: readonly string[] }[];
}

/** A value as it is read from, or written by, a schema: nothing changes it, and what may be absent may be undefined. */
export type Sent<Schema extends TSchema> = Immutable<Static<Schema>>;

type Immutable<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : {
      readonly [Key in keyof Value]:
        | Immutable<Value[Key]>
        | (object extends Pick<Value, Key> ? undefined : never);
    };

interface Options extends Annotations {
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

/** Makes the schema of a text that is one of several; `default` is taken where it is absent. */
export function choice<const Choice extends string>(
  choices: readonly Choice[],
  options: Options & { readonly default?: NoInfer<Choice> } = {},
) {
  return Type.Unsafe<Choice>(Type.String({ ...options, enum: [...choices] }));
}

/** Makes the schema of an object that has the same under each of several names. */
export function each<const Name extends string, Schema extends TSchema>(
  names: readonly Name[],
  schema: Schema,
  options: { readonly description?: string } = {},
) {
  const properties = Object.fromEntries(names.map((name) => [name, schema]));
  return Type.Object(properties as Record<Name, Schema>, options);
}

/** Makes the schema of a socket's message, with its `type`. */
export function message<const Name extends string, Fields extends TProperties>(
  type: Name,
  fields: Fields,
  description?: string,
) {
  const options = description === undefined ? {} : { description };
  return Type.Object({ type: Type.Literal(type), ...fields }, options);
}

export const Timestamp = Type.String({ format: "date-time" });

/** The length of a text as people count it: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/**
 * Does nothing, and does not compile where a field is left: the parameter is what remains of a request when every field
 * that its handler reads was taken out, so that no field stays in a schema alone.
 */
export function nothingLeft(_rest: Readonly<Record<PropertyKey, never>>): void {}

/** The error codes that a schema, or what lies within it, names. */
export function codesIn(schema: TSchema | undefined): readonly ErrorName[] {
  const { anyOf = [], items, properties = {}, ...stated } = (schema ?? {}) as Stated;
  const own = [stated["x-error"], stated["x-too-long"]].filter((code) => code !== undefined);
  const inner = [...anyOf, ...Object.values(properties), ...(items === undefined ? [] : [items])];
  return [...own, ...inner.flatMap(codesIn)];
}

/** Makes the schema of a change of an object: every field may be absent, which leaves it as it was. */
export function changesOf<Properties extends Record<string, TSchema>>(schema: TObject<Properties>) {
  const properties = Object.entries<TSchema>(schema.properties).map(([name, property]) => {
    const { default: _standard, ...rest } = property as Stated;
    return [name, rest];
  });
  return Type.Partial(Type.Object(Object.fromEntries(properties) as Properties));
}

/** Says what a schema takes, continuing "field has to be …". */
export function takes(schema: Stated): string {
  const { "x-takes": own, type, anyOf } = schema;
  if (own !== undefined) return own;
  if (schema.enum !== undefined) return `one of ${schema.enum.join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (anyOf !== undefined) return anyOf.map(takes).join(" or ");
  if (type === "boolean") return "true or false";
  if (type === "number") return `a number${rangeOf(schema)}`;
  if (type === "integer") return `an integer${rangeOf(schema)}`;
  if (type === "string") return stringOf(schema);
  if (type === "null") return "null";
  if (type !== "array") return "a JSON object";
  return `an array${schema.maxItems === undefined ? "" : ` of at most ${schema.maxItems} items`}`;
}

function rangeOf({ minimum: least, maximum: most }: Stated): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  if (least !== undefined) return ` of at least ${least}`;
  return most === undefined ? "" : ` of at most ${most}`;
}

function stringOf({ minLength = 0, maxLength }: Stated): string {
  if (maxLength === undefined) return minLength > 0 ? "a string that is not empty" : "a string";
  return minLength > 0
    ? `a string of ${minLength} to ${maxLength} characters`
    : `a string of at most ${maxLength} characters`;
}
