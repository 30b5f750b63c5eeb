import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";
import type { Stated } from "#schema-reader/stated.ts";
import type { ErrorName } from "./errors.ts";

/** The service's extensions of JSON Schema, which `read` uses; they appear in the published documents too. */
export interface Annotations {
  /** The error code for a value that does not match the schema; inner schemas inherit it. */
  readonly "x-error"?: ErrorName;
  /** The error code for a text longer than `maxLength`. */
  readonly "x-too-long"?: ErrorName;
  /** Describes the accepted values, completing "field has to be …", where the keywords do not describe it well. */
  readonly "x-takes"?: string;
  /** The field's name in errors, and the prefix of the names of the fields in it. */
  readonly "x-param"?: string;
  /** Whether white space around a text is removed. */
  readonly "x-trimmed"?: boolean;
  /** Whether case is ignored: a text is read as the `enum` value that differs from it only in case. */
  readonly "x-any-case"?: boolean;
}

declare module "typebox" {
  interface TSchemaOptions extends Annotations {}
}

/** A schema with its keywords and the extensions. */
export interface AnnotatedSchema extends Stated, Omit<Annotations, "x-takes"> {}

/** A value of a schema, as it is read or written: deeply read-only, and optional fields may be undefined. */
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

/** Returns the schema of a text that is one of several choices; `default` is used where it is absent. */
export function choice<const Choice extends string>(
  choices: readonly Choice[],
  options: Options & { readonly default?: NoInfer<Choice> } = {},
) {
  return Type.Unsafe<Choice>(Type.String({ ...options, enum: [...choices] }));
}

/** Returns the schema of an object with the same schema under each of several names. */
export function each<const Name extends string, Schema extends TSchema>(
  names: readonly Name[],
  schema: Schema,
  options: { readonly description?: string } = {},
) {
  const properties = Object.fromEntries(names.map((name) => [name, schema]));
  return Type.Object(properties as Record<Name, Schema>, options);
}

/** Returns the schema of a socket's message, with its `type`. */
export function message<const Name extends string, Fields extends TProperties>(
  type: Name,
  fields: Fields,
  description?: string,
) {
  const options = description === undefined ? {} : { description };
  return Type.Object({ type: Type.Literal(type), ...fields }, options);
}

export const Timestamp = Type.String({ format: "date-time" });

/**
 * Does nothing at run time, but fails to compile if `_rest` has a field. Pass what remains of a request after its handler has
 * destructured every field that it reads, so that no schema has a field that no handler reads.
 */
export function nothingLeft(_rest: Readonly<Record<PropertyKey, never>>): void {}

/** Returns the error codes that a schema, or a schema inside it, names. */
export function codesIn(schema: TSchema | undefined): readonly ErrorName[] {
  const { anyOf = [], items, properties = {}, ...stated } = (schema ?? {}) as AnnotatedSchema;
  const own = [stated["x-error"], stated["x-too-long"]].filter((code) => code !== undefined);
  const inner = [...anyOf, ...Object.values(properties), ...(items === undefined ? [] : [items])];
  return [...own, ...inner.flatMap(codesIn)];
}

/** Returns the schema of a partial update: every field is optional, without a default; an absent one stays unchanged. */
export function changesOf<Properties extends Record<string, TSchema>>(schema: TObject<Properties>) {
  const properties = Object.entries<TSchema>(schema.properties).map(([name, property]) => {
    const { default: _standard, ...rest } = property as Stated;
    return [name, rest];
  });
  return Type.Partial(Type.Object(Object.fromEntries(properties) as Properties));
}
