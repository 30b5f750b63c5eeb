import { setTimeout as sleep } from "node:timers/promises";
import { ACTIVITIES } from "#service/contract/activities.ts";
import {
  callerOf,
  fixtureClip,
  speechRequest,
  type SpeechService,
  transcriptionForm,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";

/** What became of a request: when what its client waits for was there, or when to come again. */
export type Outcome =
  | { readonly type: "admitted"; readonly ms: number }
  | { readonly type: "refused"; readonly retryAfterSeconds: number };

type Client = Pick<SpeechService, "url" | "key">;

/** Something that a service has so many places for. */
export interface Work {
  readonly name: string;
  /** What its client waits for. */
  readonly until: string;
  /** The limit of an account for how many run at once, as `npm run accounts` names it. */
  readonly limit: string;
  /** What that limit is. */
  readonly placesOfAccount: number;
  /** Whether it waits for others where a model has no place, and is not refused at once. */
  readonly waits: boolean;
  /** Does it once, to its end; rejects with what it may not be answered with. */
  ask(client: Client): Promise<Outcome>;
}

const TEXT = "Merhaba, yarın sabah saat dokuzda okulun önünde buluşalım.";
const STREAM = { bytes: 2 * 32_000, frameBytes: 6400, frameMs: 200, headerBytes: 44 };
const REFUSALS: ReadonlySet<number> = new Set([429, 503]);

const transcription: Work = {
  name: "transcriptions",
  until: "answer",
  limit: "concurrent-transcriptions",
  placesOfAccount: ACTIVITIES.transcription.concurrent,
  waits: true,
  async ask(client) {
    const { wav } = await fixtureClip();
    const startedAtMs = performance.now();
    const body = transcriptionForm(wav);
    const answer = await callerOf(client)("/v1/audio/transcriptions", { method: "POST", body });
    await answer.arrayBuffer();
    return outcomeOf(answer, performance.now() - startedAtMs);
  },
};

const speech: Work = {
  name: "speech",
  until: "first byte",
  limit: "concurrent-speech-requests",
  placesOfAccount: ACTIVITIES.speech.concurrent,
  waits: true,
  async ask(client) {
    const startedAtMs = performance.now();
    const request = speechRequest({ voice: "ayla", input: TEXT, response_format: "pcm" });
    const answer = await callerOf(client)("/v1/audio/speech", request);
    const reader = answer.body?.getReader();
    await reader?.read();
    const ms = performance.now() - startedAtMs;
    while (!((await reader?.read())?.done ?? true));
    return outcomeOf(answer, ms);
  },
};

const stream: Work = {
  name: "live streams",
  until: "last words",
  limit: "concurrent-streams",
  placesOfAccount: ACTIVITIES.stream.concurrent,
  waits: false,
  async ask({ url, key }) {
    using client = await openStream(url, { credential: key });
    const closed = client.closed();
    // One that is refused is closed.
    await client.message("session.started").catch(() => closed);
    const refusal = client.messages.find(({ type }) => type === "error");
    if (refusal !== undefined) {
      await closed;
      const { retry_after: retryAfterSeconds, code } = refusal["error"] as Record<string, unknown>;
      if (typeof retryAfterSeconds === "number") return { type: "refused", retryAfterSeconds };
      throw new Error(`a stream was refused with ${String(code)} and no time to come again`);
    }
    const { wav } = await fixtureClip();
    for (let at = 0; at < STREAM.bytes; at += STREAM.frameBytes) {
      const from = STREAM.headerBytes + at;
      client.socket.send(wav.subarray(from, from + STREAM.frameBytes));
      await sleep(STREAM.frameMs);
    }
    const endedAtMs = performance.now();
    client.say({ type: "end" });
    await client.message("transcript.final");
    const ms = performance.now() - endedAtMs;
    await closed;
    return { type: "admitted", ms };
  },
};

export const WORKS: readonly Work[] = [transcription, speech, stream];

function outcomeOf(answer: Response, ms: number): Outcome {
  if (answer.ok) return { type: "admitted", ms };
  const retryAfterSeconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  if (REFUSALS.has(answer.status) && retryAfterSeconds > 0) {
    return { type: "refused", retryAfterSeconds };
  }
  throw new Error(`${answer.url} answered ${answer.status}`);
}
