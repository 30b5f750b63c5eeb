import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { TRANSCRIPT_FORMAT_NAMES, type TranscriptFormatName } from "./contract/transcriptions.ts";
import { readOpenIdSettings } from "#openid/settings.ts";
import { readMailSettings } from "#mail/settings.ts";
import { DEFAULT_PORTS } from "#runtime/default-ports.ts";
import { LOGGED_ADDRESSES, type LoggedAddresses } from "#runtime/logged-address.ts";
import { ConfigError, Settings, type Environment } from "#runtime/settings.ts";

/** All settings of the speech service, read once at the start; those that are not set may be undefined. */
export type ServiceConfig = ReturnType<typeof readConfig>;

const SIGN_UP = ["open", "closed"] as const;
const ADDRESS_FORMS = Object.keys(LOGGED_ADDRESSES) as LoggedAddresses[];

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Reads the settings of the speech service; throws ConfigError. */
export function readConfig(environment: Environment) {
  const read = new Settings(environment);
  const { dataDirectory } = read;
  return Object.freeze({
    dataDirectory,
    host: read.text("SERVICE_HOST") ?? "127.0.0.1",
    port: read.port("SERVICE_PORT", DEFAULT_PORTS.service),
    // Without it, the embedded database.
    databaseUrl: read.databaseUrl("SERVICE_DATABASE_URL"),
    databasePool: read.databasePool,
    // Without it, this process counts limits on its own.
    redisUrl: read.secretUrl("REDIS_URL", ["redis:", "rediss:"]),
    trustedProxies: read.trustedProxies,
    drainSeconds: read.drainSeconds,
    // {base_url} and {tts_url}; the default is where the service listens.
    publicUrl: read.siteUrl("PUBLIC_URL"),
    ttsUrl: read.webUrl("TTS_URL"),
    // The status page that the service's own pages lead to.
    statusUrl: read.siteUrlWithPath("STATUS_URL"),
    // Pages of these origins may call the API from a browser.
    corsOrigins: readOrigins(read),
    // The second name of the transcription model.
    compatModelId: read.text("COMPAT_MODEL_ID") ?? "whisper-1",
    bootstrap: {
      email: read.matching("BOOTSTRAP_EMAIL", EMAIL, "an e-mail address") ?? "probe@localhost",
      password: read.secret("BOOTSTRAP_PASSWORD", /^.{8,}$/, "at least 8 characters"),
      // Two during a key rotation.
      apiKeys: ["BOOTSTRAP_API_KEY", "BOOTSTRAP_API_KEY_2"]
        .map((name) =>
          read.secret(name, /^sk_[\w-]{20,}$/, "sk_ and at least 20 letters, digits, _ or -"),
        )
        .filter((key) => key !== undefined),
      dataDirectory,
    },
    // Whether anybody may create an account; otherwise SIGN_UP_CONTACT is whom to ask for one.
    signUp: read.oneOf("SIGN_UP", SIGN_UP) ?? "open",
    // Without it, addresses are not confirmed, and nobody can reset their password themselves.
    mail: readMailSettings(read),
    // The OpenID provider that people may sign in with.
    openId: readOpenIdSettings(read),
    // Keys that encrypt the secrets of people; without one, a secret in the database itself is used.
    encryptionKeys: read.encryptionKeys,
    signUpContact: read.matching("SIGN_UP_CONTACT", EMAIL, "an e-mail address"),
    processesPerModel: read.whole("ENGINE_PROCESSES", [1, 64], 1),
    modelsFolder: resolve(
      read.text("SPEECH_MODELS_DIR") ?? fileURLToPath(new URL("./models", import.meta.url)),
    ),
    // Formats of transcripts in which numbers are figures unless a request says otherwise.
    smartFormats: readFormats(read),
    // Policy for the URLs of recordings that requests name.
    recordingUrls: {
      allowPrivate: read.oneOf("RECORDING_URL_ALLOW_PRIVATE", ["true", "false"]) === "true",
    },
    // Policy for the URLs of webhooks that requests name.
    webhookUrls: read.webhookUrls,
    // Bytes of recordings that jobs may keep in the database, of all accounts together.
    jobBytes: read.whole("JOB_MEGABYTES", [100, 1_000_000], 4096) * 1024 * 1024,
    // Bearer tokens that /metrics accepts; without one, only this machine can read it.
    metricsTokens: read.metricsTokens,
    logLevel: read.logLevel,
    // How lines of the log name the address of a client.
    logAddresses: read.oneOf("LOG_ADDRESSES", ADDRESS_FORMS) ?? "none",
  });
}

function readFormats(read: Settings): readonly TranscriptFormatName[] {
  const listed = (read.text("SMART_FORMAT") ?? "").split(",").map((name) => name.trim());
  return listed
    .filter((name) => name !== "")
    .map((name) => {
      const format = TRANSCRIPT_FORMAT_NAMES.find((one) => one === name);
      if (format !== undefined) return format;
      const known = TRANSCRIPT_FORMAT_NAMES.join(", ");
      throw new ConfigError(
        `SMART_FORMAT has ${JSON.stringify(name)}; it takes ${known}, with commas between`,
      );
    });
}

function readOrigins(read: Settings): readonly string[] {
  const listed = read.text("CORS_ORIGINS")?.split(",") ?? [];
  const origins = listed.map((origin) => origin.trim()).filter((origin) => origin !== "");
  const isOrigin = (origin: string) => origin === "*" || URL.parse(origin)?.origin === origin;
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return origins;
  throw new ConfigError(
    `CORS_ORIGINS has ${JSON.stringify(wrong)}; it takes * or origins like https://app.example.com, with commas between`,
  );
}

/** Reads the mirror and the proxies for downloads of models, in the variables that curl and others read; throws ConfigError. */
export function readDownloadConfig(environment: Environment) {
  const read = new Settings(environment);
  return Object.freeze({
    mirror: read.secretUrl("MODELS_MIRROR")?.replace(/\/+$/, ""),
    proxies: {
      http: readProxy(read, "HTTP_PROXY"),
      https: readProxy(read, "HTTPS_PROXY"),
      none: read.text("no_proxy") ?? read.text("NO_PROXY") ?? "",
    },
  });
}

/** Reads a proxy setting: the name in lower case takes precedence; an address without a protocol is http. */
function readProxy(read: Settings, name: string): string {
  const small = name.toLowerCase();
  const [set, text] = [small, name]
    .map((one) => [one, read.text(one)] as const)
    .find(([, value]) => value !== undefined) ?? [name, undefined];
  if (text === undefined) return "";
  const address = text.includes("://") ? text : `http://${text}`;
  const protocol = URL.parse(address)?.protocol ?? "";
  if (["http:", "https:"].includes(protocol)) return address;
  throw new ConfigError(`${set} is no address of a proxy; it takes http://HOST:PORT`);
}
