import { pino } from "pino";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { Database } from "#migrations/status/schema.ts";
import { startStatusApi } from "#status-api/server.ts";

import { writeDesignedHistory } from "../browser/designed-history.ts";
import { writeDesignedOnCall } from "../browser/designed-on-call.ts";
import { ownDatabase } from "../databases/every-database.ts";
import { type PathProxy, startPathProxy } from "../servers/path-proxy.ts";
import { writeSubscriber } from "./subscribers.ts";

export const ADMIN_TOKEN = "admin-token-of-people-on-call";

/** A status API whose page is below a path of a proxy. */
export interface ServedBelowAPath<Written> extends AsyncDisposable {
  readonly proxy: PathProxy;
  readonly written: Written;
}

/** Starts the status API and a proxy, which removes the path if it `strips`. The page shows what `write` writes, as at `nowMs`. */
export async function serveBelowAPath<Written>(
  path: string,
  strips: boolean,
  nowMs: number,
  write: (db: Database, nowMs: number) => Promise<Written>,
): Promise<ServedBelowAPath<Written>> {
  await using stack = new AsyncDisposableStack();
  const proxy = stack.use(await startPathProxy(path, strips));
  const place = stack.use(await ownDatabase("status"));
  const database = await openStatusDatabase(place);
  stack.defer(() => database.close());
  const { db } = database;
  const written = await write(db, nowMs);
  await db.updateTable("page").set({ url: proxy.url }).execute();
  const api = stack.use(
    await startStatusApi({
      db,
      host: "127.0.0.1",
      port: 0,
      url: proxy.url,
      adminToken: ADMIN_TOKEN,
      logger: pino({ level: "silent" }),
      nowMs: () => nowMs,
      subscriptions: {
        statusUrl: proxy.url,
        mail: { smtpUrl: "smtp://127.0.0.1:1", from: "Status <status@example.org>" },
        webhooks: { allowPrivate: false },
      },
    }),
  );
  proxy.leadTo(Number(new URL(api.url).port));
  const running = stack.move();
  return { proxy, written, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Writes what shows all that pages can show; returns a session of the console, and the token of a confirmed subscriber. */
export async function writeAllThereIs(db: Database, nowMs: number) {
  await writeDesignedHistory(db, nowMs);
  const session = await writeDesignedOnCall(db, nowMs);
  const wishes = { components: ["docs"] };
  const { token } = await writeSubscriber(db, "email", "ayse@example.com", wishes);
  return { cookie: `${session.name}=${session.value}`, subscriberToken: token };
}
