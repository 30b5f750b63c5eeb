import { beforeAll, expect } from "vitest";
import { longTest, shortDescribe, shortTest } from "../../support/lengths.ts";
import { LIMITS } from "#service/contract/limits.ts";
import { wavHeader } from "#service/engine/audio/wav-writer.ts";
import { builtInVoices } from "../../support/service/round-trips.ts";
import {
  sharedSpeechService,
  transcriptionForm,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { openStream, type StreamClient } from "../../support/service/stream-client.ts";

/** Far less than each of these took while every message was worth a filter or a walk, and far more than it takes now. */
const SOON_MS = 15_000;
const SPEECH = "/v1/audio/speech/stream";

let service: SharedSpeechService;
const [voice] = builtInVoices("synth-v2");
beforeAll(async () => {
  service = await sharedSpeechService();
});

const open = (path?: string, query: Readonly<Record<string, string>> = {}) =>
  openStream(service.url, { credential: service.key, query, ...(path !== undefined && { path }) });

function flood(client: StreamClient, count: number, message: (at: number) => object): void {
  for (let at = 0; at < count; at += 1) client.say({ ...message(at) });
}

shortDescribe("many messages on one socket cost what few do", { timeout: SOON_MS }, () => {
  shortTest("configs of sample rates without a divisor", async () => {
    using client = await open();
    flood(client, 200, (at) => ({ type: "config", sample_rate: 47_999 - 2 * at }));
    client.say({ type: "end" });
    expect(await client.closed()).toBe(1000);
  });

  shortTest("flushes of a rate that has to be changed", async () => {
    using client = await open(undefined, { sample_rate: "44100" });
    client.socket.send(Buffer.alloc(8820));
    flood(client, 2000, () => ({ type: "finalize" }));
    client.say({ type: "end" });
    expect(await client.closed()).toBe(1000);
  });

  shortTest("text in single characters", async () => {
    using client = await open(SPEECH);
    client.say({ type: "config", voice });
    flood(client, 1500, () => ({ type: "text.append", text: "." }));
    client.say({ type: "text.clear" });
    client.say({ type: "end" });
    expect(await client.closed()).toBe(1000);
  });

  shortTest("recordings of sample rates without a divisor", async () => {
    const samples = Buffer.alloc(4000);
    const answers = [191_999, 191_997, 191_993].map(async (rate) => {
      const wav = Buffer.concat([wavHeader(rate, samples.length / 2), samples]);
      const body = transcriptionForm(wav);
      return (await service.call("/v1/audio/transcriptions", { method: "POST", body })).status;
    });
    expect(await Promise.all(answers)).toEqual([200, 200, 200]);
  });
});

longTest("more messages than a socket may send end it with the error of rates", async () => {
  using client = await open(SPEECH);
  flood(client, LIMITS.socket.messagesAtOnce * 2, () => ({ type: "keepalive" }));
  expect(await client.message("error")).toMatchObject({
    error: {
      code: "rate_limit_exceeded",
      message: expect.stringContaining(`${LIMITS.socket.messagesPerSecond} messages a second`),
    },
  });
  expect(await client.closed()).toBe(4429);
});
