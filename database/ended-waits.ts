import type { PostgresPool } from "kysely";

/**
 * Gives a pool whose end is told to those who wait for its connection: pg's own forgets them, and they would wait for ever.
 */
export function withEndedWaits(pool: PostgresPool): {
  readonly pool: PostgresPool;
  readonly endWaits: () => void;
} {
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  return {
    pool: { ...pool, connect: () => Promise.race([pool.connect(), ended.promise]) },
    // As pg says it of those who come later.
    endWaits: () => ended.reject(new Error("Cannot use a pool after calling end on the pool")),
  };
}
