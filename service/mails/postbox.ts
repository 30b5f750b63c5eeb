import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { openMailSender, type MailMessage, type MailSender } from "#mail/sender.ts";
import type { MailSettings } from "#mail/settings.ts";

/** A mail without what the postbox adds. */
export type Letter = Pick<MailMessage, "subject" | "text" | "html" | "language">;

/** Takes mails and sends them by itself; one that cannot be sent is logged. */
export interface Postbox extends AsyncDisposable {
  post(to: string, letter: Letter): void;
}

/** The waits before a mail is tried again. */
const RETRIES_MS = [2_000, 20_000, 60_000];
/** Mails that wait or are under way; what comes on top is dropped. */
const MOST_MAILS = 500;

/** Opens a postbox; disposing it sends what is under way and gives up what waits to be tried again. */
export function openPostbox(settings: MailSettings, log: Logger): Postbox {
  const sender = openMailSender(settings);
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    post(to, letter) {
      if (underWay.size >= MOST_MAILS) return log.error("a mail was dropped: too many wait");
      const sending = send(sender, to, letter, stopping.signal, log).finally(() =>
        underWay.delete(sending),
      );
      underWay.add(sending);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.allSettled(underWay);
      sender.close();
    },
  };
}

/** Never rejects. */
async function send(
  sender: MailSender,
  to: string,
  letter: Letter,
  stop: AbortSignal,
  log: Logger,
): Promise<void> {
  // The same at each attempt, so that whoever gets two can tell.
  const mail = { ...letter, messageId: `<${randomUUID()}@account>` };
  const never = new AbortController().signal;
  for (const [attempt, waitMs] of [0, ...RETRIES_MS].entries()) {
    if (attempt > 0 && !(await sleep(waitMs, true, { signal: stop }).catch(() => false))) break;
    const result = await sender.send(to, mail, never);
    if (result.kind === "delivered") return;
    // The address is a person's and stays out of the log.
    log.warn({ reason: result.error, attempt: attempt + 1 }, "a mail could not be sent");
    if (result.kind === "refused") return;
  }
}
