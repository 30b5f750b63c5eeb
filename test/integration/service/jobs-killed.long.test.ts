import { expect, test } from "vitest";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { openWav } from "#service/engine/audio/wav-reader.ts";
import { byteSample, byteWavHeader } from "../../support/byte-wav.ts";
import { initialiseEmbedded } from "../../support/databases/embedded-database.ts";
import {
  describeWithEveryDatabase,
  type EmptyDatabase,
} from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import { startProgram } from "../../support/program.ts";
import { startWebhookReceiver } from "../../support/servers/webhook-receiver.ts";
import { someModels } from "../../support/service/some-models.ts";
import { callerOf, fixtureClip, transcriptionForm } from "../../support/service/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const RATE = 8_000;
const LONG_MS = 3_600_000;

interface JobAnswer {
  readonly id: string;
  readonly status: string;
  readonly progress: number;
  readonly duration_seconds: number;
  readonly ended_at: string | null;
}

test("a job whose service is killed while it runs ends once, its webhook comes once, and it is charged once", async () => {
  await using data = await temporaryDirectory("killed");
  await initialiseEmbedded(data.path, "service");
  const database = { url: undefined, dataDirectory: data.path };
  expect(await killInTheMiddle(database, 120, 0, LONG_MS)).toBe(1);
});

describeWithEveryDatabase("a job of two hours whose service is killed in the middle", (empty) => {
  test(
    "ends once, its webhook comes once, and it is charged once",
    async () => {
      expect(await killInTheMiddle(await empty("service"), 7_200, 0.3, LONG_MS)).toBe(1);
    },
    2 * LONG_MS,
  );
});

/** Kills a service once a job over `seconds` of speech has the progress, has the next one end it, and counts the webhooks. */
async function killInTheMiddle(
  database: EmptyDatabase,
  seconds: number,
  progress: number,
  timeoutMs: number,
): Promise<number> {
  await using receiver = await startWebhookReceiver();
  await using models = await someModels("transcribe-1");
  const key = generateApiKey();
  const port = await freePort();
  const start = () =>
    startProgram("service/main.ts", {
      DATA_DIR: database.dataDirectory,
      SERVICE_PORT: String(port),
      SPEECH_MODELS_DIR: models.path,
      BOOTSTRAP_API_KEY: key,
      WEBHOOK_ALLOW_PRIVATE: "true",
      ...(database.url !== undefined && { SERVICE_DATABASE_URL: database.url }),
    });
  const call = callerOf({ url: `http://127.0.0.1:${port}`, key });
  const ready = () =>
    eventually(
      "it is ready",
      () =>
        call("/readyz").then(
          ({ ok }) => ok,
          () => false,
        ),
      timeoutMs,
    );
  let job: JobAnswer;
  const read = async () => {
    const answer = await call(`/v1/jobs/${job.id}`);
    job = (await answer.json()) as JobAnswer;
    return job;
  };
  {
    await using first = start();
    await ready();
    const body = transcriptionForm(await speech(seconds), {
      model: "transcribe-1",
      response_format: "verbose_json",
      webhook_url: receiver.url,
      webhook_secret: SECRET,
    });
    job = (await (await call("/v1/jobs", { method: "POST", body })).json()) as JobAnswer;
    await eventually(
      "it is in the middle",
      async () => (await read()).status === "running" && job.progress >= progress,
      timeoutMs,
    );
    first.signal("SIGKILL");
    expect(await first.ended()).toBe("SIGKILL");
  }
  expect(receiver.received).toEqual([]);
  await using second = start();
  await ready();
  await receiver.got(1);
  expect(await read()).toMatchObject({ status: "succeeded", progress: 1 });
  expect(job.duration_seconds).toBeCloseTo(seconds, 1);
  expect(receiver.received.map(({ body }) => body.data.id)).toEqual([job.id]);
  const transcript = await call(`/v1/jobs/${job.id}/transcript`);
  const { segments } = (await transcript.json()) as { readonly segments: { end: number }[] };
  expect(segments.at(-1)!.end).toBeGreaterThan(seconds - 15);
  await eventually("it is charged once", async () => {
    const { quota } = (await (await call("/v1/limits")).json()) as {
      readonly quota: { readonly audio_seconds: { readonly used: number } };
    };
    return Math.abs(quota.audio_seconds.used - seconds) < 1;
  });
  second.signal("SIGTERM");
  await second.ended();
  return receiver.received.length;
}

/** Makes a WAV file of 8 bits in which the fixture clip is said again and again. */
async function speech(seconds: number): Promise<Buffer> {
  const { wav } = await fixtureClip();
  const clip: number[] = [];
  const { samples, sampleRate } = await openWav(async function* () {
    yield wav;
  });
  for await (const piece of samples) for (const sample of piece) clip.push(sample);
  const step = sampleRate / RATE;
  const once = Uint8Array.from({ length: Math.floor(clip.length / step) }, (_, at) =>
    byteSample(clip[Math.floor(at * step)]!),
  );
  const said = Buffer.alloc(seconds * RATE, once);
  return Buffer.concat([byteWavHeader(RATE, said.length), said]);
}
