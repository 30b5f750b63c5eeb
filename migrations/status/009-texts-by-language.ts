import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Texts become maps of languages, so that a language more needs no column more. */
export const textsByLanguage: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, columns] of Object.entries(textColumns)) {
      for (const column of columns) {
        for (const statement of statementsOf(table, column)) await sql.raw(statement).execute(db);
      }
    }
    await sql.raw("alter table subscribers drop constraint subscribers_language_check").execute(db);
  },
};

/** Columns that hold English and have a Turkish column beside them, which is null where both languages say the same. */
const textColumns: Readonly<Record<string, readonly string[]>> = {
  page: ["name"],
  component_groups: ["name"],
  components: ["name", "description"],
  incidents: ["name"],
  incident_updates: ["body"],
};

function statementsOf(table: string, column: string): readonly string[] {
  return [
    `alter table ${table} alter column ${column} type jsonb
      using jsonb_strip_nulls(jsonb_build_object('en', ${column}, 'tr', ${column}_tr))`,
    `alter table ${table} drop column ${column}_tr`,
  ];
}
