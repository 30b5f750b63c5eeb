import { ConfigError, Settings, type Environment } from "#settings/settings.ts";
import type { MailSettings } from "../notify/sending/mail.ts";
import type { NotifySettings } from "../notify/notifications.ts";

/** The settings of the status API, read once when it starts. */
export interface StatusApiConfig {
  readonly host: string;
  readonly port: number;
  /** Where readers find the page, without a trailing slash. */
  readonly url: string;
  /** PostgreSQL of the monitor; undefined means the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  /** The bearer token that /metrics asks for; undefined leaves it open. */
  readonly metricsToken: string | undefined;
  readonly subscriptions: NotifySettings;
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** The bearer token of the admin API; undefined means the one that is made in the data directory. */
  readonly adminToken: string | undefined;
}

/** A mailbox, alone or behind a name. */
const SENDER = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** Reads the settings; throws ConfigError for the first that cannot be used. */
export function readConfig(environment: Environment = process.env): StatusApiConfig {
  const read = new Settings(environment);
  const host = read.text("STATUS_HOST") ?? "127.0.0.1";
  const port = read.port("STATUS_PORT", 8090);
  const url = read.webUrl("STATUS_URL") ?? `http://${hostInUrl(host)}:${port}`;
  const allowPrivate = read.oneOf("WEBHOOK_ALLOW_PRIVATE", ["true", "false"]) === "true";
  return Object.freeze({
    host,
    port,
    url,
    databaseUrl: read.databaseUrl("STATUS_DATABASE_URL"),
    dataDirectory: read.dataDirectory,
    metricsToken: read.text("METRICS_TOKEN"),
    subscriptions: { statusUrl: url, mail: mailSettings(read), webhooks: { allowPrivate } },
    trustedProxies: read.trustedProxies,
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
