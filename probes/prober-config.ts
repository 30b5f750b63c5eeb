import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  ADMIN_TOKEN_FILE,
  BOOTSTRAP_API_KEY_FILE,
  BOOTSTRAP_PASSWORD_FILE,
} from "#runtime/data-files.ts";
import { readSecretFile } from "#runtime/secret-file.ts";
import { DEFAULT_PORTS } from "#runtime/default-ports.ts";
import { encryptionWith } from "#runtime/encryption.ts";
import { ConfigError, type Environment, Settings } from "#runtime/settings.ts";
import type { SignInAccount } from "./check/context.ts";
import { DEFAULT_OBSERVATION_DAYS } from "./results/retention.ts";
import { DEFAULT_SPOOL_MEGABYTES } from "./spool/spool.ts";

/** The settings of a prober, read once when it starts. */
export type ProberConfig = ReturnType<typeof readConfig>;

const KEY_POLL_INTERVAL_MS = 250;

/** Reads the settings; throws `ConfigError` for the first that cannot be used. */
export function readConfig(environment: Environment = process.env) {
  const read = new Settings(environment);
  const baseUrl =
    read.webUrl("BASE_URL") ??
    read.siteUrl("PUBLIC_URL") ??
    `http://127.0.0.1:${read.port("SERVICE_PORT", DEFAULT_PORTS.service)}`;
  const statusUrl =
    read.siteUrlWithPath("STATUS_URL") ??
    `http://127.0.0.1:${read.port("STATUS_PORT", DEFAULT_PORTS.status)}`;
  const publicUrl = read.siteUrl("PUBLIC_URL") ?? baseUrl;
  const ttsUrl = read.webUrl("TTS_URL") ?? baseUrl;
  return Object.freeze({
    dataDirectory: read.dataDirectory,
    /** PostgreSQL of the monitor; undefined means the embedded database. */
    databaseUrl: read.databaseUrl("STATUS_DATABASE_URL"),
    databasePool: read.databasePool,
    /** The file that says what is probed. */
    monitorFile: read.text("MONITOR_CONFIG") ?? "monitor.yaml",
    /** Values for `${NAME}` in that file. */
    variables: {
      ...environment,
      BASE_URL: baseUrl,
      PUBLIC_URL: publicUrl,
      TTS_URL: ttsUrl,
      STATUS_URL: statusUrl,
    },
    /** The key that checks send; undefined means the one that the service made in the data directory. */
    apiKey: read.text("PROBE_API_KEY") ?? read.text("BOOTSTRAP_API_KEY"),
    /** The account of the sign-in check; an undefined password means the one in the data directory. */
    account: {
      email: read.text("BOOTSTRAP_EMAIL") ?? "probe@localhost",
      password: read.text("BOOTSTRAP_PASSWORD"),
    },
    /** Encrypts the settings of receivers of alerts; undefined without a key. */
    cipher: encryptionWith(read.encryptionKeys),
    location:
      read.matching(
        "PROBE_LOCATION",
        /^[a-z0-9-]{1,40}$/,
        "up to 40 lower-case letters, digits and hyphens",
      ) ?? "local",
    /** How large the spool may grow. */
    spoolMegabytes: read.whole("SPOOL_MEGABYTES", [1, 1_000_000], DEFAULT_SPOOL_MEGABYTES),
    /** How long observations are kept. */
    observationDays: read.whole("OBSERVATION_DAYS", [7, 3650], DEFAULT_OBSERVATION_DAYS),
    /** URL that is called each minute while probing goes well; undefined calls nothing. */
    heartbeatUrl: read.secretUrl("HEARTBEAT_URL"),
    /** Port on which a prober in a process of its own serves its metrics. */
    metricsPort: read.port("PROBE_METRICS_PORT", DEFAULT_PORTS.probeMetrics),
    /** The bearer tokens that /metrics accepts; without any, only this machine may read it. */
    metricsTokens: read.metricsTokens,
    /** The status page's URL and the token of its admin API; an undefined token means the one in the data directory. */
    status: { url: statusUrl, adminToken: read.text("STATUS_ADMIN_TOKEN") },
  });
}

/** `onWait` is called once when the wait for the API key's file begins; `stop` ends the wait. */
interface KeyWait {
  readonly onWait?: ((file: string) => void) | undefined;
  readonly stop?: AbortSignal | undefined;
}

/**
 * Returns the key that checks send: the configured one, else the one in its file, which is waited for up to `timeoutMs`.
 * Throws `ConfigError` if there is none by then, or the reason of `stop` when that aborts.
 */
export async function readApiKey(
  config: ProberConfig,
  timeoutMs: number,
  { onWait, stop }: KeyWait = {},
): Promise<string> {
  if (config.apiKey !== undefined) return config.apiKey;
  const file = join(config.dataDirectory, BOOTSTRAP_API_KEY_FILE);
  const deadlineMs = performance.now() + timeoutMs;
  for (let looks = 0; ; looks += 1) {
    stop?.throwIfAborted();
    const key = await readSecretFile(file);
    if (key !== undefined) return key;
    if (looks === 0) onWait?.(file);
    if (performance.now() > deadlineMs) {
      throw new ConfigError(
        `PROBE_API_KEY is not set and ${file} does not exist; it takes an API key of the speech service`,
      );
    }
    await sleep(KEY_POLL_INTERVAL_MS);
  }
}

/** Returns the account of the sign-in check; undefined if no password is set and none is in the data directory. */
export async function readAccount({
  account: { email, password },
  dataDirectory,
}: ProberConfig): Promise<SignInAccount | undefined> {
  const known = password ?? (await readSecretFile(join(dataDirectory, BOOTSTRAP_PASSWORD_FILE)));
  return known === undefined ? undefined : { email, password: known };
}

/** Returns the token of the status page's admin API; undefined if none is set and none is in the data directory. */
export async function readAdminToken({
  status,
  dataDirectory,
}: ProberConfig): Promise<string | undefined> {
  return status.adminToken ?? (await readSecretFile(join(dataDirectory, ADMIN_TOKEN_FILE)));
}
