import { pino } from "pino";
import { expect, test } from "vitest";

import { newId } from "#monitor/store/new-id.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startStatusApi } from "#status-api/server.ts";

import { eventually } from "../../support/eventually.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { startProgram } from "../../support/program.ts";
import { setUpPage, writeIncident } from "../../support/status-api/status-history.ts";
import { writeSubscriber } from "../../support/status-api/subscribers.ts";
import { startWebhookReceiver, status } from "../../support/servers/webhook-receiver.ts";

const leaseMs = 60_000;
const subscribers = 4;

describeWithOneDatabase("a status API that is killed while it tells subscribers", (empty) => {
  test("has lost nothing when another takes over, and what comes again is known by its id", async () => {
    const location = await empty();
    await using receiver = await startWebhookReceiver();
    {
      await using database = await openStatusDatabase(location);
      await setUpPage(database.db, Date.now());
      for (let index = 0; index < subscribers; index += 1) {
        await writeSubscriber(database.db, "webhook", `${receiver.url}/${index}`);
      }
      await writeIncident(database.db, {
        id: newId(),
        name: "Outage",
        impact: "major",
        automatic: false,
        componentIds: ["tts"],
        updates: [{ status: "investigating", body: "We look.", atMs: Date.now() }],
      });
    }

    // The requests have arrived, their answers never do: nothing is marked when the process dies.
    receiver.answerWith(() => {});
    {
      await using program = startProgram("status-api/main.ts", {
        DATA_DIR: location.dataDirectory,
        STATUS_PORT: "0",
        WEBHOOK_ALLOW_PRIVATE: "true",
        ...(location.url === undefined ? {} : { STATUS_DATABASE_URL: location.url }),
      });
      await receiver.got(2);
      program.signal("SIGKILL");
      expect(await program.ended()).toBe("SIGKILL");
    }
    const interrupted = receiver.received.map(({ headers }) => headers["webhook-id"]);

    receiver.answerWith(status(204));
    await using database = await openStatusDatabase(location);
    const delivered = async (): Promise<number> => {
      const rows = await database.db.selectFrom("outbox").select("delivered_at").execute();
      expect(rows).toHaveLength(subscribers);
      return rows.filter(({ delivered_at }) => delivered_at !== null).length;
    };
    expect(await delivered()).toBe(0);
    await using _successor = await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      subscriptions: {
        statusUrl: "https://status.example.org",
        mail: undefined,
        webhooks: { allowPrivate: true },
      },
      logger: pino({ level: "silent" }),
      nowMs: () => Date.now() + leaseMs,
    });
    await eventually("all are delivered", async () => (await delivered()) === subscribers);

    const arrived = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(arrived).size).toBe(subscribers);
    expect(arrived).toHaveLength(subscribers + interrupted.length);
    expect(arrived.slice(interrupted.length)).toEqual(expect.arrayContaining(interrupted));
  });
});
