import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Connection, Pool, PoolClient } from "pg";

/** How many statements a connection keeps prepared; each takes some ten kilobytes. */
const KEPT_STATEMENTS = 200;
/** Longer statements are not prepared: they have lists of values, whose length differs each time. */
const MAX_KEPT_CHARACTERS = 5_000;

/** A connection with pg's internal record of the statements that it has prepared: their texts by name. */
type PreparingConnection = Connection & { readonly parsedStatements: Record<string, string> };

/**
 * Wraps `pool` for Kysely so that statements are prepared once; with pg alone every query is parsed and planned anew. The
 * definitions of queried tables must not change. The pool stays open when Kysely ends.
 */
export function withPreparedStatements(pool: Pool): PostgresPool {
  const preparing = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = preparing.get(client) ?? preparingClient(client);
      preparing.set(client, known);
      return known;
    },
    end: async () => {},
    options: pool.options,
  };
}

function preparingClient(client: PoolClient): PostgresPoolClient {
  const connection = client.connection as PreparingConnection;
  /** Statement names by text, the most recently used last. */
  const names = new Map<string, string>();
  let prepared = 0;

  function nameOf(text: string): string | undefined {
    if (text.length > MAX_KEPT_CHARACTERS) return undefined;
    const name = names.get(text) ?? `s${(prepared += 1)}`;
    names.delete(text);
    names.set(text, name);
    if (names.size > KEPT_STATEMENTS) forgetOldest();
    return name;
  }

  function forgetOldest(): void {
    const [text, name] = names.entries().next().value!;
    names.delete(text);
    delete connection.parsedStatements[name];
    // Sent together with the query that follows; nothing waits for its answer.
    connection.close({ type: "S", name }, true);
  }

  const query = (text: string, values: readonly unknown[]) =>
    client.query({ name: nameOf(text), text, values: [...values] });
  return {
    // Implements only the overload without a cursor.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy),
  };
}
