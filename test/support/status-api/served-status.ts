import type { Kysely } from "kysely";
import { pino } from "pino";
import { request } from "undici";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { startStatusApi } from "#status-api/server.ts";
import { readRevision } from "#monitor/store/revision.ts";

import type { EmptyDatabase } from "../databases/every-database.ts";
import { eventually } from "../eventually.ts";

export interface Answer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** A status API that serves a history, at a clock that stands still. */
export interface ServedStatus extends AsyncDisposable {
  readonly db: Kysely<StatusDatabase>;
  readonly url: string;
  get(path: string, headers?: Record<string, string>, method?: "GET" | "HEAD"): Promise<Answer>;
  /** Gets a document that has to be there. */
  json(path: string): Promise<unknown>;
  text(path: string): Promise<string>;
  /** Returns once the database's present revision is served. */
  caughtUp(): Promise<void>;
  /** Takes the database away; the status API goes on. */
  closeDatabase(): Promise<void>;
}

/** Serves what `write` writes into an empty database, as of `nowMs`. */
export async function serveStatus(
  empty: EmptyDatabase,
  nowMs: number,
  write: (db: Kysely<StatusDatabase>) => Promise<void>,
): Promise<ServedStatus> {
  await using stack = new AsyncDisposableStack();
  const { url, dataDirectory } = empty;
  const database = stack.use(await openStatusDatabase({ url, dataDirectory }));
  const status = stack.use(await serveOpened(database, nowMs, write));
  const running = stack.move();
  return { ...status, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Serves what `write` writes into a database, as of `nowMs`; the database stays open afterwards. */
export async function serveOpened(
  database: OpenDatabase<StatusDatabase>,
  nowMs: number,
  write: (db: Kysely<StatusDatabase>) => Promise<void>,
): Promise<ServedStatus> {
  const { db } = database;
  await write(db);
  const api = await startStatusApi({
    db,
    host: "127.0.0.1",
    port: 0,
    logger: pino({ level: "silent" }),
    nowMs: () => nowMs,
  });
  const get: ServedStatus["get"] = async (path, headers = {}, method = "GET") => {
    const response = await request(new URL(path, api.url), { method, headers });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return { code: response.statusCode, headers: response.headers, bytes };
  };
  const text = async (path: string): Promise<string> => {
    const { code, bytes } = await get(path);
    if (code !== 200) throw new Error(`${path} answered ${code}: ${bytes.toString()}`);
    return bytes.toString();
  };
  return {
    db,
    url: api.url,
    get,
    text,
    json: async (path) => JSON.parse(await text(path)),
    async caughtUp() {
      const { number } = await readRevision(db);
      await eventually("the newest revision is served", async () =>
        // Before the first report it answers 503.
        (await get("/readyz")).bytes.toString().includes(`"revision":${number},`),
      );
    },
    closeDatabase: () => database.close(),
    [Symbol.asyncDispose]: () => api.stop(),
  };
}
