import { setTimeout as sleep } from "node:timers/promises";
import {
  fixtureClip,
  type SpeechService,
  speechRequest,
  transcriptionForm,
} from "../support/service/speech-service.ts";

/** What another key has seen, in milliseconds; Infinity where it was refused. */
export interface Seen {
  readonly smallP99Ms: number;
  readonly clipMs: number;
  readonly firstByteMs: number;
}

const BETWEEN_MS = { small: 10, clip: 500, speech: 500 };

/** Asks as a key that does no harm, as long as `until` is not over; of clips and speech the slowest counts. */
export async function lookOn(call: SpeechService["call"], until: AbortSignal): Promise<Seen> {
  const { wav } = await fixtureClip();
  const small = () => call("/v1/models").then(drained);
  const clip = () => {
    const body = transcriptionForm(wav);
    return call("/v1/audio/transcriptions", { method: "POST", body }).then(drained);
  };
  const speech = async (): Promise<number> => {
    const startedMs = performance.now();
    const fields = { voice: "ayla", input: "Merhaba dünya.", response_format: "pcm" };
    const answer = await call("/v1/audio/speech", speechRequest(fields));
    const reader = answer.body?.getReader();
    await reader?.read();
    const elapsedMs = performance.now() - startedMs;
    while (!((await reader?.read())?.done ?? true));
    return answer.ok ? elapsedMs : Infinity;
  };
  const [smalls, clips, speeches] = await Promise.all([
    times(small, BETWEEN_MS.small, until),
    times(clip, BETWEEN_MS.clip, until),
    times(speech, BETWEEN_MS.speech, until),
  ]);
  return {
    smallP99Ms: smalls.toSorted((a, b) => a - b)[Math.floor(smalls.length * 0.99)] ?? Infinity,
    clipMs: Math.max(...clips),
    firstByteMs: Math.max(...speeches),
  };
}

/** Milliseconds of each call; Infinity of one that was refused. */
async function times(
  ask: () => Promise<number | boolean>,
  betweenMs: number,
  until: AbortSignal,
): Promise<readonly number[]> {
  const found: number[] = [];
  do {
    const startedMs = performance.now();
    const answer = await ask();
    const elapsedMs = performance.now() - startedMs;
    found.push(typeof answer === "number" ? answer : answer ? elapsedMs : Infinity);
    await sleep(betweenMs);
  } while (!until.aborted);
  return found;
}

async function drained(answer: Response): Promise<boolean> {
  await answer.arrayBuffer();
  return answer.ok;
}
