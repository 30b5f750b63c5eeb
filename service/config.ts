import { isIP } from "node:net";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
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

/** A setting that cannot be used; the message is one line that names the variable, what it got and what it takes. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings of the speech service; throws ConfigError. */
export function readConfig(environment: Environment): ServiceConfig {
  const read = reader(environment);
  const dataDirectory = resolve(read.text("DATA_DIR") ?? "./data");
  return Object.freeze({
    dataDirectory,
    host: read.text("SERVICE_HOST") ?? "127.0.0.1",
    port: read.integer("SERVICE_PORT", { least: 0, most: 65_535 }) ?? 8080,
    databaseUrl: read.url("SERVICE_DATABASE_URL", ["postgresql:", "postgres:"]),
    redisUrl: read.url("REDIS_URL", ["redis:", "rediss:"]),
    trustedProxies: read.list(
      "TRUSTED_PROXIES",
      isAddressRange,
      "IP addresses and CIDR ranges with commas between",
    ),
    publicUrl: read.url("PUBLIC_URL", ["http:", "https:"]),
    ttsUrl: read.url("TTS_URL", ["http:", "https:"]),
    statusUrl: read.url("STATUS_URL", ["http:", "https:"]),
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
    processesPerModel: read.integer("ENGINE_PROCESSES", { least: 1, most: 64 }) ?? 1,
    modelsFolder: folder(read.text("SPEECH_MODELS_DIR")),
    metricsToken: read.text("METRICS_TOKEN"),
    logLevel: read.oneOf("LOG_LEVEL", LOG_LEVELS) ?? "info",
  });
}

function folder(configured: string | undefined): string {
  if (configured === undefined) return fileURLToPath(new URL("./models", import.meta.url));
  return isAbsolute(configured) ? configured : join(process.cwd(), configured);
}

function reader(environment: Environment) {
  const text = (name: string) => environment[name]?.trim() || undefined;

  function matching(name: string, pattern: RegExp, takes: string): string | undefined {
    const value = text(name);
    if (value !== undefined && !pattern.test(value)) throw refuse(name, `"${value}"`, takes);
    return value;
  }

  /** Like matching, but the message does not repeat the value. */
  function secret(name: string, pattern: RegExp, takes: string): string | undefined {
    const value = text(name);
    if (value !== undefined && !pattern.test(value)) {
      throw refuse(name, `${value.length} characters`, takes);
    }
    return value;
  }

  function integer(
    name: string,
    { least, most }: { readonly least: number; readonly most: number },
  ): number | undefined {
    const value = matching(name, /^\d+$/, `a whole number from ${least} to ${most}`);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (number < least || number > most) {
      throw refuse(name, value, `a whole number from ${least} to ${most}`);
    }
    return number;
  }

  function url(name: string, protocols: readonly string[]): string | undefined {
    const value = text(name);
    if (value === undefined) return undefined;
    const takes = `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`;
    const parsed = URL.parse(value);
    if (parsed === null || !protocols.includes(parsed.protocol)) {
      throw refuse(name, parsed === null ? "no URL" : parsed.protocol, takes);
    }
    return value.replace(/\/+$/, "");
  }

  function oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const value = text(name);
    const found = values.find((known) => known === value);
    if (value !== undefined && found === undefined) {
      throw refuse(name, `"${value}"`, values.join(", "));
    }
    return found;
  }

  function list(name: string, isItem: (item: string) => boolean, takes: string): readonly string[] {
    const items = (text(name) ?? "").split(",").map((item) => item.trim());
    if (items.length === 1 && items[0] === "") return [];
    const wrong = items.find((item) => !isItem(item));
    if (wrong !== undefined) throw refuse(name, `"${wrong}"`, takes);
    return items;
  }

  return { text, matching, secret, integer, url, oneOf, list };
}

/** An address, as 10.1.2.3 or fd00::1, or a range of them, as 10.0.0.0/8. */
function isAddressRange(text: string): boolean {
  const [, address = "", prefix] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  return version !== 0 && (prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= bits));
}

function refuse(name: string, got: string, takes: string): ConfigError {
  return new ConfigError(`${name}: got ${got}, takes ${takes}`);
}
