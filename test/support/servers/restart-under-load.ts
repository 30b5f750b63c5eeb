import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startStatusApi } from "#status-api/server.ts";
import { temporaryDataDirectory } from "../databases/embedded-database.ts";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { writeOperationalHour } from "../status-api/status-history.ts";
import { startBalancer } from "./balancer.ts";

export const DRAIN_SECONDS = 1;

interface Restarts {
  readonly rounds: number;
  readonly start: (port: number) => Promise<AsyncDisposable>;
  /** Each is asked without end, with so long between two of its requests. */
  readonly asks: readonly ((url: string) => Promise<Response>)[];
  readonly betweenMs: number;
  /** Begins what goes on beside it, at the balancer; what it returns ends that. */
  readonly beside?: (url: string, replicas: readonly string[]) => Promise<() => Promise<void>>;
}

/** Restarts two replicas one after the other, so many times, while all is asked through a balancer; gives what failed, and the fewest answers in a restart. */
export async function restartUnderLoad({ rounds, start, asks, betweenMs, beside }: Restarts) {
  await using stack = new AsyncDisposableStack();
  const ports = [await freePort(), await freePort()];
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;
  const running = new Map<number, AsyncDisposable>();
  stack.defer(async () => {
    for (const replica of running.values()) await replica[Symbol.asyncDispose]();
  });
  for (const port of ports) running.set(port, await start(port));
  const balancer = stack.use(await startBalancer(ports.map(urlOf)));
  const isReady = (port: number) =>
    eventually("a replica is ready", () => balancer.sendsTo(urlOf(port)));
  await Promise.all(ports.map(isReady));

  const failed: string[] = [];
  const ending = new AbortController();
  const answered = asks.map(() => 0);
  const readers = asks.map(async (ask, which) => {
    while (!ending.signal.aborted) {
      try {
        const answer = await ask(balancer.url);
        const body = await answer.text();
        if (answer.ok) answered[which]! += 1;
        else failed.push(`${answer.url} ${answer.status} ${body}`);
      } catch (error) {
        failed.push(`request ${which}: ${String((error as Error).cause ?? error)}`);
      }
      await sleep(betweenMs);
    }
  });
  // The readers end before what they ask does, also where something else fails.
  stack.defer(async () => {
    ending.abort();
    await Promise.all(readers);
  });
  const inRestarts: number[] = [];
  const end = await beside?.(balancer.url, ports.map(urlOf));
  for (let round = 0; round < rounds; round += 1) {
    for (const port of ports) {
      const before = [...answered];
      await running.get(port)?.[Symbol.asyncDispose]();
      running.set(port, await start(port));
      await isReady(port);
      inRestarts.push(...answered.map((count, which) => count - before[which]!));
    }
  }
  await end?.();
  await stack.disposeAsync();
  return { failed, fewest: Math.min(...inRestarts) };
}

/** Restarts two status APIs so many times; gives what failed, what was told before there was something to say, and the fewest answers in a restart. */
export async function restartStatusApis(rounds: number) {
  await using home = await temporaryDataDirectory("status");
  await using database = await openStatusDatabase({ dataDirectory: home.path });
  const { db } = database;
  await writeOperationalHour(db, Date.now(), Date.now());
  const logger = pino({ level: "silent" });
  const unready: string[] = [];
  const { fewest, failed } = await restartUnderLoad({
    rounds,
    start: (port) =>
      startStatusApi({ db, host: "127.0.0.1", port, logger, drainSeconds: DRAIN_SECONDS }),
    asks: ["/api/v2/status.json", "/", "/page.json", "/badge/tts.svg"].map(
      (path) => (url) => fetch(url + path),
    ),
    betweenMs: 20,
    // Who goes past the balancer is refused a connection, or gets an answer: there is a snapshot before it listens.
    async beside(_url, replicas) {
      const ending = new AbortController();
      const readers = replicas.map(async (replica) => {
        while (!ending.signal.aborted) {
          const answer = await fetch(`${replica}/api/v2/status.json`).catch(() => undefined);
          const body = await answer?.text().catch(() => undefined);
          if (answer?.ok === false) unready.push(`${answer.status} ${body}`);
          await sleep(10);
        }
      });
      return async () => {
        ending.abort();
        await Promise.all(readers);
      };
    },
  });
  return { failed, unready, fewest };
}
