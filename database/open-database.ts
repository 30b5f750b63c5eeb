import { Socket } from "node:net";
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import pg from "pg";
import { reasonOf } from "#runtime/reason.ts";
import { behindCircuitBreaker } from "./behind-circuit-breaker.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { isWorthWaiting } from "./database-away.ts";
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

/** Where a database lives and what it has to look like. */
interface DatabaseLocation {
  /** `postgresql://…`; absent or undefined means the embedded database. */
  readonly url?: string | undefined;
  /** The setting that the URL comes from, for what is said of it. */
  readonly setting: string;
  /** How many connections to a server there may be at a time; 10 unless it is said. */
  readonly connections?: number | undefined;
  /** The embedded database's directory, made when missing; unused with a URL. */
  readonly directory: string;
  readonly migrations: Migrations;
  /** Hears when a server hangs, which fails all queries until it answers again. */
  readonly onHang?: HangObserver | undefined;
}

export type HangObserver = (isHanging: boolean, cause: unknown) => void;

/** What a program that starts without its database does about it. */
export interface Waiting<Schema> {
  readonly log: WaitingLog;
  /** Done with the migrated database before anybody else gets at it; the whole opening is repeated where the database goes away meanwhile. */
  prepare?(db: Kysely<Schema>): Promise<void>;
}

/** A server that has not been reached since this program started. */
export class NotReachedYet extends NoAnswer {
  override readonly name = "NotReachedYet";

  constructor(place: string) {
    super(`the PostgreSQL server at ${place} was not reached yet`);
  }
}

/** A migrated database and what closes it. */
export interface OpenDatabase<Schema> extends AsyncDisposable {
  readonly db: Kysely<Schema>;
  /** `embedded` is PGlite for this process alone; `server` is PostgreSQL, shared by any number. */
  readonly system: "embedded" | "server";
  /**
   * Resolves when it is there, which it is from the beginning unless somebody waits for it: until then every query rejects with
   * NotReachedYet. Rejects with what no waiting mends.
   */
  readonly reached: Promise<void>;
  /** The process of the embedded database; undefined while there is none. */
  readonly childPid: number | undefined;
  /** Ends all connections and frees the embedded directory; calling it again does nothing. */
  close(): Promise<void>;
}

const NOT_MIGRATED = "the database schema could not be brought up to date";

const CONNECT_TIMEOUT_MS = 5_000;
/** What a server that is only slow takes to let a connection in and to answer it. */
const TRIAL_TIMEOUT_MS = 4_000;
const STATEMENT_TIMEOUT_MS = 20_000;
/**
 * A connection that says nothing for so long is ended, and what waits for it fails: the server would have ended the
 * statement before. Whoever vanished without closing is found out by this alone, keep-alive takes minutes.
 */
const SILENCE_TIMEOUT_MS = 25_000;
/** A client that vanished within a transaction loses its locks, on which all others would wait. */
const IDLE_TRANSACTION_TIMEOUT_MS = 15_000;

const INT8_OID = 20;
const NUMERIC_OID = 1700;
const DATE_OID = 1082;

/** Reads int8 and numeric as numbers and dates as text. */
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
 * Throws `DatabaseOpenError`; nothing stays open or locked after it. With `waiting`, a server that is away is no fault: it is waited
 * for.
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
    // The connection is the database: there is one, from the start to the end.
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
  const withoutEnd = { connect: () => pool.connect(), end: async () => {}, options: {} };
  await migrateToLatest(
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withoutEnd }) }),
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
    await letIn(pool, address);
    await migrateServer<Schema>(address, migrations);
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
    // Kysely does not know a pool that was never used, and would leave it open.
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

/** Takes a first connection, which later ones are like. */
async function letIn(pool: pg.Pool, address: ServerAddress): Promise<void> {
  await pool.query("select 1").catch(async (error: unknown) => {
    const told = `the PostgreSQL server at ${address.place} does not let us in`;
    throw await refusal("server_unreachable", told, error, address);
  });
}

/** Brings the schema of a server up to date. */
async function migrateServer<Schema>(
  address: ServerAddress,
  migrations: Migrations,
): Promise<void> {
  // Migrations rewrite tables: nobody waits for them, and they take as long as they take.
  const pool = poolOf(address.url, { max: 1 });
  await using patient = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  await letIn(pool, address);
  await migrateToLatest(patient, migrations, (reason, cause) =>
    refusal("migration_failed", `${address.place}: ${NOT_MIGRATED}`, cause ?? reason, address),
  );
  const lacking = await lackingRights(pool);
  if (lacking === undefined) return;
  const told = `the PostgreSQL server at ${address.place} lets us in, and no further`;
  throw await refusal("rights_missing", told, lacking, address);
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

/** Asks a server something over a connection of its own; rejects when it does not answer. A refusal is an answer. */
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
 * A server that goes away ends its connections; without listeners that would end the process. The next query meets the same
 * fault and its caller handles it. The pool listens to idle clients alone: one that is taken and between two queries needs a
 * listener of its own.
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
  // Who does not ask is not ended by it.
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
