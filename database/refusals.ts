import pg from "pg";
import { reasonOf } from "#runtime/reason.ts";
import { DatabaseOpenError } from "./database-open-error.ts";
import type { ServerAddress } from "./server-address.ts";

/** SQLSTATE insufficient_privilege. */
const NO_RIGHT = "42501";

/** Patterns for codes and messages of failed connections, and how to fix each. */
const REMEDIES: readonly (readonly [said: RegExp, remedy: string])[] = [
  [/no pg_hba\.conf entry.*no encryption/, "it may want TLS: SETTING takes ?sslmode=verify-full"],
  [/no pg_hba\.conf entry/, "pg_hba.conf of the server has to name this machine and the role"],
  [/^(28|SASL)/, "SETTING takes another user or password"],
  [/^3D000/, "make it with CREATE DATABASE, or correct the name in SETTING"],
  [
    /unsupported startup parameter/,
    "PgBouncer takes ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout",
  ],
  [/does not support SSL/, "turn TLS on at the server, or take sslmode out of SETTING"],
  [/^CERT_HAS_EXPIRED/, "renew the certificate of the server"],
  [
    /^ERR_TLS_CERT_ALTNAME/,
    "SETTING takes the name that the certificate is for, or sslmode=no-verify",
  ],
  [
    /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_)/,
    "name its authority as sslrootcert=FILE in SETTING, or do not check it with sslmode=no-verify",
  ],
];

/** Returns an error whose one-line message has the problem of a server or its schema, its reason, and how to fix it. */
export async function refusal(
  code: "server_unreachable" | "rights_missing" | "migration_failed",
  problem: string,
  error: unknown,
  address: ServerAddress,
): Promise<DatabaseOpenError> {
  const remedy = codesOf(error).includes(NO_RIGHT)
    ? await grantsOf(address)
    : remedyOf(error)?.replaceAll("SETTING", address.setting);
  const more = remedy === undefined ? "" : `; ${remedy}`;
  return new DatabaseOpenError(code, `${problem}: ${reasonOf(error)}${more}`, error);
}

function remedyOf(error: unknown): string | undefined {
  const said = [...codesOf(error), reasonOf(error)];
  return REMEDIES.find(([pattern]) => said.some((one) => pattern.test(one)))?.[1];
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { readonly code?: unknown };
  return [...(typeof code === "string" ? [code] : []), ...codesOf(error.cause)];
}

/** Returns an error that names the first table that the role may not read and write; undefined if there is none. */
export async function lackingRights(pool: pg.Pool): Promise<Error | undefined> {
  const { rows } = await pool.query<{ readonly name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not (has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT')
        and has_table_privilege(oid, 'UPDATE') and has_table_privilege(oid, 'DELETE'))
    order by relname limit 1`);
  const [table] = rows;
  if (table === undefined) return undefined;
  const message = `permission denied for table ${table.name}`;
  return Object.assign(new Error(message), { code: NO_RIGHT });
}

/** The role that lacks rights, and the role that has them. */
interface Rights {
  readonly role: string;
  readonly database: string;
  /** The owner of the tables; null if there are none yet. */
  readonly owner: string | null;
}

/**
 * Returns the role and the commands that grant it what it lacks: programs make and drop partitions, which only the owner of a
 * table may do. Undefined if the server cannot be queried.
 */
async function grantsOf({ url }: ServerAddress): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Rights>(`
      select quote_ident(current_user) as role, quote_ident(current_database()) as database,
        (select quote_ident(tableowner) from pg_tables where schemaname = 'public' limit 1) as owner`);
    const { role, database, owner } = rows[0]!;
    const commands =
      owner === null
        ? `GRANT CREATE, USAGE ON SCHEMA public TO ${role}`
        : `GRANT ${owner} TO ${role}; ALTER ROLE ${role} IN DATABASE ${database} SET role TO ${owner}`;
    return `the role ${role} lacks rights in ${database}: as an administrator of it run ${commands}`;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
