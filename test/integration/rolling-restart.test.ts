import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startStatusApi } from "#status-api/server.ts";
import { temporaryDataDirectory } from "../support/databases/embedded-database.ts";
import { describeWithPostgresql } from "../support/databases/every-database.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { startBalancer } from "../support/servers/balancer.ts";
import { someModels } from "../support/service/some-models.ts";
import { speechRequest, startSpeechService } from "../support/service/speech-service.ts";
import { writeOperationalHour } from "../support/status-api/status-history.ts";

const READERS = 4;
const ROUNDS = 2;
const DRAIN_SECONDS = 1;
/** Beside trainings and other tests models take minutes to load. */
const TIMEOUT_MS = 120_000;

/** Restarts two replicas one after the other, twice, while requests are sent through a balancer; gives what they failed with. */
async function restartUnderLoad(
  start: (port: number) => Promise<AsyncDisposable>,
  ask: (url: string) => Promise<Response>,
): Promise<{ readonly answered: number; readonly failed: readonly string[] }> {
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
  let answered = 0;
  const ending = new AbortController();
  const readers = Array.from({ length: READERS }, async () => {
    while (!ending.signal.aborted) {
      const answer = await ask(balancer.url);
      const body = await answer.text();
      if (answer.ok) answered += 1;
      else failed.push(`${answer.status} ${body}`);
      await sleep(20);
    }
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const port of ports) {
      await running.get(port)?.[Symbol.asyncDispose]();
      running.set(port, await start(port));
      await isReady(port);
    }
  }
  ending.abort();
  await Promise.all(readers);
  return { answered, failed };
}

test(
  "two status APIs are restarted twice without a request that fails",
  { timeout: TIMEOUT_MS },
  async () => {
    await using home = await temporaryDataDirectory("status");
    await using database = await openStatusDatabase({ dataDirectory: home.path });
    const { db } = database;
    await writeOperationalHour(db, Date.now(), Date.now());
    const logger = pino({ level: "silent" });
    const { answered, failed } = await restartUnderLoad(
      (port) =>
        startStatusApi({ db, host: "127.0.0.1", port, logger, drainSeconds: DRAIN_SECONDS }),
      (url) => fetch(`${url}/api/v2/status.json`),
    );
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  },
);

describeWithPostgresql("two replicas of the service", (server) => {
  test("are restarted twice without a request that fails", { timeout: TIMEOUT_MS }, async () => {
    await using models = await someModels("synth-v1");
    const url = await server().createDatabase();
    let key = "";
    const { answered, failed } = await restartUnderLoad(
      async (port) => {
        const service = await startSpeechService({
          SERVICE_DATABASE_URL: url,
          SERVICE_PORT: String(port),
          SPEECH_MODELS_DIR: models.path,
          DRAIN_SECONDS: String(DRAIN_SECONDS),
        });
        if (key === "") ({ key } = service);
        return service;
      },
      (balancer) => {
        const { headers, ...request } = speechRequest({ voice: "ayla", input: "Merhaba." });
        return fetch(`${balancer}/v1/audio/speech`, {
          ...request,
          headers: { ...(headers as object), authorization: `Bearer ${key}` },
        });
      },
    );
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(20);
  });
});
