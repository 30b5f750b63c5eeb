import { type RawBuilder, sql, type SqlBool } from "kysely";

/**
 * Returns the condition for the rows after the one with the id `before`, in a list that is newest first by `column`; for all
 * rows without one.
 */
export function olderThan(
  table: "incidents" | "subscribers" | "evidence" | "alerts",
  column: "created_at" | "slot" | "fired_at",
  before: string | undefined,
): RawBuilder<SqlBool> {
  if (before === undefined) return sql<SqlBool>`true`;
  const place = sql`${sql.ref(column)}, id`;
  return sql`(${place}) < (select ${place} from ${sql.table(table)} where id = ${before})`;
}
