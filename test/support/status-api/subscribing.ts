import type { Kysely, Selectable } from "kysely";
import { pino } from "pino";

import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { SubscriberTable } from "#migrations/status/subscriber-tables.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";

import { adminClient } from "./admin-client.ts";
import { emptyStatusTables } from "../databases/empty-status-tables.ts";
import { eventually } from "../eventually.ts";
import type { EmptyDatabase } from "../databases/every-database.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "../servers/mail-server.ts";
import { setUpPage } from "./status-history.ts";
import { startWebhookReceiver, status, type WebhookReceiver } from "../servers/webhook-receiver.ts";

/** How browsers send forms, and how programs send JSON. */
export const form = { "content-type": "application/x-www-form-urlencoded" };
export const json = { "content-type": "application/json" };

const adminToken = "admin-token-of-those-who-subscribe";

/** A status API that subscribers may sign up at, with a mail server and an endpoint that receive what it sends. */
export class Subscribing implements AsyncDisposable {
  readonly db: Kysely<StatusDatabase>;
  readonly mailServer: MailServer;
  readonly receiver: WebhookReceiver;
  /** All that it logged. */
  log = "";
  clockMs = Date.now();
  /** Asks the admin API. */
  readonly admin = adminClient(() => this.url("/").href, adminToken);
  #api: StatusApi | undefined;
  readonly #database: OpenDatabase<StatusDatabase>;
  #clients = 0;

  private constructor(
    database: OpenDatabase<StatusDatabase>,
    mailServer: MailServer,
    receiver: WebhookReceiver,
  ) {
    this.#database = database;
    this.db = database.db;
    this.mailServer = mailServer;
    this.receiver = receiver;
  }

  /** Starts all of it; `https://status.example.org` is the page's address. */
  static async start(empty: EmptyDatabase, cipher?: TextCipher): Promise<Subscribing> {
    const database = await openStatusDatabase(empty);
    const started = new Subscribing(
      database,
      await startMailServer(),
      await startWebhookReceiver(),
    );
    await setUpPage(database.db, started.clockMs);
    started.#api = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      adminToken,
      cipher,
      trustedProxies: ["127.0.0.1"],
      subscriptions: {
        statusUrl: "https://status.example.org",
        mail: { smtpUrl: started.mailServer.url, from: "Status <status@example.org>" },
        webhooks: { allowPrivate: true },
      },
      logger: pino({ level: "debug" }, { write: (line) => void (started.log += line) }),
      nowMs: () => started.clockMs,
    });
    return started;
  }

  /** Empties the database but for the page, and lets the endpoint take everything. */
  async clear(): Promise<void> {
    await emptyStatusTables(this.db);
    await setUpPage(this.db, this.clockMs);
    this.receiver.answerWith(status(204));
  }

  url(path: string): URL {
    return new URL(path, this.#api?.url);
  }

  get(path: string): Promise<Response> {
    return fetch(this.url(path));
  }

  /** Each call comes from a client of its own, unless one is named. */
  post(
    path: string,
    headers: Record<string, string>,
    body: string,
    client = `203.0.113.${++this.#clients}`,
  ): Promise<Response> {
    return fetch(this.url(path), {
      method: "POST",
      headers: { "x-forwarded-for": client, ...headers },
      body,
    });
  }

  signUp(wish: object): Promise<Response> {
    return this.post("/api/v2/subscribers", json, JSON.stringify(wish));
  }

  rows(): Promise<Selectable<SubscriberTable>[]> {
    return this.db.selectFrom("subscribers").selectAll().orderBy("created_at").execute();
  }

  async onlyRow(): Promise<Selectable<SubscriberTable>> {
    const [row, ...others] = await this.rows();
    if (row === undefined || others.length > 0) {
      throw new Error(`${others.length + (row === undefined ? 0 : 1)} have signed up, not one`);
    }
    return row;
  }

  mailsTo(address: string): ReceivedMail[] {
    return this.mailServer.mails.filter(({ recipients }) => recipients.includes(address));
  }

  /** Resolves with the mail number `count` to an address. */
  mailTo(address: string, count = 1): Promise<ReceivedMail> {
    return eventually(`mail ${count} to ${address}`, () => this.mailsTo(address)[count - 1]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#api?.stop();
    await this.mailServer[Symbol.asyncDispose]();
    await this.receiver[Symbol.asyncDispose]();
    await this.#database.close();
  }
}

/** Finds the path of the subscription link in a mail. */
export function linkIn(text: string | undefined): string {
  const [, path] = /https:\/\/status\.example\.org(\/subscriptions\/\S+)/.exec(text ?? "") ?? [];
  if (path === undefined) throw new Error(`no link in: ${text}`);
  return path;
}
