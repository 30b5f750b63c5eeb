import { ConfigError, type Settings } from "#runtime/settings.ts";

export interface MailSettings {
  /** `smtp://` or `smtps://`, with credentials if the server requires them. */
  readonly smtpUrl: string;
  readonly from: string;
}

/** An address, alone or as `Name <address>`. */
const SENDER = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** Reads SMTP_URL and MAIL_FROM; undefined without SMTP_URL, when no mail is sent. Throws ConfigError. */
export function readMailSettings(read: Settings): MailSettings | undefined {
  const smtpUrl = read.secretUrl("SMTP_URL", ["smtp:", "smtps:"]);
  if (smtpUrl === undefined) return undefined;
  if (new URL(smtpUrl).hostname === "") {
    throw new ConfigError("SMTP_URL has no host; it takes smtp://user:password@host:port");
  }
  const takes = "with SMTP_URL an address, as Status <status@example.com>";
  const from = read.matching("MAIL_FROM", SENDER, takes);
  if (from === undefined) throw new ConfigError(`MAIL_FROM is not set; it takes ${takes}`);
  return { smtpUrl, from };
}
