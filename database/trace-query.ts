import type { LogEvent } from "kysely";
import { tracing } from "#runtime/tracing.ts";

const MAX_QUERY_CHARACTERS = 1_000;

/** Tells of a query that has ended: its text, which has no values in it. */
function traceQuery({ query, queryDurationMillis, level }: LogEvent): void {
  tracing()?.did("database query", queryDurationMillis, {
    "db.system.name": "postgresql",
    "db.query.text": query.sql.slice(0, MAX_QUERY_CHARACTERS),
    "error.type": level === "error" ? "query failed" : undefined,
  });
}

/** What Kysely is given so that its queries are traced; nothing where nobody wants traces. */
export function queryTraces(): { readonly log?: (event: LogEvent) => void } {
  return tracing() === undefined ? {} : { log: traceQuery };
}
