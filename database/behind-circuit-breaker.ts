import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import type { CircuitBreaker } from "./circuit-breaker.ts";

/** Lets Kysely use `pool` as long as `breaker` is closed; a connection whose answer nobody waits for any more is ended. */
export function behindCircuitBreaker(pool: Pool, breaker: CircuitBreaker): PostgresPool {
  const openingsAtLastUse = new WeakMap<PoolClient, number>();
  /** A connection of before the server hung may have been lost without a word. */
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
      let isWanted = true;
      const connect = async () => {
        const client = await connectAnew();
        if (!isWanted) client.release();
        return client;
      };
      try {
        return clientBehind(await breaker.through(connect), breaker);
      } catch (error) {
        isWanted = false;
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
    // Of the two ways to query this is the one without a cursor.
    query: query as unknown as PostgresPoolClient["query"],
    // A transaction whose end was not heard may still be open.
    release: (destroy) => client.release(destroy || !isAnswered),
  };
}
