import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Connection, Pool, PoolClient } from "pg";

/** Each takes some ten kilobytes. */
const KEPT_STATEMENTS = 200;
/** Longer ones are lists of values, of another length each time. */
const MAX_KEPT_CHARACTERS = 5_000;

/** With what pg remembers of the statements that a connection has prepared: their texts by name. */
type PreparingConnection = Connection & { readonly parsedStatements: Record<string, string> };

/**
 * Lets Kysely query `pool` with statements that are prepared once; pg itself has every query parsed and planned anew. Nothing
 * may change tables that are queried. The pool stays open when Kysely ends.
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
  /** Names by text; the one that was used last is the last of the map. */
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
    // Goes with the query that follows, and has an answer that nobody waits for.
    connection.close({ type: "S", name }, true);
  }

  const query = (text: string, values: readonly unknown[]) =>
    client.query({ name: nameOf(text), text, values: [...values] });
  return {
    // Of the two ways to query this is the one without a cursor.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy),
  };
}
