import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { SignInAccount } from "./check/context.ts";
import type { Variables } from "./monitor-file/read.ts";

/** The settings of a prober, read once when it starts. */
export interface ProberConfig {
  readonly dataDirectory: string;
  /** PostgreSQL of the monitor; undefined means the embedded database. */
  readonly databaseUrl: string | undefined;
  /** The file that says what is probed. */
  readonly monitorFile: string;
  /** Values for `${NAME}` in that file. */
  readonly variables: Variables;
  /** The key that checks send; undefined means the one that the service made in the data directory. */
  readonly apiKey: string | undefined;
  /** Whom the dashboard's check signs in as; an undefined password means the one in the data directory. */
  readonly account: { readonly email: string; readonly password: string | undefined };
  readonly location: string;
  /** How large the spool may grow. */
  readonly spoolMegabytes: number;
  /** How long observations are kept. */
  readonly observationDays: number;
  /** What is called each minute while probing goes well; undefined calls nothing. */
  readonly heartbeatUrl: string | undefined;
  /** Where a prober that runs alone shows its metrics. */
  readonly metricsPort: number;
  /** The bearer token that /metrics asks for; undefined leaves it open. */
  readonly metricsToken: string | undefined;
  /** Where the status page is, and the token of its admin API; undefined means the one in the data directory. */
  readonly status: { readonly url: string; readonly adminToken: string | undefined };
}

/** A setting that cannot be used; the message is one line that names it, what it got and what it takes. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const KEY_FILE = "bootstrap-api-key";
const PASSWORD_FILE = "bootstrap-password";
const ADMIN_TOKEN_FILE = "status-admin-token";
const KEY_POLL_INTERVAL_MS = 250;

/** Reads the settings; throws `ConfigError` for the first that cannot be used. */
export function readConfig(environment: Variables = process.env): ProberConfig {
  const value = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const port = (name: string, standard: number): number =>
    portOf(name, value(name) ?? String(standard));
  const baseUrl =
    value("BASE_URL") ?? value("PUBLIC_URL") ?? `http://127.0.0.1:${port("SERVICE_PORT", 8080)}`;
  const addresses = {
    BASE_URL: addressOf("PUBLIC_URL", baseUrl),
    TTS_URL: addressOf("TTS_URL", value("TTS_URL") ?? baseUrl),
    STATUS_URL: addressOf(
      "STATUS_URL",
      value("STATUS_URL") ?? `http://127.0.0.1:${port("STATUS_PORT", 8090)}`,
    ),
  };
  return Object.freeze({
    dataDirectory: resolve(value("DATA_DIR") ?? "./data"),
    databaseUrl: databaseUrlOf("STATUS_DATABASE_URL", value("STATUS_DATABASE_URL")),
    monitorFile: value("MONITOR_CONFIG") ?? "monitor.yaml",
    variables: { ...environment, ...addresses },
    apiKey: value("PROBE_API_KEY") ?? value("BOOTSTRAP_API_KEY"),
    account: {
      email: value("BOOTSTRAP_EMAIL") ?? "probe@localhost",
      password: value("BOOTSTRAP_PASSWORD"),
    },
    location: locationOf("PROBE_LOCATION", value("PROBE_LOCATION") ?? "local"),
    spoolMegabytes: wholeOf("SPOOL_MEGABYTES", value("SPOOL_MEGABYTES"), 256, [1, 1_000_000]),
    observationDays: wholeOf("OBSERVATION_DAYS", value("OBSERVATION_DAYS"), 90, [7, 3650]),
    heartbeatUrl: optionalAddressOf("HEARTBEAT_URL", value("HEARTBEAT_URL")),
    metricsPort: port("PROBE_METRICS_PORT", 9100),
    metricsToken: value("METRICS_TOKEN"),
    status: { url: addresses.STATUS_URL, adminToken: value("STATUS_ADMIN_TOKEN") },
  });
}

/**
 * The key that checks send: as set, else as the service wrote it into the data directory.
 *
 * Waits `patienceMs` for that file, since the service may be starting at the same moment; then throws `ConfigError`.
 */
export async function readApiKey(config: ProberConfig, patienceMs: number): Promise<string> {
  if (config.apiKey !== undefined) return config.apiKey;
  const file = join(config.dataDirectory, KEY_FILE);
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    const key = await readSecret(file);
    if (key !== undefined) return key;
    if (performance.now() > deadlineMs) {
      throw new ConfigError(
        `PROBE_API_KEY is not set and ${file} does not exist; it takes an API key of the speech service`,
      );
    }
    await sleep(KEY_POLL_INTERVAL_MS);
  }
}

/** Whom the dashboard's check signs in as; undefined when no password is set or lies in the data directory. */
export async function readAccount({
  account: { email, password },
  dataDirectory,
}: ProberConfig): Promise<SignInAccount | undefined> {
  const known = password ?? (await readSecret(join(dataDirectory, PASSWORD_FILE)));
  return known === undefined ? undefined : { email, password: known };
}

/** The token of the status page's admin API; undefined when none is set or lies in the data directory. */
export async function readAdminToken({
  status,
  dataDirectory,
}: ProberConfig): Promise<string | undefined> {
  return status.adminToken ?? (await readSecret(join(dataDirectory, ADMIN_TOKEN_FILE)));
}

/** The text of a secret's file; undefined when there is none, or it is not written yet. */
async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.trim() || undefined;
}

function portOf(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new ConfigError(`${name} is "${text}"; it takes a port from 0 to 65535`);
}

function addressOf(name: string, text: string): string {
  const protocol = URL.parse(text)?.protocol;
  if (protocol === "http:" || protocol === "https:") return text.replace(/\/+$/, "");
  throw new ConfigError(`${name} is "${text}"; it takes an http:// or https:// address`);
}

function wholeOf(
  name: string,
  text: string | undefined,
  standard: number,
  [least, most]: readonly [number, number],
): number {
  if (text === undefined) return standard;
  const whole = Number(text);
  if (/^\d+$/.test(text) && whole >= least && whole <= most) return whole;
  throw new ConfigError(`${name} is "${text}"; it takes a whole number from ${least} to ${most}`);
}

/** An address to be called; it may hold a secret, so a bad one is not repeated. */
function optionalAddressOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const protocol = URL.parse(text)?.protocol;
  if (protocol === "http:" || protocol === "https:") return text;
  throw new ConfigError(`${name} is no address; it takes an http:// or https:// address`);
}

function databaseUrlOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const protocol = URL.parse(text)?.protocol;
  if (protocol === "postgres:" || protocol === "postgresql:") return text;
  // The value may hold a password, so it is not repeated.
  throw new ConfigError(
    `${name} is not a PostgreSQL address; it takes postgresql://user:password@host:port/name`,
  );
}

function locationOf(name: string, text: string): string {
  if (/^[a-z0-9-]{1,40}$/.test(text)) return text;
  throw new ConfigError(
    `${name} is "${text}"; it takes up to 40 lower-case letters, digits and hyphens`,
  );
}
