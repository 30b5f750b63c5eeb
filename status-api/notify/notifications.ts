import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import type { Registry } from "prom-client";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { OverallStatus } from "#monitor/domain/overall.ts";
import { notifyMetrics } from "./metrics.ts";
import { createNotifier } from "./notifier.ts";
import { readBacklog } from "./outbox.ts";
import { openMailSender } from "./sending/mail.ts";
import { openWebhookSender } from "./sending/webhook.ts";
import { forgetWhatIsOver } from "./subscriber-store.ts";
import type { ChannelSettings } from "./channels/channel.ts";

export interface NotifySettings extends ChannelSettings {
  /** The address of the page, without a slash at its end. */
  readonly statusUrl: string;
}

interface NotificationOptions {
  readonly db: Kysely<StatusDatabase>;
  readonly settings: NotifySettings;
  /** What the page says of everything now. */
  readonly overall: () => OverallStatus;
  readonly register: Registry;
  readonly logger: FastifyBaseLogger;
  readonly nowMs: () => number;
}

const pollMs = 1_000;
const backlogMs = 10_000;
const forgetMs = 3_600_000;

/** Starts to notify subscribers; disposing it ends what is under way within seconds. */
export function startNotifications(options: NotificationOptions): AsyncDisposable {
  const { db, settings, nowMs, logger, overall, register } = options;
  const mail = settings.mail === undefined ? undefined : openMailSender(settings.mail);
  const webhooks = openWebhookSender(settings.webhooks);
  const metrics = notifyMetrics(register, nowMs);
  const { statusUrl } = settings;
  const notifier = createNotifier({
    db,
    statusUrl,
    mail,
    webhooks,
    overall,
    nowMs,
    metrics,
    logger,
  });
  const stopping = new AbortController();
  const last = { backlog: -Infinity, forgotten: -Infinity };

  const work = async (): Promise<void> => {
    await notifier.look();
    if (performance.now() - last.backlog >= backlogMs) {
      metrics.setBacklog(await readBacklog(db));
      last.backlog = performance.now();
    }
    if (performance.now() - last.forgotten >= forgetMs) {
      await forgetWhatIsOver(db, nowMs());
      last.forgotten = performance.now();
    }
  };
  const poll = async (): Promise<void> => {
    let isAway = false;
    do {
      try {
        await work();
        isAway = false;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!isAway) logger.warn({ reason }, "subscribers are notified when the database is back");
        isAway = true;
      }
    } while (await sleep(pollMs, true, { signal: stopping.signal }).catch(() => false));
  };
  const polling = poll();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await polling;
      await notifier[Symbol.asyncDispose]();
      mail?.close();
      await webhooks.close();
    },
  };
}
