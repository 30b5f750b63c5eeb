import { createTransport } from "nodemailer";
import type { Language } from "#web-kit/language/languages.ts";
import type { MailSettings } from "./settings.ts";

export const MAIL_LIMITS = {
  /** The timeout of each step, such as connecting. */
  stepTimeoutMs: 10_000,
  /** The maximum number of connections to the mail server. */
  atOnce: 6,
} as const;

/** The outcome of sending a mail. */
export type MailResult =
  | { readonly kind: "delivered" }
  /** The server does not accept mail for this recipient; a retry would not help. */
  | { readonly kind: "refused"; readonly error: string }
  /** The server or the connection to it is at fault, not the recipient. */
  | { readonly kind: "failed"; readonly error: string; readonly isReceiversFault: false };

export interface MailMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** The message id of the first mail of the thread; undefined when this is the first. */
  readonly inReplyTo?: string | undefined;
  /** The URL that unsubscribes with one request; undefined for mails without a subscription. */
  readonly unsubscribe?: string | undefined;
  readonly language: Language;
}

export type MailSender = ReturnType<typeof openMailSender>;

/** Returns a sender that keeps a pool of connections to the mail server while there is mail to send. */
export function openMailSender({ smtpUrl, from }: MailSettings) {
  const timeoutMs = MAIL_LIMITS.stepTimeoutMs;
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAIL_LIMITS.atOnce,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // The server may close an idle connection; the next mail opens one.
  transport.on("error", () => {});
  return {
    /** Sends a mail and returns the outcome; never rejects. Stops waiting when `stop` is aborted. */
    async send(to: string, message: MailMessage, stop: AbortSignal): Promise<MailResult> {
      const { unsubscribe, language, ...mail } = message;
      const headers = headersOf(language, unsubscribe);
      const thread = mail.inReplyTo === undefined ? {} : { references: mail.inReplyTo };
      try {
        await withinTime(transport.sendMail({ from, to, ...mail, ...thread, headers }), stop);
        return { kind: "delivered" };
      } catch (error) {
        return failureOf(error);
      }
    },
    close: (): void => transport.close(),
  };
}

function headersOf(language: Language, unsubscribe: string | undefined): Record<string, string> {
  return {
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    "Content-Language": language,
    ...(unsubscribe !== undefined && {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  };
}

/** The timeout of all steps together. */
const WHOLE_TIMEOUT_MS = 3 * MAIL_LIMITS.stepTimeoutMs;

async function withinTime<T>(sending: Promise<T>, stop: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const ending = AbortSignal.any([stop, AbortSignal.timeout(WHOLE_TIMEOUT_MS)]);
  const end = (): void => reject(new Error("the mail server did not finish in time"));
  if (ending.aborted) end();
  ending.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([sending, promise]);
  } finally {
    ending.removeEventListener("abort", end);
  }
}

/** Reply codes that refuse the recipient, not the sender, and permanently (RFC 5321, 4.2.3). */
const REFUSED_RECIPIENT = new Set([550, 551, 553]);

function failureOf(error: unknown): MailResult {
  const { code, responseCode, command } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  // The server's text may repeat the address, so it stays out of the database and the log.
  const said = [command, code, responseCode].filter((part) => part !== undefined).join(" ");
  const text = said === "" && error instanceof Error ? error.message : said;
  if (command === "RCPT TO" && responseCode !== undefined && REFUSED_RECIPIENT.has(responseCode)) {
    return { kind: "refused", error: text };
  }
  return { kind: "failed", error: text, isReceiversFault: false };
}
