import { HIGHEST_PORT } from "#units/ports.ts";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { Fault } from "./fault.ts";
import type { AddressPolicy } from "./public-url.ts";

/** A setting that cannot be used; the message is one line with its name, its value and the values that are allowed. */
export class ConfigError extends Fault {
  override readonly name = "ConfigError";
}

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings from environment variables; blank ones count as unset. Every method throws ConfigError. */
export class Settings {
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  text(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined;
  }

  matching(name: string, pattern: RegExp, takes: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || pattern.test(text)) return text;
    throw new ConfigError(`${name} is ${JSON.stringify(text)}; it takes ${takes}`);
  }

  /** Like `matching`, but the message does not repeat the value. */
  secret(name: string, pattern: RegExp, takes: string): string | undefined {
    const text = this.text(name);
    if (text === undefined || pattern.test(text)) return text;
    throw new ConfigError(`${name} has ${text.length} unfit characters; it takes ${takes}`);
  }

  whole(name: string, [min, max]: readonly [number, number], standard: number): number {
    return this.#wholeFrom(name, "a whole number", [min, max]) ?? standard;
  }

  port<Standard extends number | undefined>(name: string, standard: Standard): number | Standard {
    return this.#wholeFrom(name, "a port", [0, HIGHEST_PORT]) ?? standard;
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const text = this.text(name);
    const chosen = choices.find((choice) => choice === text);
    if (text === undefined || chosen !== undefined) return chosen;
    throw new ConfigError(
      `${name} is ${JSON.stringify(text)}; it takes one of ${choices.join(", ")}`,
    );
  }

  /** Reads an http or https address, and removes slashes at its end. */
  webUrl(name: string): string | undefined {
    const text = this.text(name);
    const url = URL.parse(text ?? "");
    if (text === undefined) return text;
    if (url === null || !hasProtocol(text, WEB)) {
      throw new ConfigError(
        `${name} is ${JSON.stringify(text)}; it takes an http:// or https:// address`,
      );
    }
    if (url.username + url.password !== "") {
      throw new ConfigError(`${name} has a user or a password in it; it takes an address without`);
    }
    if (!/[?#]/.test(text)) return text.replace(/\/+$/, "");
    throw new ConfigError(
      `${name} is ${JSON.stringify(text)}; it takes an address without ? and #, as paths are added to it`,
    );
  }

  /** Like `webUrl`, for our own pages whose links begin at the root of their host: an address with a path is refused. */
  siteUrl(name: string): string | undefined {
    const text = this.webUrl(name);
    if (text === undefined || /^\w+:\/\/[^/?#]+$/.test(text)) return text;
    throw new ConfigError(
      `${name} is ${JSON.stringify(text)}; it takes an address without a path, as the pages lead to the root of their host: give them a host name or a port of their own`,
    );
  }

  /** Like `webUrl`, for our own pages that may be below a path of their host, e.g. `https://example.com/status`. */
  siteUrlWithPath(name: string): string | undefined {
    const text = this.webUrl(name);
    if (text === undefined || SITE_URL.test(text)) return text;
    throw new ConfigError(
      `${name} is ${JSON.stringify(text)}; the parts of its path take letters, digits and ._~-`,
    );
  }

  /** Reads an address that may hold a password, so the message does not repeat it. */
  secretUrl(name: string, protocols: readonly string[] = WEB): string | undefined {
    const text = this.text(name);
    if (text === undefined || hasProtocol(text, protocols)) return text;
    const takes = protocols.map((protocol) => `${protocol}//…`).join(" or ");
    throw new ConfigError(`${name} is no such address; it takes ${takes}`);
  }

  /**
   * Reads the address of a PostgreSQL database; undefined means the embedded one. In production the embedded one has to be set
   * by name, since a forgotten or mistyped setting would start an empty product.
   */
  databaseUrl(name: string): string | undefined {
    const text = this.text(name);
    if (text === EMBEDDED) return undefined;
    if (text === undefined && this.isProduction) {
      throw new ConfigError(
        `${name} is not set; with NODE_ENV=production it takes a postgres:// address, or ${EMBEDDED} for the embedded database`,
      );
    }
    return this.secretUrl(name, ["postgresql:", "postgres:"]);
  }

  get isProduction(): boolean {
    return this.text("NODE_ENV") === "production";
  }

  /** The bearer tokens that /metrics accepts: two during a rotation. Without any, only this machine may read it. */
  get metricsTokens(): readonly string[] {
    return [this.text("METRICS_TOKEN"), this.text("METRICS_TOKEN_2")].filter(
      (token) => token !== undefined,
    );
  }

  /** Size of a program's connection pool to its PostgreSQL server. */
  get databasePool(): number {
    return this.whole("DATABASE_POOL", [2, 500], 10);
  }

  /** Policy for the URLs of webhooks. */
  get webhookUrls(): AddressPolicy {
    return { allowPrivate: this.oneOf("WEBHOOK_ALLOW_PRIVATE", ["true", "false"]) === "true" };
  }

  get dataDirectory(): string {
    return resolve(this.text("DATA_DIR") ?? "./data");
  }

  /** The lowest level that is logged. */
  get logLevel(): LogLevel {
    return this.oneOf("LOG_LEVEL", LOG_LEVELS) ?? "info";
  }

  /** The keys that encrypt secrets in a database; a second one decrypts only, while the first is being changed. */
  get encryptionKeys(): readonly string[] {
    return ["ENCRYPTION_KEY", "ENCRYPTION_KEY_2"]
      .map((name) => this.secret(name, /^.{32,200}$/, "32 to 200 characters"))
      .filter((key) => key !== undefined);
  }

  /** How long a program that was asked to stop keeps taking requests while it reports that it is not ready. */
  get drainSeconds(): number {
    const standard = this.isProduction ? 10 : 0;
    return this.whole("DRAIN_SECONDS", [0, 300], standard);
  }

  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted. */
  get trustedProxies(): readonly string[] {
    const proxies = (this.text("TRUSTED_PROXIES") ?? "").split(/[\s,]+/).filter(Boolean);
    const wrong = proxies.find((proxy) => !isAddressRange(proxy));
    if (wrong === undefined) return proxies;
    throw new ConfigError(
      `TRUSTED_PROXIES has ${JSON.stringify(wrong)}; it takes IP addresses and CIDR ranges with commas between` +
        (/\/0+$/.test(wrong) ? ", of proxies of yours: not all addresses" : ""),
    );
  }

  #wholeFrom(
    name: string,
    kind: string,
    [min, max]: readonly [number, number],
  ): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const whole = Number(text);
    if (/^\d+$/.test(text) && whole >= min && whole <= max) return whole;
    throw new ConfigError(
      `${name} is ${JSON.stringify(text)}; it takes ${kind} from ${min} to ${max}`,
    );
  }
}

/** The value that selects the embedded database. */
const EMBEDDED = "embedded";

/** An origin, and a path that stays as it is in links. */
const SITE_URL = /^\w+:\/\/[^/]+(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;
const WEB = ["http:", "https:"];

function hasProtocol(text: string, protocols: readonly string[]): boolean {
  return protocols.includes(URL.parse(text)?.protocol ?? "");
}

/** Accepts 10.1.2.3, fd00::1 or 10.0.0.0/8. */
function isAddressRange(text: string): boolean {
  const [, address = "", prefix = "1"] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return Number(prefix) >= 1 && Number(prefix) <= bits;
}
