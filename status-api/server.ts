import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pino } from "pino";
import type { FastifyInstance } from "fastify";
import { Counter, Registry } from "prom-client";
import { buildStatusApi } from "./app.ts";
import { Drain } from "#runtime/drain.ts";
import { listenFault } from "#runtime/listen-fault.ts";
import { hostInUrl } from "./settings/host-in-url.ts";
import { followDatabase } from "./snapshot/live-snapshot.ts";
import { startAlerts } from "./alerts/alerter.ts";
import { startNotifications } from "./notify/notifier.ts";
import { overallStatus } from "#monitor/domain/overall.ts";
import { basePathOf } from "./below-path.ts";
import { buildBelow, loadPageBuild } from "./page/page-build.ts";
import type { ListenAddress, StatusApiOptions } from "./options.ts";
import { type Publication, publish } from "./publication/publication.ts";

export interface StatusApi extends AsyncDisposable {
  /** Where it listens, e.g. `http://127.0.0.1:8090`. */
  readonly url: string;
  /** The local address of the console, e.g. `http://127.0.0.1:8091/console`. */
  readonly consoleUrl: string;
  /** Drains, then stops listening and polling; calling it again does nothing. */
  stop(): Promise<void>;
}

const builtPage = path.join(import.meta.dirname, "..", "build", "status-page");

/** Starts serving the data of the database; throws `ConfigError` when the port or the built page is not available. */
export async function startStatusApi(options: StatusApiOptions): Promise<StatusApi> {
  const { db, host, port, subscriptions: settings, nowMs = Date.now } = options;
  const logger = options.logger ?? pino({ name: "status-api" });
  const built = await loadPageBuild(options.pageBuildDirectory ?? builtPage);
  const pageBuild = buildBelow(built, basePathOf(options.url));
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
  const notifications =
    settings === undefined
      ? undefined
      : startNotifications({
          db,
          settings,
          overall: () =>
            overallStatus(publication?.snapshot.components.map(({ status }) => status) ?? []),
          register: messageFigures,
          cipher: options.cipher,
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
          cipher: options.cipher,
          logger,
          nowMs,
        });
  let stopping: Promise<void> | undefined;
  const stopOnce = async (): Promise<void> => {
    await drain.begin(options.drainSeconds ?? 0, options.hurried);
    // The console makes changes through the admin API on the other server, so it is stopped first.
    if (consoleApp !== undefined) await drain.finish(consoleApp);
    await drain.finish(app);
    await notifications?.[Symbol.asyncDispose]();
    await alerting?.[Symbol.asyncDispose]();
    await following[Symbol.asyncDispose]();
  };
  const stop = (): Promise<void> => (stopping ??= stopOnce());
  return {
    url,
    consoleUrl: `${consoleUrl}${CONSOLE_PATHS.now}`,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Listens, and returns the local URL; throws `ConfigError` with the name of the setting at fault. */
async function listen(
  app: FastifyInstance,
  { host, port }: ListenAddress,
  setting: "STATUS" | "CONSOLE",
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenFault(error, setting, { host, port });
  }
  return `http://${hostInUrl(host)}:${portOf(app.server.address(), port)}`;
}

function portOf(address: AddressInfo | string | null, requestedPort: number): number {
  return typeof address === "object" && address !== null ? address.port : requestedPort;
}
