import { createTransport } from "nodemailer";
import type { Language } from "#web-kit/language/languages.ts";
import type { MailSettings } from "./settings.ts";

export const MAIL_LIMITS = {
  /** Of each step, such as connecting. */
  stepTimeoutMs: 10_000,
  /** Connections to the mail server. */
  atOnce: 6,
} as const;

/** What came of sending a mail. */
export type MailResult =
  | { readonly kind: "delivered" }
  /** The server will not take mail for this recipient, however often it is tried. */
  | { readonly kind: "refused"; readonly error: string }
  /** The server or the way to it is at fault, not the recipient. */
  | { readonly kind: "failed"; readonly error: string; readonly isReceiversFault: false };

export interface MailMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** The mail with which the thread begins; undefined when this is it. */
  readonly inReplyTo?: string | undefined;
  /** Where one request unsubscribes; undefined for mails that nobody subscribed to. */
  readonly unsubscribe?: string | undefined;
  readonly language: Language;
}

export type MailSender = ReturnType<typeof openMailSender>;

/** Opens a sender that keeps a few connections to the mail server while there is something to send. */
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
    /** Resolves with what came of it; never rejects. After `stop` nothing is waited for. */
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

/** For all steps together. */
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

/** Codes with which a server refuses the recipient, not us or the moment (RFC 5321, 4.2.3). */
const REFUSED_RECIPIENT = new Set([550, 551, 553]);

function failureOf(error: unknown): MailResult {
  const { code, responseCode, command } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  // What a server says may repeat the address, so its words stay out of the database and the log.
  const said = [command, code, responseCode].filter((part) => part !== undefined).join(" ");
  const words = said === "" && error instanceof Error ? error.message : said;
  if (command === "RCPT TO" && responseCode !== undefined && REFUSED_RECIPIENT.has(responseCode)) {
    return { kind: "refused", error: words };
  }
  return { kind: "failed", error: words, isReceiversFault: false };
}
