import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import type { CircuitBreaker } from "./circuit-breaker.ts";

/** Wraps `pool` for Kysely: queries fail while `breaker` is open, and a connection released with a pending query is closed. */
export function behindCircuitBreaker(pool: Pool, breaker: CircuitBreaker): PostgresPool {
  const openingsAtLastUse = new WeakMap<PoolClient, number>();
  /** Returns a connection made or last used since `breaker` last opened; an older one may have been lost silently. */
  const connectAnew = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    const known = openingsAtLastUse.get(client) ?? breaker.openings;
    openingsAtLastUse.set(client, breaker.openings);
    if (known === breaker.openings) return client;
    client.release(true);
    return connectAnew();
  };
  return {
    async connect() {
      let arriving: Promise<PoolClient> | undefined;
      try {
        const client = await breaker.through(() => (arriving = connectAnew()));
        return clientBehind(client, breaker);
      } catch (error) {
        // A connection for which nobody waits any more goes back to the pool.
        arriving?.then(
          (client) => client.release(),
          () => undefined,
        );
        throw error;
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function clientBehind(client: PoolClient, breaker: CircuitBreaker): PostgresPoolClient {
  let isAnswered = true;
  const query = async (text: string, values: readonly unknown[]) => {
    isAnswered = false;
    return breaker.through(async () => {
      try {
        return await client.query(text, [...values]);
      } finally {
        isAnswered = true;
      }
    });
  };
  return {
    // Implements only the overload without a cursor.
    query: query as unknown as PostgresPoolClient["query"],
    // Without an answer to its last query, a transaction may still be open on the connection.
    release: (destroy) => client.release(destroy || !isAnswered),
  };
}
