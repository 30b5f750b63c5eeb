import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import {
  startWebhookReceiver,
  status,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";
import { dashboardClient } from "../../support/service/dashboard-client.ts";
import { someModels } from "../../support/service/some-models.ts";
import {
  callerOf,
  fixtureClip,
  startSpeechService,
  transcriptionForm,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import type { TemporaryDirectory } from "../../support/temporary-directory.ts";

/** A job as the service answers. */
interface JobAnswer {
  readonly id: string;
  readonly status: string;
  readonly progress: number;
  readonly duration_seconds: number | null;
  readonly error: { readonly code: string; readonly param: string | null } | null;
  readonly expires_at: string | null;
  readonly ended_at: string | null;
}

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

let clip: Awaited<ReturnType<typeof fixtureClip>>;
let models: TemporaryDirectory;
let service: SpeechService;
let receiver: WebhookReceiver;
/** Serves the clip. */
const files = createServer((request, response) => {
  if (request.url === "/clip.wav") response.end(clip.wav);
  else response.writeHead(404).end();
});
let filesUrl: string;

beforeAll(async () => {
  clip = await fixtureClip();
  models = await someModels("transcribe-1");
  receiver = await startWebhookReceiver();
  files.listen(0, "127.0.0.1");
  await once(files, "listening");
  filesUrl = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  service = await startSpeechService({
    SPEECH_MODELS_DIR: models.path,
    RECORDING_URL_ALLOW_PRIVATE: "true",
    WEBHOOK_ALLOW_PRIVATE: "true",
  });
}, 360_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
  files.close();
});

function create(fields: Readonly<Record<string, string>> = {}, hasFile = true) {
  const body = transcriptionForm(hasFile ? clip.wav : undefined, {
    model: "transcribe-1",
    ...fields,
  });
  return service.call("/v1/jobs", { method: "POST", body });
}

async function created(...sent: Parameters<typeof create>): Promise<JobAnswer> {
  const answer = await create(...sent);
  expect(answer.status).toBe(201);
  return (await answer.json()) as JobAnswer;
}

async function readJob(id: string): Promise<JobAnswer> {
  const answer = await service.call(`/v1/jobs/${id}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as JobAnswer;
}

async function ended(id: string): Promise<JobAnswer> {
  let job: JobAnswer | undefined;
  await eventually("the job ends", async () => {
    job = await readJob(id);
    return job.ended_at !== null;
  });
  return job!;
}

async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { readonly error: JobAnswer["error"] };
  return [answer.status, error?.code, error?.param];
}

describe("a job", () => {
  test("uses the quota once, like a direct request", async () => {
    const before = await usedSeconds();
    const { id } = await created();
    const { duration_seconds } = await ended(id);
    await eventually("it is booked", async () => (await usedSeconds()) > before);
    expect((await usedSeconds()) - before).toBeCloseTo(duration_seconds!, 2);
  });

  test.each([
    ["json", "application/json; charset=utf-8"],
    ["text", "text/plain; charset=utf-8"],
    ["verbose_json", "application/json; charset=utf-8"],
    ["srt", "application/x-subrip; charset=utf-8"],
    ["vtt", "text/vtt; charset=utf-8"],
  ])("has the transcript of a direct request in %s", async (format, type) => {
    const fields = { model: "transcribe-1", response_format: format };
    const { id } = await created(fields);
    expect(await ended(id)).toMatchObject({ status: "succeeded", progress: 1, error: null });
    const [kept, direct] = await Promise.all([
      service.call(`/v1/jobs/${id}/transcript`),
      service.call("/v1/audio/transcriptions", {
        method: "POST",
        body: transcriptionForm(clip.wav, fields),
      }),
    ]);
    expect(kept.headers.get("content-type")).toBe(type);
    expect(await kept.text()).toBe(await direct.text());
  });

  test("is kept for a day after its end", async () => {
    const { id, expires_at } = await created();
    expect(expires_at).toBeNull();
    const job = await ended(id);
    expect(Date.parse(job.expires_at!) - Date.parse(job.ended_at!)).toBe(24 * 3600 * 1000);
  });

  test("fetches its recording, and says why it could not", async () => {
    const { id } = await created({ url: `${filesUrl}/clip.wav` }, false);
    expect(await ended(id)).toMatchObject({ status: "succeeded" });
    const json = { model: "transcribe-1", url: `${filesUrl}/none` };
    const answer = await service.call("/v1/jobs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(json),
    });
    const failed = await ended(((await answer.json()) as JobAnswer).id);
    expect(failed).toMatchObject({
      status: "failed",
      error: { code: "invalid_request", param: "url", message: expect.stringContaining("404") },
    });
    expect(await errorOf(await service.call(`/v1/jobs/${failed.id}/transcript`))).toEqual([
      409,
      "no_transcript",
      null,
    ]);
  });

  test("fails with the error of a direct request", async () => {
    const answer = await service.call("/v1/jobs", {
      method: "POST",
      body: transcriptionForm(Buffer.from("no audio")),
    });
    expect(await ended(((await answer.json()) as JobAnswer).id)).toMatchObject({
      status: "failed",
      error: { code: "undecodable_audio", param: "file" },
    });
  });

  test.each([
    [{}, false, 400, "missing_file", "file"],
    [{ url: "https://example.com/a.mp3" }, true, 400, "conflicting_fields", "url"],
    [{ url: "ftp://example.com/a.mp3" }, false, 400, "invalid_request", "url"],
    [{ url: "http://169.254.169.254/" }, false, 400, "invalid_request", "url"],
    [{ webhook_url: "https://example.com/" }, true, 400, "invalid_request", "webhook_secret"],
    [{ webhook_secret: SECRET }, true, 400, "invalid_request", "webhook_url"],
    [
      { webhook_url: "http://169.254.169.254/", webhook_secret: SECRET },
      true,
      400,
      "invalid_request",
      "webhook_url",
    ],
    [
      { webhook_url: "https://example.com/", webhook_secret: "secret" },
      true,
      400,
      "invalid_request",
      "webhook_secret",
    ],
    [{ model: "other" }, true, 404, "model_not_found", "model"],
    [{ response_format: "xml" }, true, 400, "bad_response_format", "response_format"],
  ] as const)("of %j is refused by name", async (fields, hasFile, code, name, param) => {
    const answer = await create(fields, hasFile);
    expect(await errorOf(answer)).toEqual([code, name, param]);
  });

  test("is another account's own business", async () => {
    const { id } = await created();
    const stranger = callerOf({ url: service.url, key: await sessionToken() });
    expect(await errorOf(await stranger(`/v1/jobs/${id}`))).toEqual([
      403,
      "account_required",
      null,
    ]);
    expect(await errorOf(await service.call("/v1/jobs/job_none"))).toEqual([
      404,
      "unknown_job",
      "id",
    ]);
  });

  test("is listed, newest first, and gone when deleted", async () => {
    const older = await created();
    const newer = await created();
    const list = (await (await service.call("/v1/jobs?limit=2")).json()) as {
      readonly data: readonly JobAnswer[];
    };
    expect(list.data.map(({ id }) => id)).toEqual([newer.id, older.id]);
    const answer = await service.call(`/v1/jobs/${newer.id}`, { method: "DELETE" });
    expect(await answer.json()).toEqual({ id: newer.id, object: "job.deleted", deleted: true });
    expect((await service.call(`/v1/jobs/${newer.id}`)).status).toBe(404);
  });

  test("is on the dashboard, and can be deleted there", async () => {
    const { id } = await created();
    const visitor = dashboardClient(service.url);
    const { email, password } = service;
    await visitor.post("/dashboard/sign-in", { email, password });
    expect(await (await visitor.get("/dashboard/jobs")).text()).toContain(id);
    const answer = await visitor.post("/dashboard/jobs/delete", { id });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard/jobs"]);
    expect(await (await visitor.get("/dashboard/jobs")).text()).not.toContain(id);
  });

  test("is made once for one Idempotency-Key", async () => {
    const send = () =>
      service.call("/v1/jobs", {
        method: "POST",
        headers: { "idempotency-key": "the-same" },
        body: transcriptionForm(clip.wav),
      });
    const [first, again] = [await send(), await send()];
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await again.json()).toEqual(await first.json());
  });
});

describe("the webhook of a job", () => {
  test("is signed and tells what the job came to, after an attempt that failed too", async () => {
    const before = receiver.received.length;
    receiver.answerWith(status(503, { "retry-after": "0" }));
    const { id } = await created({ webhook_url: `${receiver.url}/hook`, webhook_secret: SECRET });
    const [refused] = (await receiver.got(before + 1)).slice(before);
    receiver.answerWith(status(204));
    expect(refused!.headers["webhook-id"]).toBe(`msg_${id}`);
    const { headers, text } = refused!;
    const event = new Webhook(SECRET).verify(text, headers as Record<string, string>);
    expect(event).toEqual({
      type: "job.succeeded",
      timestamp: expect.any(String),
      data: await readJob(id),
    });
  });
});

async function sessionToken(): Promise<string> {
  const begun = await fetch(new URL("/v1/sessions", service.url), {
    method: "POST",
    headers: { origin: service.url },
  });
  return ((await begun.json()) as { readonly token: string }).token;
}

async function usedSeconds(): Promise<number> {
  const answer = await service.call("/v1/limits");
  const { quota } = (await answer.json()) as { quota: { audio_seconds: { used: number } } };
  return quota.audio_seconds.used;
}
