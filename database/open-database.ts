import { Socket } from "node:net";
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import pg from "pg";
import { reasonOf } from "#runtime/reason.ts";
import { behindCircuitBreaker } from "./behind-circuit-breaker.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { isNotReached, isWorthWaiting } from "./database-away.ts";
import { DatabaseOpenError, isOpenErrorCode } from "./database-open-error.ts";
import { makePlaceOf } from "./directory-lock.ts";
import { withEndedWaits } from "./ended-waits.ts";
import { embeddedConnections } from "./embedded-connection.ts";
import { migrateToLatest, type Migrations } from "./migrate.ts";
import { withPreparedStatements } from "./prepared-statements.ts";
import { reachLater, type WaitingLog } from "./reach.ts";
import { lackingRights, refusal } from "./refusals.ts";
import { readServerAddress, type ServerAddress } from "./server-address.ts";
import { queryTraces } from "./trace-query.ts";
import { NoAnswer, within } from "./within.ts";

/** Where a database is, and the schema that it must have. */
interface DatabaseLocation {
  /** `postgresql://…`; absent or undefined means the embedded database. */
  readonly url?: string | undefined;
  /** The setting that the URL comes from, for error messages. */
  readonly setting: string;
  /** The maximum number of connections to a server; 10 by default. */
  readonly connections?: number | undefined;
  /** The embedded database's directory, made when missing; unused with a URL. */
  readonly directory: string;
  readonly migrations: Migrations;
  /** Called when a server hangs, which fails all queries, and when it answers again. */
  readonly onHang?: HangObserver | undefined;
}

export type HangObserver = (isHanging: boolean, cause: unknown) => void;

/** How a program that starts without its database waits for it. */
export interface Waiting<Schema> {
  readonly log: WaitingLog;
  /** Called with the migrated database before anything else uses it; called again if the database goes away meanwhile. */
  prepare?(db: Kysely<Schema>): Promise<void>;
}

/** Thrown by queries while the server has not been reached since this program started. */
export class NotReachedYet extends NoAnswer {
  override readonly name = "NotReachedYet";

  constructor(place: string) {
    super(`the PostgreSQL server at ${place} was not reached yet`);
  }
}

/** An open database; its schema is up to date once it was reached. */
export interface OpenDatabase<Schema> extends AsyncDisposable {
  readonly db: Kysely<Schema>;
  /** `embedded` is PGlite for this process alone; `server` is PostgreSQL, shared by any number. */
  readonly system: "embedded" | "server";
  /**
   * Resolves when the database was reached: at once, unless it was opened with `waiting` and is away. Until then every query
   * rejects with NotReachedYet. Rejects with an error that waiting does not fix.
   */
  readonly reached: Promise<void>;
  /** The pid of the embedded database's process; undefined while there is none. */
  readonly childPid: number | undefined;
  /** Ends all connections and frees the embedded directory; calling it again does nothing. */
  close(): Promise<void>;
}

const NOT_MIGRATED = "the database schema could not be brought up to date";

const CONNECT_TIMEOUT_MS = 5_000;
/** Enough for a slow server to accept a connection and to answer a query. */
const TRIAL_TIMEOUT_MS = 4_000;
const STATEMENT_TIMEOUT_MS = 20_000;
/**
 * A connection without data for this long is closed, and its query fails: the server would have ended the statement before.
 * Only this notices a server that vanished without closing the connection; TCP keep-alive takes minutes.
 */
const SILENCE_TIMEOUT_MS = 25_000;
/** A client that vanished within a transaction loses its locks after this time; all others would wait for them. */
const IDLE_TRANSACTION_TIMEOUT_MS = 15_000;

const INT8_OID = 20;
const NUMERIC_OID = 1700;
const DATE_OID = 1082;

/** Parsers by type OID, which read int8 and numeric as numbers and dates as text. */
const valueParsers: Readonly<Record<number, (value: string) => unknown>> = {
  [INT8_OID]: Number,
  [NUMERIC_OID]: Number,
  [DATE_OID]: (value) => value,
};

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => valueParsers[oid] ?? pg.types.getTypeParser(oid, format),
};

/**
 * Opens and migrates a database: PGlite in a locked directory, or PostgreSQL by URL.
 *
 * Both give the same values: counts, int8 and numeric as number, timestamptz as Date, json parsed.
 * Throws `DatabaseOpenError`; nothing stays open or locked after it. With `waiting`, it does not throw for a server that is
 * away, but waits for it.
 */
export async function openDatabase<Schema>(
  location: DatabaseLocation,
  waiting?: Waiting<Schema>,
): Promise<OpenDatabase<Schema>> {
  return location.url === undefined
    ? openEmbedded<Schema>(location.directory, location.migrations, waiting)
    : openServer<Schema>({ ...location, url: location.url }, waiting);
}

