import type { TSchema } from "typebox";

/** A schema with the keywords of JSON Schema that are read here. */
export interface Stated extends TSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, Stated>>;
  readonly patternProperties?: Readonly<Record<string, Stated>>;
  readonly additionalProperties?: boolean | Stated;
  readonly items?: Stated;
  readonly anyOf?: readonly Stated[];
  readonly oneOf?: readonly { readonly required?: readonly string[] }[];
  /** Describes the accepted values, completing "field has to be …", where the keywords do not describe it well. */
  readonly "x-takes"?: string;
}
