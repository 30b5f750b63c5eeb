import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Settings, type Environment } from "#settings/settings.ts";
import type { BootstrapSettings } from "./accounts/bootstrap.ts";

/** Everything the speech service is told from outside, read once at the start. */
export interface ServiceConfig {
  readonly dataDirectory: string;
  readonly host: string;
  readonly port: number;
  /** PostgreSQL; undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Redis or Valkey; undefined counts limits in this process alone. */
  readonly redisUrl: string | undefined;
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** {base_url}, without a slash at its end; undefined means where the service listens. */
  readonly publicUrl: string | undefined;
  /** {tts_url}, likewise; undefined means the same as `publicUrl`. */
  readonly ttsUrl: string | undefined;
  /** The status page that the service's own pages lead to; undefined shows no way there. */
  readonly statusUrl: string | undefined;
  /** The second name of transcribe-1. */
  readonly compatModelId: string;
  readonly bootstrap: BootstrapSettings;
  /** Whether anybody may make an account in the dashboard. */
  readonly signUp: (typeof SIGN_UP)[number];
  /** Whom to ask for an account where nobody may; undefined is whoever runs the service. */
  readonly signUpContact: string | undefined;
  readonly processesPerModel: number;
  readonly modelsFolder: string;
  /** Bearer token that /metrics asks for; undefined leaves it open. */
  readonly metricsToken: string | undefined;
  /** The least that is worth a line in the log. */
  readonly logLevel: LogLevel;
}

const SIGN_UP = ["open", "closed"] as const;
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Reads the settings of the speech service; throws ConfigError. */
export function readConfig(environment: Environment): ServiceConfig {
  const read = new Settings(environment);
  const { dataDirectory } = read;
  return Object.freeze({
    dataDirectory,
    host: read.text("SERVICE_HOST") ?? "127.0.0.1",
    port: read.port("SERVICE_PORT", 8080),
    databaseUrl: read.databaseUrl("SERVICE_DATABASE_URL"),
    redisUrl: read.secretUrl("REDIS_URL", ["redis:", "rediss:"]),
    trustedProxies: read.trustedProxies,
    publicUrl: read.webUrl("PUBLIC_URL"),
    ttsUrl: read.webUrl("TTS_URL"),
    statusUrl: read.webUrl("STATUS_URL"),
    compatModelId: read.text("COMPAT_MODEL_ID") ?? "whisper-1",
    bootstrap: {
      email: read.matching("BOOTSTRAP_EMAIL", EMAIL, "an e-mail address") ?? "probe@localhost",
      password: read.secret("BOOTSTRAP_PASSWORD", /^.{8,}$/, "at least 8 characters"),
      apiKey: read.secret(
        "BOOTSTRAP_API_KEY",
        /^sk_[\w-]{20,}$/,
        "sk_ and at least 20 letters, digits, _ or -",
      ),
      dataDirectory,
    },
    signUp: read.oneOf("SIGN_UP", SIGN_UP) ?? "open",
    signUpContact: read.matching("SIGN_UP_CONTACT", EMAIL, "an e-mail address"),
    processesPerModel: read.whole("ENGINE_PROCESSES", [1, 64], 1),
    modelsFolder: resolve(
      read.text("SPEECH_MODELS_DIR") ?? fileURLToPath(new URL("./models", import.meta.url)),
    ),
    metricsToken: read.text("METRICS_TOKEN"),
    logLevel: read.oneOf("LOG_LEVEL", LOG_LEVELS) ?? "info",
  });
}
