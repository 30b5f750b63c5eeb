import type { FastifyBaseLogger } from "fastify";
import type { Kysely } from "kysely";
import type { Registry } from "prom-client";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import type { DeliverySettings } from "./delivery/senders.ts";
import type { ConsoleSignIn } from "./settings/config.ts";

export interface ListenAddress {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

export interface StatusApiOptions extends ListenAddress {
  /** An open and migrated database; it stays open when the status API stops. */
  readonly db: Kysely<StatusDatabase>;
  /** The public URL of the page; with https:// browsers get HSTS. */
  readonly url?: string | undefined;
  /** The bearer tokens that /metrics accepts; without any, it answers only this machine. */
  readonly metricsTokens?: readonly string[];
  /**
   * The bearer token of the admin API, which is not served without one; a function returns it once the database that stores it
   * has been reached.
   */
  readonly adminToken?: string | (() => string | undefined) | undefined;
  /** A second accepted token, for the time in which the token is changed. */
  readonly secondAdminToken?: string | undefined;
  /** Reads the secrets that probers have encrypted; undefined where they are not encrypted. */
  readonly cipher?: TextCipher | undefined;
  /** Signing in to the console with an OpenID provider; undefined: only with the admin token. */
  readonly consoleSignIn?: ConsoleSignIn | undefined;
  /** The address of a separate listener for the console; undefined: the console is served with the page. */
  readonly consoleListener?: ListenAddress | undefined;
  /** The public URL of the console; undefined: `url`. */
  readonly consoleUrl?: string | undefined;
  /** Metrics of other parts of this process, also served at /metrics. */
  readonly registers?: readonly Registry[] | undefined;
  /** The settings of subscriptions; undefined: there are none, and no messages or alerts are sent. */
  readonly subscriptions?: DeliverySettings | undefined;
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** How long it keeps answering before it stops, while it says that it is not ready. */
  readonly drainSeconds?: number | undefined;
  /** Aborted when stopping must not wait for requests in progress. */
  readonly hurried?: AbortSignal | undefined;
  /** The directory of the built status page; `build/status-page` of this project by default. */
  readonly pageBuildDirectory?: string | undefined;
  readonly logger?: FastifyBaseLogger | undefined;
  readonly nowMs?: (() => number) | undefined;
}
