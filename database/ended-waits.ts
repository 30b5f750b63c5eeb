import type { PostgresPool } from "kysely";

/**
 * Wraps a pool so that `endWaits` rejects pending `connect` calls; pg's own pool leaves them pending forever when it ends.
 */
export function withEndedWaits(pool: PostgresPool): {
  readonly pool: PostgresPool;
  readonly endWaits: () => void;
} {
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  return {
    pool: { ...pool, connect: () => Promise.race([pool.connect(), ended.promise]) },
    // The message of pg for a later `connect`.
    endWaits: () => ended.reject(new Error("Cannot use a pool after calling end on the pool")),
  };
}
