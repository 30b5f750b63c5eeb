import type { LogEvent } from "kysely";
import { tracing } from "#runtime/tracing.ts";

const MAX_QUERY_CHARACTERS = 1_000;

/** Traces a finished query with its text, which has no values in it. */
function traceQuery({ query, queryDurationMillis, level }: LogEvent): void {
  tracing()?.did("database query", queryDurationMillis, {
    "db.system.name": "postgresql",
    "db.query.text": query.sql.slice(0, MAX_QUERY_CHARACTERS),
    "error.type": level === "error" ? "query failed" : undefined,
  });
}

/** Returns the Kysely options that trace queries; empty when tracing is off. */
export function queryTraces(): { readonly log?: (event: LogEvent) => void } {
  return tracing() === undefined ? {} : { log: traceQuery };
}
