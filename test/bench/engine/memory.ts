import { openAsBlob } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, fetch as fetchPatiently, FormData as PatientForm } from "undici";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { bundledModels, startProgram } from "../../support/program.ts";
import { fixtureClip, transcriptionForm } from "../../support/service/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { residentBytes } from "../../kit/processes.ts";
import { writeLongestWav } from "./recordings.ts";

const START_TIMEOUT_MS = 60_000;
const SETTLING_MS = 2_000;
const SAMPLING_MS = 200;

/** What a two-hour file costs a service that runs as it is shipped. */
export interface LongFileCost {
  readonly idleBytes: number;
  /** Of all its processes together, at the worst moment. */
  readonly peakBytes: number;
  readonly seconds: number;
}

/** Starts a service of its own, sends it two hours of speech and watches its memory. */
export async function longFileCost(speech: Float32Array): Promise<LongFileCost> {
  await using directory = await temporaryDirectory("bench");
  const recording = path.join(directory.path, "two-hours.wav");
  await writeLongestWav(recording, speech);
  const key = generateApiKey();
  const port = await freePort();
  await using program = startProgram("service/main.ts", {
    DATA_DIR: path.join(directory.path, "data"),
    SERVICE_PORT: String(port),
    BOOTSTRAP_API_KEY: key,
    SPEECH_MODELS_DIR: bundledModels,
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually("the service is up", () => isUp(url, key), START_TIMEOUT_MS);
  await sleep(SETTLING_MS);
  const idleBytes = await residentBytes(program.pid);

  const startedAtMs = performance.now();
  const file = await openAsBlob(recording);
  const transcription = send(url, key, file);
  let isRunning = true;
  void transcription.finally(() => (isRunning = false)).catch(() => undefined);
  let peakBytes = 0;
  while (isRunning) {
    peakBytes = Math.max(peakBytes, await residentBytes(program.pid));
    await sleep(SAMPLING_MS);
  }
  await transcription;
  return { idleBytes, peakBytes, seconds: (performance.now() - startedAtMs) / 1000 };
}

async function isUp(url: string, key: string): Promise<boolean> {
  const health = await fetch(`${url}/health/synth`).catch(() => undefined);
  if (!health?.ok) return false;
  const answer = await fetch(`${url}/v1/audio/transcriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: transcriptionForm((await fixtureClip()).wav),
  });
  return answer.ok;
}

async function send(url: string, key: string, file: Blob): Promise<void> {
  const body = new PatientForm();
  body.append("model", "transcribe-1");
  body.append("file", file, "two-hours.wav");
  // Node's own fetch gives up after five minutes without an answer.
  const patience = new Agent({ headersTimeout: 0 });
  await using opened = new AsyncDisposableStack();
  opened.defer(() => patience.close());
  const answer = await fetchPatiently(`${url}/v1/audio/transcriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body,
    dispatcher: patience,
  });
  const document = await answer.text();
  if (!answer.ok) throw new Error(`the long file was answered with ${answer.status}: ${document}`);
}
