import type { TObject, TSchema } from "typebox";
import type { Activity, Collection } from "./activities.ts";
import type { Dialect } from "./dialect.ts";
import type { ErrorName } from "./errors.ts";

export type Content = Readonly<Record<string, TSchema>>;

/** Who may use a route: everybody, whoever has a key or a session token, or an account's key alone. */
export type Access = "anonymous" | "credential" | "account";

/** What a route takes and answers, for those who write clients. */
export interface Operation {
  readonly method: "get" | "post" | "patch" | "delete";
  /** With the placeholders of a URL template, as in `/v1/voices/{id}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** What is counted, so that answers carry how the limits stand: requests alone, or the work behind them as well. */
  readonly counted?: { readonly collection: Collection } | { readonly activity: Activity };
  readonly isRepeatable?: boolean;
  /** Whose API it belongs to, where that is another vendor's: its refusals have the vendor's shape. */
  readonly dialect?: Dialect;
  /** An operation of the service's own is at the same address; requests that speak the dialect come to this one. */
  readonly sharesPath?: boolean;
  readonly pathParameters?: Readonly<Record<string, TSchema>>;
  readonly query?: TObject;
  readonly body?: Content;
  readonly answer: {
    readonly status: 200 | 201;
    readonly description: string;
    readonly headers?: Readonly<Record<string, TSchema>>;
    readonly content: Content;
  };
  readonly errors?: readonly ErrorName[];
}

/** What work at a model may fail with. */
export const ENGINE_ERRORS = [
  "engine_error",
  "model_loading",
  "server_busy",
  "high_demand",
] as const;

export function json<Schema extends TSchema>(
  description: string,
  schema: Schema,
  status: Operation["answer"]["status"] = 200,
) {
  return { status, description, content: { "application/json": schema } };
}
