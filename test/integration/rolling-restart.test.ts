import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { RESTART_CLOSE } from "#service/contract/sockets/socket.ts";
import { letters } from "#word-errors/letters.ts";
import { startStatusApi } from "#status-api/server.ts";
import { installChromium } from "../support/browser/chromium.ts";
import { keptHearing, openDemo } from "../support/browser/demo-page.ts";
import { temporaryDataDirectory } from "../support/databases/embedded-database.ts";
import { describeWithPostgresql } from "../support/databases/every-database.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { startBalancer } from "../support/servers/balancer.ts";
import { writePausingClip } from "../support/service/pausing-recording.ts";
import { someModels } from "../support/service/some-models.ts";
import {
  fixtureClip,
  speechRequest,
  startSpeechService,
  transcriptionForm,
} from "../support/service/speech-service.ts";
import { openStream } from "../support/service/stream-client.ts";
import { timesHeard, wordsHeard } from "../support/service/words-heard.ts";
import { writeOperationalHour } from "../support/status-api/status-history.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ROUNDS = 2;
const DRAIN_SECONDS = 1;
/** A stream that begins on the replica that is restarted last is told at each restart but the first. */
const LEAST_TOLD = 2 * ROUNDS - 1;
/** A sentence ends in it, and there is time to press Stop before the next one. */
const PAUSE_SECONDS = 2;
const FRAME = { bytes: 3200, ms: 100 };
/** Beside trainings and other tests models take minutes to load. */
const TIMEOUT_MS = 480_000;

interface Restarts {
  readonly start: (port: number) => Promise<AsyncDisposable>;
  /** Each is asked without end, with so long between two of its requests. */
  readonly asks: readonly ((url: string) => Promise<Response>)[];
  readonly betweenMs: number;
  /** Begins what goes on beside it, at the balancer; what it returns ends that. */
  readonly beside?: (url: string, replicas: readonly string[]) => Promise<() => Promise<void>>;
}

