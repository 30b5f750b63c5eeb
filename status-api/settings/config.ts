import { ConfigError, Settings, type Environment } from "#settings/settings.ts";
import type { MailSettings } from "../notify/sending/mail.ts";

/** A mailbox, alone or behind a name. */
const SENDER = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** Reads the settings of the status API; throws ConfigError for the first that cannot be used. */
export function readConfig(environment: Environment = process.env) {
  const read = new Settings(environment);
  const host = read.text("STATUS_HOST") ?? "127.0.0.1";
  const port = read.port("STATUS_PORT", 8090);
  const url = read.webUrl("STATUS_URL") ?? `http://${hostInUrl(host)}:${port}`;
  const allowPrivate = read.oneOf("WEBHOOK_ALLOW_PRIVATE", ["true", "false"]) === "true";
  return Object.freeze({
    host,
    port,
    /** Where readers find the page, without a slash at its end. */
    url,
    /** PostgreSQL of the monitor; undefined means the embedded database. */
    databaseUrl: read.databaseUrl("STATUS_DATABASE_URL"),
    dataDirectory: read.dataDirectory,
    /** What /metrics asks for; undefined leaves it open. */
    metricsToken: read.text("METRICS_TOKEN"),
    subscriptions: { statusUrl: url, mail: mailSettings(read), webhooks: { allowPrivate } },
    trustedProxies: read.trustedProxies,
    /** Undefined means the one that is made in the data directory. */
    adminToken: read.secret(
      "STATUS_ADMIN_TOKEN",
      /^[!-~]{16,}$/,
      "at least 16 printable ASCII characters without blanks",
    ),
  });
}

function mailSettings(read: Settings): MailSettings | undefined {
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

/** Writes an address as it stands in a URL: IPv6 in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
