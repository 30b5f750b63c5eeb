import path from "node:path";
import ipaddr from "ipaddr.js";
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

/** A setting that cannot be used; the message is one line that names it, what it got and what it takes. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings; throws `ConfigError` for the first that cannot be used. */
export function readConfig(environment: Environment = process.env): StatusApiConfig {
  const value = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const host = value("STATUS_HOST") ?? "127.0.0.1";
  const port = portOf("STATUS_PORT", value("STATUS_PORT") ?? "8090");
  const databaseUrl = value("STATUS_DATABASE_URL");
  const url = webUrlOf("STATUS_URL", value("STATUS_URL") ?? `http://${hostInUrl(host)}:${port}`);
  return Object.freeze({
    host,
    port,
    url,
    databaseUrl:
      databaseUrl === undefined ? undefined : databaseUrlOf("STATUS_DATABASE_URL", databaseUrl),
    dataDirectory: path.resolve(value("DATA_DIR") ?? "./data"),
    metricsToken: value("METRICS_TOKEN"),
    subscriptions: {
      statusUrl: url,
      mail: mailOf(value("SMTP_URL"), value("MAIL_FROM")),
      webhooks: { allowPrivate: switchOf("WEBHOOK_ALLOW_PRIVATE", value("WEBHOOK_ALLOW_PRIVATE")) },
    },
    trustedProxies: proxiesOf("TRUSTED_PROXIES", value("TRUSTED_PROXIES") ?? ""),
    adminToken: adminTokenOf("STATUS_ADMIN_TOKEN", value("STATUS_ADMIN_TOKEN")),
  });
}

/** Writes an address as it stands in a URL: IPv6 in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function portOf(name: string, text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new ConfigError(
      `${name} is "${text}"; it takes a port from 0 to 65535, 0 for any free one`,
    );
  }
  return port;
}

const SHORTEST_TOKEN = 16;

function adminTokenOf(name: string, token: string | undefined): string | undefined {
  if (token === undefined || new RegExp(`^[!-~]{${SHORTEST_TOKEN},}$`).test(token)) return token;
  // It is a secret, so it is not repeated.
  throw new ConfigError(
    `${name} is not a usable token; it takes at least ${SHORTEST_TOKEN} printable ASCII characters without blanks`,
  );
}

function webUrlOf(name: string, text: string): string {
  const protocol = URL.parse(text)?.protocol;
  if (protocol !== "http:" && protocol !== "https:") {
    throw new ConfigError(`${name} is "${text}"; it takes an http:// or https:// address`);
  }
  return text.replace(/\/+$/, "");
}

function databaseUrlOf(name: string, text: string): string {
  const protocol = URL.parse(text)?.protocol;
  if (protocol !== "postgres:" && protocol !== "postgresql:") {
    // The value may hold a password, so it is not repeated.
    throw new ConfigError(
      `${name} is not a PostgreSQL address; it takes postgresql://user:password@host:port/name`,
    );
  }
  return text;
}

/** A mailbox, alone or behind a name. */
const sender = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

function mailOf(smtpUrl: string | undefined, from: string | undefined): MailSettings | undefined {
  if (smtpUrl === undefined) return undefined;
  const parsed = URL.parse(smtpUrl);
  if (!/^smtps?:$/.test(parsed?.protocol ?? "") || (parsed?.hostname ?? "") === "") {
    // The value may hold a password, so it is not repeated.
    throw new ConfigError(
      "SMTP_URL is not a mail server's address; it takes smtp://user:password@host:port or smtps://…",
    );
  }
  if (from === undefined || !sender.test(from)) {
    throw new ConfigError(
      `MAIL_FROM is ${JSON.stringify(from ?? "")}; with SMTP_URL it takes an address, as Status <status@example.com>`,
    );
  }
  return { smtpUrl, from };
}

function switchOf(name: string, text = "false"): boolean {
  if (text !== "true" && text !== "false") {
    throw new ConfigError(`${name} is "${text}"; it takes true or false`);
  }
  return text === "true";
}

function proxiesOf(name: string, text: string): readonly string[] {
  const proxies = text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  for (const one of proxies) {
    if (!ipaddr.isValid(one) && !ipaddr.isValidCIDR(one)) {
      throw new ConfigError(
        `${name} has "${one}"; it takes IP addresses and CIDR ranges with commas between`,
      );
    }
  }
  return proxies;
}