/** Restarts two replicas one after the other, twice, while all is asked through a balancer; gives what failed, and the fewest answers in a restart. */
async function restartUnderLoad({ start, asks, betweenMs, beside }: Restarts) {
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
  for (let round = 0; round < ROUNDS; round += 1) {
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

test(
  "two status APIs are restarted twice without a request that fails, and have something to say when they listen",
  { timeout: TIMEOUT_MS },
  async () => {
    await using home = await temporaryDataDirectory("status");
    await using database = await openStatusDatabase({ dataDirectory: home.path });
    const { db } = database;
    await writeOperationalHour(db, Date.now(), Date.now());
    const logger = pino({ level: "silent" });
    const unready: string[] = [];
    const { fewest, failed } = await restartUnderLoad({
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
    expect(failed).toEqual([]);
    expect(unready).toEqual([]);
    expect(fewest).toBeGreaterThan(0);
  },
);

describeWithPostgresql("two replicas of the service", (server) => {
  test(
    "are restarted twice without a request that fails, and live streams are told and go on without a word lost",
    { timeout: TIMEOUT_MS },
    async ({ skip }) => {
      await using models = await someModels("transcribe-1", "synth-v1");
      await using folder = await temporaryDirectory("recording");
      const { wav } = await fixtureClip();
      const recording = await writePausingClip(folder.path, PAUSE_SECONDS);
      const browser = await keptHearing(recording.file);
      if (browser === undefined) skip(`to run it: ${installChromium}`);
      const url = await server().createDatabase();
      let key = "";
      const withKey = (init: RequestInit): RequestInit => {
        const headers = new Headers(init.headers);
        headers.set("authorization", `Bearer ${key}`);
        return { ...init, headers };
      };
      const { fewest, failed } = await restartUnderLoad({
        async start(port) {
          const service = await startSpeechService({
            SERVICE_DATABASE_URL: url,
            SERVICE_PORT: String(port),
            SPEECH_MODELS_DIR: models.path,
            DRAIN_SECONDS: String(DRAIN_SECONDS),
            TRUSTED_PROXIES: "127.0.0.1",
          });
          if (key === "") ({ key } = service);
          return service;
        },
        asks: [
          (balancer) =>
            fetch(
              `${balancer}/v1/audio/speech`,
              withKey(speechRequest({ voice: "ayla", input: "Merhaba." })),
            ),
          (balancer) =>
            fetch(
              `${balancer}/v1/audio/transcriptions`,
              withKey({ method: "POST", body: transcriptionForm(wav) }),
            ),
        ],
        betweenMs: 200,
        async beside(balancer) {
          const endings = await Promise.all([
            speakIntoDemo(browser, balancer, recording.seconds),
            speakIntoDemo(browser, balancer, recording.seconds),
            streamOn(balancer, key, wav),
          ]);
          return async () => void (await Promise.all(endings.map((end) => end())));
        },
      });
      expect(failed).toEqual([]);
      expect(fewest).toBeGreaterThan(0);
    },
  );
});

/** Transcribes live on the demo's page; what it returns stops that and looks whether all that was said is there. */
async function speakIntoDemo(
  browser: Browser | undefined,
  url: string,
  repeatsAfterSeconds: number,
): Promise<() => Promise<void>> {
  const { text } = await fixtureClip();
  const spoken = letters(text);
  const demo = await openDemo(browser, url, "mikrofon");
  const { page, complaints } = demo;
  let opened = 0;
  let told = 0;
  page.on("websocket", (socket) => {
    opened += 1;
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).includes('"session.ending"')) told += 1;
    });
  });
  const lines = page.locator('#mikrofon .transcript li [lang="tr"]');
  const heard = async () => letters((await lines.allTextContents()).join(" "));
  await page.getByRole("button", { name: "Start speaking" }).click();
  const startedAtMs = performance.now();
  await page.locator("#mikrofon .partial").waitFor();
  return async () => {
    await using _closed = demo;
    const before = timesHeard(await heard(), spoken);
    await eventually(
      "the words are said once more",
      async () => timesHeard(await heard(), spoken) > before,
    );
    const saidTimes = Math.floor((performance.now() - startedAtMs) / 1000 / repeatsAfterSeconds);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.locator('#mikrofon .phase[data-phase="done"]').waitFor();
    const words = await heard();
    const times = timesHeard(words, spoken);
    const said = Array<string>(times).fill(spoken).join(" ");
    expect(wordsHeard(words, said)).toBe(said);
    expect(times).toBeGreaterThanOrEqual(saidTimes);
    expect(told).toBeGreaterThanOrEqual(LEAST_TOLD);
    expect(opened).toBe(told + 1);
    expect(await page.locator("#mikrofon [data-code]").count()).toBe(0);
    expect(complaints).toEqual([]);
  };
}

/** Streams as a program does that begins anew when it is told the end; what it returns stops that and looks how it was told. */
async function streamOn(
  url: string,
  credential: string,
  wav: Buffer,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const told: string[][] = [];
  const stream = async (): Promise<void> => {
    for (let at = 0; !stopping.signal.aborted;) {
      using client = await openStream(url, { credential });
      await client.message("session.started");
      const closed = client.closed();
      let code: number | undefined;
      void closed.then((given) => (code = given));
      while (code === undefined && !stopping.signal.aborted) {
        client.socket.send(wav.subarray(at, at + FRAME.bytes));
        at = (at + FRAME.bytes) % wav.length;
        await Promise.race([sleep(FRAME.ms), closed]);
      }
      if (code === undefined) return;
      const types = client.messages.map(({ type }) => type);
      told.push([...types.filter((type) => !type.startsWith("transcript.p")), String(code)]);
    }
  };
  const streaming = stream();
  return async () => {
    stopping.abort();
    await streaming;
    expect(told.length).toBeGreaterThanOrEqual(LEAST_TOLD);
    for (const messages of told) {
      expect(messages[0]).toBe("session.started");
      expect(messages).toContain("session.ending");
      expect(messages.slice(-2)).toEqual(["transcript.final", String(RESTART_CLOSE)]);
    }
  };
}
