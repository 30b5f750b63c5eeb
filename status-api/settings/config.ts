import { readMailSettings } from "#mail/settings.ts";
import { type OpenIdSettings, readOpenIdSettings } from "#openid/settings.ts";
import { DEFAULT_PORTS } from "#runtime/default-ports.ts";
import { encryptionWith } from "#runtime/encryption.ts";
import { Settings, type Environment } from "#runtime/settings.ts";
import { type ConsolePeople, readConsolePeople } from "./console-people.ts";
import { readConsolePlace } from "./console-place.ts";
import { hostInUrl } from "./host-in-url.ts";

/** Reads the settings of the status API; throws ConfigError for the first that cannot be used. */
export function readConfig(environment: Environment = process.env) {
  const read = new Settings(environment);
  const host = read.text("STATUS_HOST") ?? "127.0.0.1";
  const port = read.port("STATUS_PORT", DEFAULT_PORTS.status);
  const url = read.siteUrlWithPath("STATUS_URL") ?? `http://${hostInUrl(host)}:${port}`;
  return Object.freeze({
    host,
    port,
    /** The public URL of the page, without a trailing slash. */
    url,
    ...readConsolePlace(read, { host, url }),
    /** PostgreSQL of the monitor; undefined means the embedded database. */
    databaseUrl: read.databaseUrl("STATUS_DATABASE_URL"),
    databasePool: read.databasePool,
    dataDirectory: read.dataDirectory,
    /** The tokens that /metrics accepts; without any, it answers only this machine. */
    metricsTokens: read.metricsTokens,
    subscriptions: { statusUrl: url, mail: readMailSettings(read), webhooks: read.webhookUrls },
    /** Reads the secrets that probers have encrypted; undefined without a key. */
    cipher: encryptionWith(read.encryptionKeys),
    trustedProxies: read.trustedProxies,
    drainSeconds: read.drainSeconds,
    /** The people who may sign in to the console and their provider; undefined where nobody is named, or no provider is set. */
    consoleSignIn: readConsoleSignIn(read),
    /** Undefined means a generated one in the data directory. */
    adminToken: readAdminToken(read, "STATUS_ADMIN_TOKEN"),
    /** A second accepted token, for the time in which the first is changed. */
    secondAdminToken: readAdminToken(read, "STATUS_ADMIN_TOKEN_2"),
  });
}

/** An OpenID provider that people sign in to the console with, and what each may do. */
export interface ConsoleSignIn {
  readonly provider: OpenIdSettings;
  readonly people: ConsolePeople;
}

function readConsoleSignIn(read: Settings): ConsoleSignIn | undefined {
  const [provider, people] = [readOpenIdSettings(read), readConsolePeople(read)];
  return provider && people && { provider, people };
}

function readAdminToken(read: Settings, name: string): string | undefined {
  const takes = "at least 16 printable ASCII characters without blanks";
  return read.secret(name, /^[!-~]{16,}$/, takes);
}
