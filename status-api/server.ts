import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Kysely } from "kysely";
import { pino } from "pino";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { Counter, Registry } from "prom-client";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { buildStatusApi } from "./app.ts";
import { Drain } from "#runtime/drain.ts";
import { ConfigError } from "#runtime/settings.ts";
import { hostInUrl } from "./settings/host-in-url.ts";
import { followDatabase } from "./snapshot/live-snapshot.ts";
import { startAlerts } from "./alerts/alerter.ts";
import { startNotifications, type NotifySettings } from "./notify/notifier.ts";
import type { ConsoleSignIn } from "./settings/config.ts";
import { overallStatus } from "#monitor/domain/overall.ts";
import { loadPageBuild } from "./page/page-build.ts";
import { type Publication, publish } from "./publication/publication.ts";

interface ListenAddress {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

export interface StatusApiOptions extends ListenAddress {
  /** An open and migrated database; it stays open when the status API stops. */
  readonly db: Kysely<StatusDatabase>;
  /** Where readers find the page; https:// is told to browsers. */
  readonly url?: string | undefined;
  /** The bearer token that /metrics asks for; undefined shows them to this machine alone. */
  readonly metricsTokens?: readonly string[];
  /** The bearer token of the admin API, which is not served without; a function gives one as soon as the database that has it was reached. */
  readonly adminToken?: string | (() => string | undefined) | undefined;
  /** Taken too, while the token is changed. */
  readonly secondAdminToken?: string | undefined;
  /** How people may sign in to the console with an OpenID provider; undefined: by the admin token alone. */
  readonly consoleSignIn?: ConsoleSignIn | undefined;
  /** The address that the console listens on by itself; undefined: it is where the page is. */
  readonly consoleListener?: ListenAddress | undefined;
  /** Where people find the console; undefined: at `url`. */
  readonly consoleUrl?: string | undefined;
  /** Metrics of others in this process, shown at /metrics beside our own. */
  readonly registers?: readonly Registry[] | undefined;
  /** How people and programs may subscribe; undefined: they may not, and nobody is told anything. */
  readonly subscriptions?: NotifySettings | undefined;
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** How long it goes on answering at its end while it says that it is not ready. */
  readonly drainSeconds?: number | undefined;
  /** Aborted when what is in work at the end is not to be waited for. */
  readonly hurried?: AbortSignal | undefined;
  /** Where Vite put the status page; `build/status-page` of this project by default. */
  readonly pageBuildDirectory?: string | undefined;
  readonly logger?: FastifyBaseLogger | undefined;
  readonly nowMs?: (() => number) | undefined;
}

export interface StatusApi extends AsyncDisposable {
  /** Where it listens, e.g. `http://127.0.0.1:8090`. */
  readonly url: string;
  /** Where the console is asked for, e.g. `http://127.0.0.1:8091/console`. */
  readonly consoleUrl: string;
  /** Drains, then stops listening and polling; calling it again does nothing. */
  stop(): Promise<void>;
}

const builtPage = path.join(import.meta.dirname, "..", "build", "status-page");

/** Starts serving what the database says; throws `ConfigError` when the port or the built page cannot be had. */
export async function startStatusApi(options: StatusApiOptions): Promise<StatusApi> {
  const { db, host, port, subscriptions: settings, nowMs = Date.now } = options;
  const logger = options.logger ?? pino({ name: "status-api" });
  const pageBuild = await loadPageBuild(options.pageBuildDirectory ?? builtPage);
  let publication: Publication | undefined;
  const messageFigures = new Registry();
  const readErrors = new Counter({
    name: "status_read_errors_total",
    help: "Readings of the history that failed though the database answered; the last snapshot is served meanwhile",
    registers: [messageFigures],
  });
  let isNotReached = false;
  const published = {
    current: () => publication,
    isNotReached: () => isNotReached,
    nowMs,
  };
  const registers = [messageFigures, ...(options.registers ?? [])];
  const drain = new Drain();
  const building = { ...options, registers, drain };
  const { app, consoleApp } = await buildStatusApi(published, pageBuild, logger, building);
  // Before it listens, so that the first reader gets a page.
  const following = await followDatabase({
    db,
    nowMs,
    onChange: (state) => {
      publication = publish(state, pageBuild, nowMs);
      isNotReached = state.snapshot === undefined && state.databaseAwaySinceMs !== undefined;
    },
    readErrors,
    logger,
  });
  let url: string;
  let consoleUrl: string;
  try {
    url = await listen(app, { host, port }, "STATUS");
    consoleUrl =
      consoleApp === undefined
        ? url
        : await listen(consoleApp, options.consoleListener!, "CONSOLE");
  } catch (error) {
    await following[Symbol.asyncDispose]();
    await consoleApp?.close();
    await app.close();
    throw error;
  }
  const telling =
    settings === undefined
      ? undefined
      : startNotifications({
          db,
          settings,
          overall: () =>
            overallStatus(publication?.snapshot.components.map(({ status }) => status) ?? []),
          register: messageFigures,
          logger,
          nowMs,
        });
  const alerting =
    settings === undefined
      ? undefined
      : startAlerts({
          db,
          settings,
          // Without an admin token there is no console.
          consoleUrl:
            options.adminToken === undefined
              ? undefined
              : (options.consoleUrl ?? settings.statusUrl),
          register: messageFigures,
          logger,
          nowMs,
        });
  let stopping: Promise<void> | undefined;
  const stopOnce = async (): Promise<void> => {
    await drain.begin(options.drainSeconds ?? 0, options.hurried);
    // The console changes things through the admin API, which the other server has.
    if (consoleApp !== undefined) await drain.finish(consoleApp);
    await drain.finish(app);
    await telling?.[Symbol.asyncDispose]();
    await alerting?.[Symbol.asyncDispose]();
    await following[Symbol.asyncDispose]();
  };
  const stop = (): Promise<void> => (stopping ??= stopOnce());
  return {
    url,
    consoleUrl: `${consoleUrl}/console`,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Listens, and returns where; throws `ConfigError` with the name of the setting that is to blame. */
async function listen(
  app: FastifyInstance,
  { host, port }: ListenAddress,
  setting: "STATUS" | "CONSOLE",
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenError(error, { host, port }, setting);
  }
  return `http://${hostInUrl(host)}:${portOf(app.server.address(), port)}`;
}

function portOf(address: AddressInfo | string | null, asked: number): number {
  return typeof address === "object" && address !== null ? address.port : asked;
}

function listenError(error: unknown, { host, port }: ListenAddress, setting: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return new ConfigError(
      `${setting}_PORT is ${port}, which is in use on ${host}; it takes a free port`,
    );
  }
  if (code === "EACCES") {
    return new ConfigError(
      `${setting}_PORT is ${port}, which this user may not listen on; it takes a port above 1023`,
    );
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new ConfigError(
      `${setting}_HOST is "${host}", which is no address of this machine; it takes one that is`,
    );
  }
  return error;
}
