import type { TObject, TSchema } from "typebox";
import type { Activity, Collection } from "./activities.ts";
import type { Dialect } from "./dialect.ts";
import type { ErrorName } from "./errors.ts";

export type Content = Readonly<Record<string, TSchema>>;

/** The callers that may use a route: anyone, callers with an API key or a session token, or only callers with an account's API key. */
export type Access = "anonymous" | "credential" | "account";

/** The request and responses of a route; the API documentation is made from it. */
export interface Operation {
  readonly method: "get" | "post" | "patch" | "delete";
  /** With the placeholders of a URL template, as in `/v1/voices/{id}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Counts toward the caller's limits, whose state responses carry: requests only (a collection), or their work too. */
  readonly counted?: { readonly collection: Collection } | { readonly activity: Activity };
  readonly isRepeatable?: boolean;
  /** The vendor's API that it belongs to, if any; its error responses have the vendor's shape. */
  readonly dialect?: Dialect;
  /** Whether one of the service's own operations has the same path; requests in the dialect are routed to this one. */
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

/** Errors of requests that need a model. */
export const ENGINE_ERRORS = [
  "engine_error",
  "model_loading",
  "server_busy",
  "high_demand",
] as const;

/** Errors of operations that transcribe a recording, besides those of every operation and of its fields. */
export const RECORDING_ERRORS = [
  "missing_file",
  "empty_audio",
  "undecodable_audio",
  "model_not_found",
  "unsupported_field",
  "file_too_large",
  "audio_too_long",
  "decoder_unavailable",
  ...ENGINE_ERRORS,
] as const;

export function json<Schema extends TSchema>(
  description: string,
  schema: Schema,
  status: Operation["answer"]["status"] = 200,
) {
  return { status, description, content: { "application/json": schema } };
}
