import { request } from "undici";
import type { Recording } from "#service/engine/audio/decoding/open-audio.ts";
import { transcriptionForm, type SpeechService } from "../../support/service/speech-service.ts";
import { hearRecording } from "../engine/hear-recording.ts";
import { repeatedClip, wavOf } from "../engine/recordings.ts";
import { median } from "../../kit/table.ts";

/** How long a recording takes from a client's request to the end of its answer, and in the engine alone. */
export interface TranscriptionTimes {
  readonly requestMs: number;
  readonly engineMs: number;
}

const CLIP_SECONDS = 10;
const WARM_UPS = 10;
const RUNS = 60;

/** Has a ten-second WAV file heard over HTTP and by the engine in turns, in one process; returns the medians. */
export async function transcriptionTimes(service: SpeechService): Promise<TranscriptionTimes> {
  const bytes = wavOf(await repeatedClip(CLIP_SECONDS));
  const recording: Recording = {
    bytes: bytes.length,
    read: async function* () {
      yield bytes;
    },
  };
  const inEngine = () => hearRecording(service, recording);
  const ask = await asker(service, bytes);
  for (let run = 0; run < WARM_UPS; run += 1) {
    await ask();
    await inEngine();
  }
  const requests: number[] = [];
  const engine: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    requests.push(await millisecondsOf(ask));
    engine.push(await millisecondsOf(inEngine));
  }
  return { requestMs: median(requests), engineMs: median(engine) };
}

/** Makes what asks for a transcription and reads the answer; the form is written once, as it is the client's work. */
async function asker(service: SpeechService, file: Uint8Array): Promise<() => Promise<void>> {
  const form = new Request(service.url, { method: "POST", body: transcriptionForm(file) });
  const body = Buffer.from(await form.arrayBuffer());
  const headers = {
    authorization: `Bearer ${service.key}`,
    "content-type": form.headers.get("content-type") ?? "",
  };
  const url = new URL("/v1/audio/transcriptions", service.url);
  return async () => {
    const answer = await request(url, { method: "POST", headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${text}`);
  };
}

async function millisecondsOf(work: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}
