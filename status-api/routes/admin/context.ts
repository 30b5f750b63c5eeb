import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";

/** What every route of the admin API works on. */
export interface AdminContext {
  readonly db: Kysely<StatusDatabase>;
  readonly nowMs: () => number;
}

/** An app whose schemas type its handlers. */
export type AdminApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
