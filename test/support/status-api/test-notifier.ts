import type { Kysely, Selectable } from "kysely";
import { pino } from "pino";
import { Registry } from "prom-client";

import { newId } from "#monitor/store/new-id.ts";
import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { OutboxTable, SubscriberTable } from "#migrations/status/subscriber-tables.ts";
import { notifyMetrics } from "#status-api/notify/metrics.ts";
import { createNotifier, type Notifier } from "#status-api/notify/notifier.ts";
import { type MailSender, openMailSender } from "#mail/sender.ts";
import { openWebhookSender } from "#status-api/delivery/senders.ts";
import type { WebhookSender } from "#runtime/webhook-sender.ts";
import { overallStatus } from "#monitor/domain/overall.ts";

import { emptyStatusTables } from "../databases/empty-status-tables.ts";
import type { EmptyDatabase } from "../databases/every-database.ts";
import { type MailServer, startMailServer } from "../servers/mail-server.ts";
import { setUpPage, writeIncident } from "./status-history.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../servers/webhook-receiver.ts";

/** URL of the status page in these tests. */
export const statusUrl = "https://status.example.org";

/** A notifier on a clock of its own, with a mail server and an endpoint that receive what it sends. */
export class TestNotifier implements AsyncDisposable {
  readonly db: Kysely<StatusDatabase>;
  clockMs = 0;
  readonly #database: OpenDatabase<StatusDatabase>;
  readonly #webhooks: WebhookSender;
  #registry = new Registry();
  #parts: { notifier: Notifier; receiver: WebhookReceiver } | undefined;
  #mail: { server: MailServer; sender: MailSender } | undefined;

  private constructor(database: OpenDatabase<StatusDatabase>) {
    this.#database = database;
    this.db = database.db;
    this.#webhooks = openWebhookSender({ allowPrivate: true });
  }

  static async open(empty: EmptyDatabase): Promise<TestNotifier> {
    return new TestNotifier(await openStatusDatabase(empty));
  }

  /** Begins a test with a page and nothing else; returns what ends it. */
  async begin(): Promise<() => Promise<void>> {
    // What signatures are verified against is the real clock.
    this.clockMs = Date.now();
    await emptyStatusTables(this.db);
    await setUpPage(this.db, this.clockMs);
    this.#registry = new Registry();
    this.#parts = {
      notifier: this.notifierOf(this.#registry),
      receiver: await startWebhookReceiver(),
    };
    await this.startMail();
    return async () => {
      await this.notifier[Symbol.asyncDispose]();
      await this.receiver[Symbol.asyncDispose]();
      await this.stopMail();
    };
  }

  get notifier(): Notifier {
    return begun(this.#parts).notifier;
  }

  get receiver(): WebhookReceiver {
    return begun(this.#parts).receiver;
  }

  get mailServer(): MailServer {
    return begun(this.#mail).server;
  }

  /** Makes another notifier on the same database. */
  notifierOf(register: Registry): Notifier {
    return createNotifier({
      db: this.db,
      statusUrl,
      mail: { send: (...mailing) => begun(this.#mail).sender.send(...mailing), close: () => {} },
      webhooks: this.#webhooks,
      overall: () => overallStatus(["operational"]),
      metrics: notifyMetrics(register, () => this.clockMs),
      logger: pino({ level: "silent" }),
      nowMs: () => this.clockMs,
      random: () => 0,
    });
  }

  /** Starts a mail server, at another port each time. */
  async startMail(): Promise<void> {
    const server = await startMailServer();
    const from = "Status <status@example.org>";
    this.#mail = { server, sender: openMailSender({ smtpUrl: server.url, from }) };
  }

  /** Stops the mail server; mails are still handed to where it was. */
  async stopMail(): Promise<void> {
    const { server, sender } = begun(this.#mail);
    sender.close();
    await server[Symbol.asyncDispose]();
    const from = "Status <status@example.org>";
    this.#mail = { server, sender: openMailSender({ smtpUrl: server.url, from }) };
  }

  /** Tells all that is due in `inMs`, which is then now. */
  async tell(inMs = 0): Promise<void> {
    this.clockMs += inMs;
    await this.notifier.look();
    await this.notifier.settled();
  }

  /** Opens an incident, that of a person unless told, with its first update; returns its id. */
  async openIncident(
    componentIds: readonly string[] = ["tts"],
    { automatic = false } = {},
  ): Promise<string> {
    const id = newId();
    await writeIncident(this.db, {
      id,
      name: "Major outage: Speech synthesis",
      nameTr: "Büyük kesinti: Seslendirme",
      impact: "major",
      automatic,
      componentIds,
      updates: [
        { status: "investigating", body: "We look.", bodyTr: "Bakıyoruz.", atMs: this.clockMs },
      ],
    });
    return id;
  }

  outbox(): Promise<Selectable<OutboxTable>[]> {
    return this.db.selectFrom("outbox").selectAll().orderBy("id").execute();
  }

  subscriber(id: string): Promise<Selectable<SubscriberTable>> {
    return this.db
      .selectFrom("subscribers")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  }

  /** How many attempts came to `result`. */
  async counted(result: "delivered" | "retried" | "given_up"): Promise<number> {
    const metric = await this.#registry.getSingleMetric("notifications_total")?.get();
    return metric?.values.find(({ labels }) => labels["result"] === result)?.value ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#webhooks.close();
    await this.#database.close();
  }
}

function begun<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error("a test begins with begin()");
  return part;
}
