import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Each account's dashboard counts as a key of it that nobody can send; schema.ts says more. */
export const dashboardKeys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

// One statement per query: PGlite refuses several in one.
const statements: readonly string[] = [
  "alter table api_keys add column is_dashboard boolean not null default false",
  "create unique index api_keys_one_dashboard on api_keys (account_id) where is_dashboard",
  "create index dashboard_sessions_by_account on dashboard_sessions (account_id)",
];
