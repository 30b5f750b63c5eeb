import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError, Settings } from "#settings/settings.ts";
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

const KEY_FILE = "bootstrap-api-key";
const PASSWORD_FILE = "bootstrap-password";
const ADMIN_TOKEN_FILE = "status-admin-token";
const KEY_POLL_INTERVAL_MS = 250;

/** Reads the settings; throws `ConfigError` for the first that cannot be used. */
export function readConfig(environment: Variables = process.env): ProberConfig {
  const read = new Settings(environment);
  const addresses = {
    BASE_URL:
      read.webUrl("BASE_URL") ??
      read.webUrl("PUBLIC_URL") ??
      `http://127.0.0.1:${read.port("SERVICE_PORT", 8080)}`,
    STATUS_URL: read.webUrl("STATUS_URL") ?? `http://127.0.0.1:${read.port("STATUS_PORT", 8090)}`,
  };
  const ttsUrl = read.webUrl("TTS_URL") ?? addresses.BASE_URL;
  return Object.freeze({
    dataDirectory: read.dataDirectory,
    databaseUrl: read.databaseUrl("STATUS_DATABASE_URL"),
    monitorFile: read.text("MONITOR_CONFIG") ?? "monitor.yaml",
    variables: { ...environment, ...addresses, TTS_URL: ttsUrl },
    apiKey: read.text("PROBE_API_KEY") ?? read.text("BOOTSTRAP_API_KEY"),
    account: {
      email: read.text("BOOTSTRAP_EMAIL") ?? "probe@localhost",
      password: read.text("BOOTSTRAP_PASSWORD"),
    },
    location:
      read.matching(
        "PROBE_LOCATION",
        /^[a-z0-9-]{1,40}$/,
        "up to 40 lower-case letters, digits and hyphens",
      ) ?? "local",
    spoolMegabytes: read.whole("SPOOL_MEGABYTES", [1, 1_000_000], 256),
    observationDays: read.whole("OBSERVATION_DAYS", [7, 3650], 90),
    heartbeatUrl: read.secretUrl("HEARTBEAT_URL"),
    metricsPort: read.port("PROBE_METRICS_PORT", 9100),
    metricsToken: read.text("METRICS_TOKEN"),
    status: { url: addresses.STATUS_URL, adminToken: read.text("STATUS_ADMIN_TOKEN") },
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
