import { type CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { StatusDatabase } from "#migrations/status/schema.ts";

/** What the server did for some statements. */
export interface Plans {
  /** Partitions of the observations that were read or written, each counted once. */
  readonly partitions: number;
  readonly planningMs: number;
  /** Read from the cache or the disk. */
  readonly megabytesRead: number;
}

/** A connection to the database that notes what it is asked, and has no limit of time. */
export interface WatchedDatabase extends AsyncDisposable {
  readonly db: Kysely<StatusDatabase>;
  /** Runs `work`, then each of its statements again as `explain (analyze, buffers)`, which is rolled back. */
  plansOf(work: () => Promise<unknown>): Promise<Plans>;
}

type Query = Pick<CompiledQuery, "sql" | "parameters">;

interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Loops"?: number;
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly Plan: PlanNode;
  readonly "Planning Time": number;
}

const BLOCK_BYTES = 8_192;
const INT8 = 20;
const NUMERIC = 1700;
const explainable = /^\s*(select|with|insert|update|delete)\b/i;
const setting = /^\s*set local\b/i;

/** Connects to `url`. */
export function watchDatabase(url: string): WatchedDatabase {
  const queries: Query[] = [];
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) =>
      oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
  };
  const pool = new pg.Pool({ connectionString: url, types, max: 2 });
  // The server may stop before the last connection has ended.
  pool.on("error", () => {});
  const db = new Kysely<StatusDatabase>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  });
  /** In one transaction, as what one statement deletes the next may write anew. */
  const explain = async (queries: readonly Query[]): Promise<Explained[]> => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const explained: Explained[] = [];
      for (const { sql: text, parameters } of queries) {
        if (setting.test(text)) await client.query(text);
        if (!explainable.test(text)) continue;
        const { rows } = await client.query<{ "QUERY PLAN": readonly Explained[] }>(
          `explain (analyze, buffers, format json) ${text}`,
          [...parameters],
        );
        explained.push(...rows.flatMap((row) => row["QUERY PLAN"]));
      }
      return explained;
    } finally {
      await client.query("rollback");
      client.release();
    }
  };
  return {
    db,
    async plansOf(work) {
      queries.length = 0;
      await work();
      const explained = await explain([...queries]);
      const nodes = explained.flatMap(({ Plan }) => withDescendants(Plan));
      const names = nodes
        .filter((node) => (node["Actual Loops"] ?? 0) > 0)
        .flatMap((node) => node["Relation Name"] ?? []);
      return {
        partitions: new Set(names.filter((name) => /^observations_\d/.test(name))).size,
        planningMs: sum(explained.map((one) => one["Planning Time"])),
        megabytesRead: (BLOCK_BYTES * sum(explained.map(({ Plan }) => blocksOf(Plan)))) / 1e6,
      };
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

/** Sizes on disk, in bytes. */
export async function sizes(db: Kysely<StatusDatabase>) {
  const { rows } = await sql<{ table: string; bytes: number; indexes: number; rows: number }>`
    select case when relname ~ '^observations_[0-9]' then 'observations' else relname end as table,
      sum(pg_table_size(oid)) as bytes, sum(pg_indexes_size(oid)) as indexes,
      sum(greatest(reltuples, 0)) as rows
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1`.execute(db);
  return rows;
}

function withDescendants(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(withDescendants)];
}

/** Those of what lies below are counted in it. */
function blocksOf(node: PlanNode): number {
  return (node["Shared Hit Blocks"] ?? 0) + (node["Shared Read Blocks"] ?? 0);
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