async function openEmbedded<Schema>(
  directory: string,
  migrations: Migrations,
  waiting?: Waiting<Schema>,
): Promise<OpenDatabase<Schema>> {
  makePlaceOf(directory);
  const connections = embeddedConnections(directory);
  const pool = new pg.Pool({
    stream: connections.connect,
    // The connection is the database process: there is one, which is never closed for being idle.
    max: 1,
    idleTimeoutMillis: 0,
    user: "postgres",
    database: "postgres",
    types,
  });
  listenToFaults(pool);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => connections.gone());
  stack.defer(() => pool.end());
  await pool.query("select 1").catch((error: unknown) => {
    const code = (error as { readonly code?: unknown }).code;
    throw new DatabaseOpenError(
      isOpenErrorCode(code) ? code : "embedded_unusable",
      reasonOf(error),
      error,
    );
  });
  await migrateToLatest(
    pool,
    migrations,
    async (reason, cause) =>
      new DatabaseOpenError("migration_failed", `${NOT_MIGRATED}: ${reason}`, cause),
  );
  const { pool: preparing, endWaits } = withEndedWaits(withPreparedStatements(pool));
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: preparing }),
    ...queryTraces(),
  });
  stack.defer(() => db.destroy());
  stack.defer(endWaits);
  await waiting?.prepare?.(db);
  const opened = stack.move();
  return closable(db, "embedded", () => opened.disposeAsync(), {
    childPid: () => connections.pid(),
  });
}

async function openServer<Schema>(
  location: DatabaseLocation & { readonly url: string },
  waiting?: Waiting<Schema>,
): Promise<OpenDatabase<Schema>> {
  const { migrations, onHang, connections } = location;
  const address = readServerAddress(location.url, location.setting);
  const { url, place } = address;
  const pool = serverPool(address, connections);
  const breaker = new CircuitBreaker(() => tryServer(url), onHang);
  const guarded = behindCircuitBreaker(pool, breaker);
  const stopping = new AbortController();
  let isReached = false;
  const reach = async (): Promise<void> => {
    await connectOnce(pool, address);
    await migrateServer(address, migrations);
    await waiting?.prepare?.(new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }));
    isReached = true;
  };
  const onceReached: PostgresPool = {
    ...guarded,
    async connect() {
      if (!isReached) throw new NotReachedYet(place);
      return guarded.connect();
    },
  };
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: onceReached }),
    ...queryTraces(),
  });
  const close = async (): Promise<void> => {
    stopping.abort();
    breaker[Symbol.dispose]();
    await db.destroy();
    // Kysely would leave a pool open that was never used.
    if (!pool.ended) await pool.end();
  };
  try {
    await reach();
    return closable(db, "server", close);
  } catch (error) {
    if (waiting === undefined || !isWorthWaiting(error)) {
      await close();
      throw error;
    }
    const reached = reachLater(reach, error, waiting.log, stopping.signal);
    return closable(db, "server", close, { reached });
  }
}

/** Makes a first connection, to find out whether the server accepts any; throws `server_unreachable`. */
async function connectOnce(pool: pg.Pool, address: ServerAddress): Promise<void> {
  await pool.query("select 1").catch(async (error: unknown) => {
    const does = isNotReached(error) ? "cannot be reached" : "does not let us in";
    const problem = `the PostgreSQL server at ${address.place} ${does}`;
    throw await refusal("server_unreachable", problem, error, address);
  });
}

/** Brings the schema of a server up to date; throws `migration_failed` or `rights_missing`. */
async function migrateServer(address: ServerAddress, migrations: Migrations): Promise<void> {
  // Without a statement timeout: migrations rewrite tables, which may take long, and no request waits for them.
  const pool = poolOf(address.url, { max: 1 });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => pool.end());
  await connectOnce(pool, address);
  await migrateToLatest(pool, migrations, (reason, cause) =>
    refusal("migration_failed", `${address.place}: ${NOT_MIGRATED}`, cause ?? reason, address),
  );
  const lacking = await lackingRights(pool);
  if (lacking === undefined) return;
  const problem = `the PostgreSQL server at ${address.place} lets us in, and no further`;
  throw await refusal("rights_missing", problem, lacking, address);
}

function serverPool({ url, place }: ServerAddress, connections?: number): pg.Pool {
  const pool = poolOf(url, {
    max: connections,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
  });
  pool.on("connect", ({ connection: { stream } }) => {
    if (!(stream instanceof Socket)) return;
    const silent = new NoAnswer(`the PostgreSQL server at ${place} says nothing any more`);
    stream.setTimeout(SILENCE_TIMEOUT_MS, () => stream.destroy(silent));
  });
  return pool;
}

function poolOf(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types,
    ...options,
  });
  listenToFaults(pool);
  return pool;
}

/** Sends a query to a server over a new connection; rejects when it does not answer. A refusal is an answer. */
async function tryServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  const ask = async () => {
    await client.connect();
    await client.query("select 1");
  };
  try {
    await within(TRIAL_TIMEOUT_MS, ask());
    void client.end();
  } catch (error) {
    client.connection.stream.destroy();
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
}

/**
 * Listens to errors of connections, which would end the process otherwise when a server goes away. The next query meets the
 * same error, and its caller handles it. The pool listens only to idle clients: one that is checked out and between two
 * queries needs its own listener.
 */
function listenToFaults(pool: pg.Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
}

function closable<Schema>(
  db: Kysely<Schema>,
  system: "embedded" | "server",
  closeOnce: () => Promise<void>,
  {
    reached = Promise.resolve(),
    childPid = () => undefined,
  }: { reached?: Promise<void>; childPid?: () => number | undefined } = {},
): OpenDatabase<Schema> {
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeOnce());
  // Without this, a rejection would end a process that does not await it.
  reached.catch(() => {});
  return {
    db,
    system,
    reached,
    get childPid() {
      return childPid();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
