import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { RESTART_CLOSE } from "#service/contract/sockets/socket.ts";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { letters } from "#word-errors/letters.ts";
import { installChromium } from "../support/browser/chromium.ts";
import { keptHearing, openDemo } from "../support/browser/demo-page.ts";
import { describeWithPostgresql } from "../support/databases/every-database.ts";
import { eventually } from "../support/eventually.ts";
import {
  DRAIN_SECONDS,
  restartStatusApis,
  restartUnderLoad,
} from "../support/servers/restart-under-load.ts";
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
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ROUNDS = 2;
/** A stream that begins on the replica that is restarted last is told at each restart but the first. */
const MIN_SENT = 2 * ROUNDS - 1;
/** A sentence ends in it, and there is time to press Stop before the next one. */
const PAUSE_SECONDS = 2;
const FRAME = { bytes: 3200, ms: 100 };
/** Beside trainings and other tests models take minutes to load. */
const TIMEOUT_MS = 480_000;

test(
  "two status APIs are restarted twice without a request that fails, and have something to say when they listen",
  { timeout: TIMEOUT_MS },
  async () => {
    const { failed, unready, fewest } = await restartStatusApis(ROUNDS);
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
      const key = generateApiKey();
      const withKey = (init: RequestInit): RequestInit => {
        const headers = new Headers(init.headers);
        headers.set("authorization", `Bearer ${key}`);
        return { ...init, headers };
      };
      const { fewest, failed } = await restartUnderLoad({
        rounds: ROUNDS,
        async start(port) {
          return startSpeechService({
            BOOTSTRAP_API_KEY: key,
            SERVICE_DATABASE_URL: url,
            SERVICE_PORT: String(port),
            SPEECH_MODELS_DIR: models.path,
            DRAIN_SECONDS: String(DRAIN_SECONDS),
            TRUSTED_PROXIES: "127.0.0.1",
          });
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
  let endings = 0;
  page.on("websocket", (socket) => {
    opened += 1;
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).includes('"session.ending"')) endings += 1;
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
    // By keyboard: words that come move the button away from under a mouse.
    await page.getByRole("button", { name: "Stop", exact: true }).press("Enter");
    await page.locator('#mikrofon .phase[data-phase="done"]').waitFor();
    const words = await heard();
    const times = timesHeard(words, spoken);
    const said = Array<string>(times).fill(spoken).join(" ");
    // The sentence may have begun once more before the button was pressed.
    const ends = spoken.split(" ").map((_word, count, all) => [said, ...all.slice(0, count)]);
    const possible = ends.map((parts) => parts.join(" "));
    expect(possible).toContain(possible.find((one) => wordsHeard(words, one) === one) ?? words);
    expect(times).toBeGreaterThanOrEqual(saidTimes);
    expect(endings).toBeGreaterThanOrEqual(MIN_SENT);
    expect(opened).toBe(endings + 1);
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
  const streams: string[][] = [];
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
      streams.push([...types.filter((type) => !type.startsWith("transcript.p")), String(code)]);
    }
  };
  const streaming = stream();
  return async () => {
    stopping.abort();
    await streaming;
    expect(streams.length).toBeGreaterThanOrEqual(MIN_SENT);
    for (const messages of streams) {
      expect(messages[0]).toBe("session.started");
      expect(messages).toContain("session.ending");
      expect(messages.slice(-2)).toEqual(["transcript.final", String(RESTART_CLOSE)]);
    }
  };
}
