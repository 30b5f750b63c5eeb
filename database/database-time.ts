import { sql } from "kysely";

/** Returns a time on the database's clock, which all replicas share. */
export function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`;
}
