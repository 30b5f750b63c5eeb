import { MINUTE_MS } from "#units/time.ts";
import type { Logger } from "pino";
import { startRecurring } from "#runtime/recurring.ts";
import { openMailSender, type MailSender } from "#mail/sender.ts";
import type { MailSettings } from "#mail/settings.ts";
import { type AccountMail, accountLetter, type MailKind } from "./account-mails.ts";
import type { DueMail, MailStore } from "./mail-store.ts";

/** Stores mails about accounts and sends them in the background, after a restart too; one that cannot be sent is logged. */
export interface Postbox extends AsyncDisposable {
  /** Posts a mail; it is written, stored and sent after this returns. */
  post(about: MailKind, mail: AccountMail): void;
}

/** Delays before a mail is tried again: three quarters of an hour in total, within which every link still works. */
const RETRIES_MS = [2_000, 20_000, MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS];
/** Interval at which it looks for mails that another process has left. */
const LOOK_EVERY_MS = MINUTE_MS;
const MIN_WAIT_MS = 500;

/** Opens a postbox, which begins with the mails that wait in the store; disposing of it finishes what is in progress. */
export function openPostbox(settings: MailSettings, store: MailStore, log: Logger): Postbox {
  const sender = openMailSender(settings);
  const storing = new Set<Promise<void>>();
  let isStopped = false;

  const add = async (about: MailKind, mail: AccountMail): Promise<void> => {
    const isAdded = await store.add(mail.to, (tx) => accountLetter(about, mail, tx));
    if (isAdded) return sending.wake();
    log.error("a mail was dropped: too many wait");
  };
  /** Sends mails that are due; resolves with the milliseconds to the next ones, and never rejects. */
  const send = async (): Promise<number> => {
    try {
      let due = await store.takeDue();
      while (due.length > 0) {
        await Promise.all(due.map((mail) => sendMail(sender, store, mail, log)));
        due = isStopped ? [] : await store.takeDue();
      }
      // A mail that is due but could not be taken is being sent by another process.
      const nextMs = (await store.nextDueMs()) ?? LOOK_EVERY_MS;
      return Math.min(LOOK_EVERY_MS, Math.max(nextMs, MIN_WAIT_MS));
    } catch (error) {
      log.warn({ err: error }, "mails wait: the database cannot be reached");
      return LOOK_EVERY_MS;
    }
  };
  const sending = startRecurring(send);

  return {
    post(about, mail) {
      const stored = add(about, mail)
        .catch((error: unknown) => log.error({ err: error }, "a mail could not be stored"))
        .finally(() => storing.delete(stored));
      storing.add(stored);
    },
    async [Symbol.asyncDispose]() {
      isStopped = true;
      await Promise.all([...storing, sending[Symbol.asyncDispose]()]);
      sender.close();
    },
  };
}

/** Sends a mail and records the result. */
async function sendMail(
  sender: MailSender,
  store: MailStore,
  { id, recipient, letter, attempts }: DueMail,
  log: Logger,
): Promise<void> {
  if (letter === undefined) {
    log.error("a mail was dropped: it is encrypted with another ENCRYPTION_KEY");
    return store.remove(id);
  }
  // Each attempt has the same id, so that a recipient can recognize duplicates.
  const mail = { ...letter, messageId: `<${id}@account>` };
  const result = await sender.send(recipient, mail, new AbortController().signal);
  if (result.kind === "delivered") return store.remove(id);
  // The address is personal data and stays out of the log.
  log.warn({ reason: result.error, attempt: attempts }, "a mail could not be sent");
  const waitMs = RETRIES_MS[attempts - 1];
  if (result.kind === "refused" || waitMs === undefined) return store.remove(id);
  await store.later(id, waitMs);
}
